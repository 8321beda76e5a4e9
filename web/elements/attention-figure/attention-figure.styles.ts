import { css } from 'lit';

export const figureStyles = css`
  :host {
    display: block;
    container-type: inline-size;
  }
  .frame {
    padding: 1rem;
    border: 1px solid var(--_line);
    border-radius: 0.75rem;
    background: var(--_paper);
  }
  .frame:focus-visible {
    outline-offset: -3px;
  }
  h3 {
    margin: 1.5rem 0 0.5rem;
    font-size: 1.125rem;
  }
  h3.title {
    margin: 0;
    color: var(--_accent);
  }
  h4 {
    margin: 0;
    font-size: 1rem;
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.15rem 0.5rem;
  }
  .shape {
    font-weight: 400;
    font-size: 0.8125rem;
    color: var(--_muted);
    font-variant-numeric: tabular-nums;
  }
  .about,
  .hint,
  .formula {
    margin: 0.1rem 0 0.5rem;
    font-size: 0.875rem;
    color: var(--_muted);
    max-width: 44rem;
  }
  .formula {
    margin-bottom: 0;
    color: var(--_ink);
    font-variant-numeric: tabular-nums;
  }
  .toolbar {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.5rem 1rem;
  }
  .toolbar .about {
    flex-basis: 100%;
    margin: 0;
  }
  .toolbar .buttons {
    display: flex;
    gap: 0.35rem;
  }
  .notice {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.5rem;
    margin-bottom: 1rem;
    padding: 0.6rem 0.9rem;
    border: 2px dashed var(--_bad);
    border-radius: 0.5rem;
  }
  .notice p {
    margin: 0;
  }
  .tokens {
    display: grid;
    gap: 0.6rem;
    margin-bottom: 0.75rem;
  }
  .cards {
    display: flex;
    flex-wrap: wrap;
    gap: 1rem 1.25rem;
    align-items: start;
  }
  .card {
    min-width: 9rem;
    max-width: 100%;
  }
  /* A card is as wide as its numbers; its words wrap. */
  .stage > :is(h4, p) {
    width: 0;
    min-width: 100%;
  }
  .letter {
    display: inline-grid;
    place-items: center;
    width: 1.6rem;
    height: 1.6rem;
    border-radius: 0.3rem;
    color: var(--_paper);
    font-weight: 700;
  }
  .q .letter {
    background: var(--_q);
  }
  .k .letter {
    background: var(--_k);
  }
  .v .letter {
    background: var(--_v);
  }
  .inputs .card {
    padding-top: 0.5rem;
    border-top: 4px solid var(--_edge);
  }
  .inputs .q {
    border-top-color: var(--_q);
  }
  .inputs .k {
    border-top-color: var(--_k);
  }
  .inputs .v {
    border-top-color: var(--_v);
  }
  .stepper {
    display: inline-flex;
    gap: 0.2rem;
  }
  .settings {
    display: flex;
    flex-wrap: wrap;
    gap: 0.75rem 2rem;
    margin-top: 1.25rem;
    padding: 0.75rem 0;
    border-block: 1px solid var(--_line);
  }
  .settings fieldset {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.25rem 1rem;
    margin: 0;
    padding: 0;
    border: 0;
    min-width: 0;
  }
  .settings legend {
    float: left;
    padding: 0;
    font-weight: 600;
  }
  .settings label {
    display: inline-flex;
    align-items: center;
    min-height: 1.75rem;
  }
  .factor {
    display: inline-flex;
    align-items: center;
    gap: 0.4rem;
  }
  .predict {
    margin-top: 0.75rem;
  }
  .predict h4 {
    margin-bottom: 0.4rem;
  }
  .stages {
    counter-reset: stage;
    gap: 1rem 0.8rem;
    align-items: stretch;
  }
  .stage {
    position: relative;
    display: flex;
    flex-direction: column;
    padding: 0.6rem 0.45rem 0.6rem;
    border: 1px solid var(--_line);
    border-radius: 0.5rem;
    background: var(--_raised);
  }
  /* Rows of one query stand on one line across the stages. */
  .stage al-matrix {
    margin-top: auto;
  }
  .stage h4::before {
    counter-increment: stage;
    content: counter(stage);
    display: inline-grid;
    place-items: center;
    width: 1.35rem;
    height: 1.35rem;
    border-radius: 50%;
    border: 1px solid var(--_edge);
    font-size: 0.8125rem;
    font-weight: 500;
  }
  .stage + .stage::before {
    content: '→';
    position: absolute;
    left: -0.9rem;
    top: 50%;
    width: 1rem;
    text-align: center;
    color: var(--_muted);
  }
  .stage.weights {
    border-color: var(--_accent);
  }
  al-explain {
    margin-top: 1rem;
    scroll-margin-block: 1rem;
  }
  .words {
    margin-top: 1.25rem;
  }
  .words summary {
    padding: 0.1rem 0;
    font-weight: 600;
    cursor: pointer;
  }
  .words p,
  .words ul {
    max-width: 48rem;
    margin: 0.4rem 0;
    font-family: var(--_serif);
  }
  .words ul {
    padding-left: 1.2rem;
  }
  al-take-away {
    margin-top: 1rem;
  }
  .failure {
    padding: 1rem 1.25rem;
    border: 2px solid var(--_bad);
    border-radius: 0.75rem;
  }
  /* Where five stages of three tokens do not fit on a line: the scores above, what is made of them below. */
  @container (40rem < width < 70rem) {
    .stages {
      row-gap: 0.5rem;
    }
    .stages::after {
      content: '';
      order: 1;
      flex-basis: 100%;
    }
    .stage:is(.weights, .output) {
      order: 2;
    }
    .stage.weights::before {
      content: none;
    }
  }
  @container (max-width: 40rem) {
    .frame {
      padding: 0.75rem;
      border-inline: 0;
      border-radius: 0;
    }
    .cards {
      flex-flow: column nowrap;
      align-items: stretch;
    }
    .cards > al-explain {
      margin: 0;
    }
    .stage > :is(h4, p) {
      width: auto;
    }
    .stage al-matrix {
      margin-top: 0.25rem;
    }
    .stage + .stage::before,
    al-explain + .stage::before {
      content: '↓';
      position: absolute;
      left: 0;
      right: 0;
      top: -1.4rem;
      width: auto;
      text-align: center;
      color: var(--_muted);
    }
  }
  @media print {
    .toolbar,
    .hint,
    .stepper,
    .tokens label,
    .again {
      display: none;
    }
    .frame {
      border: 0;
      padding: 0;
    }
    .card {
      break-inside: avoid;
    }
  }
`;
