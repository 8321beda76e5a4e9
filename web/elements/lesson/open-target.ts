/** A link to something inside a closed <details> opens it: a reader who follows a link must see its target. */
export function openTarget(): void {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  let folded: Element | null | undefined = target?.closest('details:not([open])');
  if (!target || !folded) return;
  while (folded) {
    (folded as HTMLDetailsElement).open = true;
    folded = folded.parentElement?.closest('details:not([open])');
  }
  target.scrollIntoView();
}
