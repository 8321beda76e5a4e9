// oEmbed for the page: what a site shows that is given the lesson's address. LESSON_URL says where the lesson will lie.
const DEFAULT = 'http://localhost:8080/';
const SANDBOX =
  'allow-scripts allow-same-origin allow-forms allow-downloads allow-modals allow-popups allow-popups-to-escape-sandbox';

/** @param {string} base with a slash at its end */
export const oembedOf = (base) => ({
  version: '1.0',
  type: 'rich',
  title: 'Attention, every number computed here',
  provider_name: 'attention-lesson',
  provider_url: base,
  html: `<iframe src="${base}embed.html" title="Attention lesson" width="100%" height="900" loading="lazy" style="border: 0" sandbox="${SANDBOX}" allow="fullscreen; clipboard-write"></iframe>`,
  width: 1000,
  height: 900,
  thumbnail_url: `${base}preview.png`,
  thumbnail_width: 1256,
  thumbnail_height: 1071,
});

/**
 * oembed.json beside the pages, and the link to it in those that show the lesson.
 * @returns {import('vite').Plugin}
 */
export function oembed() {
  const base = new URL(process.env.LESSON_URL || DEFAULT).href.replace(/\/?$/, '/');
  return {
    name: 'lesson:oembed',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { filename }) =>
        /\b(index|embed)\.html$/.test(filename)
          ? html.replace(
              '</head>',
              '  <link rel="alternate" type="application/json+oembed" href="./oembed.json" title="Attention, every number computed here">\n  </head>',
            )
          : html,
    },
    generateBundle() {
      const source = `${JSON.stringify(oembedOf(base), null, 2)}\n`;
      this.emitFile({ type: 'asset', fileName: 'oembed.json', source });
    },
  };
}
