/** The HTML that shows a figure, as it is now, in another page: web/embed/README.md. */
const SANDBOX =
  'allow-scripts allow-same-origin allow-forms allow-downloads allow-modals allow-popups allow-popups-to-escape-sandbox';

/** Where embed.html lies; nothing in a page that has none beside it, such as the lesson in one file. */
function place(): string | undefined {
  const known = document.querySelector<HTMLLinkElement>('link[type="application/json+oembed"]');
  return known && /^https?:$/.test(location.protocol)
    ? new URL('embed.html', known.href).href
    : undefined;
}

export const canEmbed = (): boolean => place() !== undefined;

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** `address`: parameters of embed.html, in order; an empty one is left out. */
export function embedCode(address: Readonly<Record<string, string>>, title: string): string {
  // As they are: states have an alphabet of their own, which an address holds.
  const search = Object.entries(address)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  return `<iframe src="${escaped(`${place() ?? ''}?${search}`)}" title="${escaped(title)}" width="100%" height="900" loading="lazy" style="border: 0" sandbox="${SANDBOX}" allow="fullscreen; clipboard-write"></iframe>`;
}
