/**
 * Numbers in the page's formulas that follow a figure. The lesson says which, when it is built:
 * \live{0.576}{bank.weights.2.1}{figure-row/weight.1} is the number that the figure of that id calls "weight.1".
 */

const MATHML = 'http://www.w3.org/1998/Math/MathML';

/** Writes what a figure shows now into the formulas that follow it. Without an id nothing follows a figure. */
export function tellFormulas(figure: HTMLElement, numbers: Readonly<Record<string, string>>): void {
  const root = figure.getRootNode();
  if (!figure.id || !(root instanceof Document || root instanceof ShadowRoot)) return;
  const prefix = `${figure.id}/`;
  for (const place of root.querySelectorAll(`[data-live^="${CSS.escape(prefix)}"]`)) {
    const text = numbers[place.getAttribute('data-live')?.slice(prefix.length) ?? ''];
    if (text === undefined || place.textContent === text) continue;
    // A number with a sign is a row of two: the sign and the digits.
    if (place.localName === 'mn') place.textContent = text;
    else {
      const number = document.createElementNS(MATHML, 'mn');
      number.textContent = text;
      place.replaceChildren(number);
    }
  }
}
