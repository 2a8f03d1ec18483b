const EVERYWHERE = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};

/** Files are not documents. Pages get a policy of their own, with a nonce, in src/proxy.ts. */
const FILES = { 'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'" };

const rule = (source, headers) => ({
  source,
  headers: Object.entries(headers).map(([key, value]) => ({ key, value })),
});

/** The preview of a mail is a frame without an origin. These images are public anyway. */
const IMAGES = { 'Cross-Origin-Resource-Policy': 'cross-origin' };

/** Headers that are the same for every request; a later rule wins. */
export const headerRules = [
  rule('/:path*', EVERYWHERE),
  rule('/_next/static/:path*', FILES),
  rule('/api/v1/images/:file', IMAGES),
];
