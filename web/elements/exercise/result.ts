/** What the core says of checked answers, in sentences: how many are right, which slip, which term of the sum. */
import { html, nothing, type TemplateResult } from 'lit';
import type { ExerciseTask, Grade } from '../../engine/types.ts';
import { formatNumber } from '../../format/number.ts';
import { messages } from '../../messages/index.ts';
import { placeName } from './asks.ts';

const text = messages.exercise;

/** Sentences on a grade; the page's hand task has them too. */
export function slipSentences({ slips, cells }: Grade): readonly string[] {
  if (slips.length > 0) return [text.slips(slips.map(({ description }) => description))];
  const verdicts = cells.map(({ verdict }) => verdict);
  if (verdicts.includes('wrong')) return [text.noSlip];
  return verdicts.includes('rounded') ? [text.rounded] : [];
}

function termSentence(task: ExerciseTask, { term }: Grade): string | undefined {
  const ask = term && task.asks[term.ask];
  if (!term || !ask) return undefined;
  return text.term(
    placeName(task.kind, ask, term.row, term.col),
    term.term + 1,
    formatNumber(term.right, 4),
    formatNumber(term.taken, 4),
  );
}

export function renderResult(task: ExerciseTask, grade: Grade): TemplateResult {
  if (grade.right) return html`<p class="all-right">${text.allRight}</p>`;
  const { cells } = grade;
  const count = (verdict: string) => cells.filter((cell) => cell.verdict === verdict).length;
  const unread = [...new Set(cells.map(({ message }) => message).filter(Boolean))];
  const term = termSentence(task, grade);
  return html`<p>${text.score(count('right'), cells.length)} ${count('empty') > 0 ? text.empty(count('empty')) : nothing}</p>
    ${unread.map((message) => html`<p class="problem">${message}</p>`)}
    ${slipSentences(grade).map((one) => html`<p class="slip">${one}</p>`)}
    ${term ? html`<p class="term">${term}</p>` : nothing}`;
}
