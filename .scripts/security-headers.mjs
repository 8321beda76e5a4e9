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

/** @type {Record<string, string>} */
export const securityHeaders = {
  // Browsers ignore frame-ancestors in a <meta>.
  'Content-Security-Policy': `${contentSecurityPolicy}; frame-ancestors 'self'`,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
};
