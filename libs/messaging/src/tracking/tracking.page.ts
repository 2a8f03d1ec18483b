/** Headers that forbid caching, referrers and indexing. */
export const LINK_HEADERS: Record<string, string> = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex, nofollow',
};

export const LINK_PAGE_HEADERS: Record<string, string> = {
  ...LINK_HEADERS,
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
};

/** Returns a page. Heading and text are our own constants, so they are not escaped. */
export const linkPage = (heading: string, text: string): string =>
  '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
  '<meta name="viewport" content="width=device-width, initial-scale=1">' +
  `<meta name="color-scheme" content="light dark"><title>${heading}</title></head>` +
  `<body><main><h1>${heading}</h1><p>${text}</p></main></body></html>`;
