/** Tells the host what the learner does, from the store: answers with the slips that were named, sections, completion. */
import type { Attempt, Store } from '../storage/types.ts';
import type { AnsweredDetail, News } from './protocol.ts';

type Say = (news: News) => void;

/** Ids that the store had before stay untold: an older progress is no news. */
export async function followStore(store: Store, say: Say): Promise<void> {
  const attempts = new Set((await store.attempts()).map(({ id }) => id));
  const sections = new Set((await store.read()).map(({ id }) => id));
  let completed = (await store.completed()) !== undefined;

  const look = async (tell: boolean) => {
    for (const attempt of await store.attempts()) {
      if (attempts.has(attempt.id)) continue;
      attempts.add(attempt.id);
      if (tell) say({ type: 'answer', attempt: await named(attempt) });
    }
    for (const { id } of await store.read()) {
      if (sections.has(id)) continue;
      sections.add(id);
      if (tell) say({ type: 'read', section: id });
    }
    const completion = await store.completed();
    if (tell && completion && !completed) say({ type: 'complete', ...completion });
    completed = completion !== undefined;
  };
  let last: Promise<void> = Promise.resolve();
  store.subscribe(({ tables, by }) => {
    if (by === 'place') return;
    if (!tables.some((name) => ['attempts', 'sections', 'completions'].includes(name))) return;
    // What another tab did, and an import, which is of every table, is no news either.
    const tell = by === 'here' && tables.length < 3;
    last = last.then(() => look(tell));
  });
}

/** With what each slip is, in the core's words. */
async function named({ slips, ...attempt }: Attempt): Promise<AnsweredDetail> {
  if (slips.length === 0) return { ...attempt, slips: [] };
  const { wholeEngine } = await import('../elements/shared/whole-engine.ts');
  const { exercise, mistakes } = await wholeEngine();
  const known = new Map(
    [...mistakes.list(), ...exercise.slips()].map(({ id, description }) => [id, description]),
  );
  return { ...attempt, slips: slips.map((id) => ({ id, description: known.get(id) ?? id })) };
}
