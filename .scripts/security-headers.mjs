// The security headers of the page: what our server sends, and what any other server should send.

/** Works as a <meta> too, for servers that send no headers. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types attn lit-html',
].join('; ');

/** The page that shows how a site embeds the lesson has frames of its own origin. @param {string} page its file */
export const policyOf = (page) =>
  /\bhost-demo\.html$/.test(page)
    ? `${contentSecurityPolicy}; frame-src 'self'`
    : contentSecurityPolicy;

/** @type {Record<string, string>} */
const always = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
};

/**
 * What a file is sent with. Any site may frame embed.html and the single file, which obey only whom their address names,
 * and load the elements. Browsers ignore frame-ancestors in a <meta>.
 * @param {string} path
 * @returns {Record<string, string>}
 */
export function securityHeaders(path) {
  // Its own <meta> has the policy: what it runs stands in the file itself.
  if (/\/attention-lesson\.html$/.test(path)) return always;
  const anybody = /\/embed\.html$/.test(path);
  const shared = /\/(elements|engine|schemas)\/|\/oembed\.json$/.test(path);
  return {
    'Content-Security-Policy': `${policyOf(path)}; frame-ancestors ${anybody ? '*' : "'self'"}`,
    ...always,
    ...(shared ? { 'Access-Control-Allow-Origin': '*' } : {}),
  };
}
