/** One sitting with the cards. Each review is kept in the store when it is given, so a session can end at any card. */
import type { StoredCard } from '../../storage/types.ts';
import type { RecallCard } from './cards.ts';

export interface Session {
  /** `due`: what is due. `all`: every card, due or not. */
  readonly scope: 'due' | 'all';
  readonly queue: readonly RecallCard[];
  /** The card that is asked; the length of the queue when the session is over. */
  readonly at: number;
  readonly passed: readonly RecallCard[];
  readonly missed: readonly RecallCard[];
}

/** Scheduled cards of the page that are due on a day, those that have waited longest first. */
export function dueCards(
  cards: readonly RecallCard[],
  stored: readonly StoredCard[],
  today: number,
): readonly RecallCard[] {
  const due = new Map(stored.map(({ id, card }) => [id, card.due]));
  const dayOf = ({ id }: RecallCard) => due.get(id) ?? Number.POSITIVE_INFINITY;
  return cards.filter((card) => dayOf(card) <= today).sort((a, b) => dayOf(a) - dayOf(b));
}

export const startSession = (scope: Session['scope'], queue: readonly RecallCard[]): Session => ({
  scope,
  queue,
  at: 0,
  passed: [],
  missed: [],
});

export const currentCard = ({ queue, at }: Session): RecallCard | undefined => queue[at];

/** The card was graded; it stays the current one, with its result, until `advance`. */
export function graded(session: Session, grade: 'pass' | 'miss'): Session {
  const card = currentCard(session);
  if (!card) return session;
  const list = grade === 'pass' ? 'passed' : 'missed';
  return { ...session, [list]: [...session[list], card] };
}

/**
 * On to the next card. Those that another tab has reviewed meanwhile are due no more, and a session of what is due
 * leaves them out.
 */
export function advance(session: Session, stillDue: ReadonlySet<string>): Session {
  const at = session.at + 1;
  if (session.scope === 'all') return { ...session, at };
  const rest = session.queue.slice(at).filter(({ id }) => stillDue.has(id));
  return { ...session, queue: [...session.queue.slice(0, at), ...rest], at };
}

export const minutesOf = (cards: readonly RecallCard[]): number =>
  cards.reduce((sum, { minutes }) => sum + minutes, 0);
