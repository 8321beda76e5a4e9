/** Numbers in the order of memory, as a strip of boxes in groups, coloured by whose they are and named in words too. */
import { css, html, nothing } from 'lit';

export interface Box {
  readonly words: string;
  readonly small: string;
  /** Boxes of one colour belong together. */
  readonly colour: number;
}

const COLOURS = 4;

export const stripStyles = css`
  .strip {
    margin: 0.6rem 0 0;
    font-size: 0.875rem;
  }
  .strip p {
    margin: 0 0 0.2rem;
  }
  .groups {
    display: flex;
    flex-wrap: wrap;
    gap: 0.35rem 0.75rem;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .groups ul {
    display: flex;
    flex-wrap: wrap;
    gap: 2px;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .run {
    padding: 0.15rem 0.5rem;
    border: 1px solid var(--_edge);
    border-radius: 0.2rem;
    font-size: 0.8125rem;
    line-height: 1.3;
    text-align: center;
  }
  .run small {
    display: block;
    font-size: 0.75rem;
    font-variant-numeric: tabular-nums;
  }
  .c0 {
    background-color: color-mix(in oklab, var(--_accent) 14%, var(--_paper));
  }
  .c1 {
    background-color: color-mix(in oklab, var(--_muted) 14%, var(--_paper));
  }
  .c2 {
    border-style: dashed;
    background-color: color-mix(in oklab, var(--_accent) 5%, var(--_paper));
  }
  .c3 {
    border-style: dashed;
    background-color: color-mix(in oklab, var(--_muted) 5%, var(--_paper));
  }
  .wrongly {
    padding-left: 0.6rem;
    border-left: 3px solid var(--_bad);
  }
`;

export const colourOf = (index: number): string => `c${index % COLOURS}`;

/** `more`: a second line above the boxes. */
export function strip(
  about: string,
  groups: readonly (readonly Box[])[],
  { wrongly = false, more = '' }: { readonly wrongly?: boolean; readonly more?: string } = {},
) {
  return html`<div class="strip ${wrongly ? 'wrongly' : ''}">
    <p>${about}</p>
    ${more ? html`<p class="more">${more}</p>` : nothing}
    <ol class="groups">
      ${groups.map(
        (group) => html`<li>
          <ul>
            ${group.map(
              ({ words, small, colour }) => html`<li class="run ${colourOf(colour)}">
                ${words}
                <small>${small}</small>
              </li>`,
            )}
          </ul>
        </li>`,
      )}
    </ol>
  </div>`;
}
