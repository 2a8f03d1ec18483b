import { createHash } from 'node:crypto';
import { escapeHtml } from './escape-html.js';

const STYLE = `
:root{color-scheme:light dark;--paper:#fbf9f6;--card:#fff;--ink:#1b1d29;--muted:#595c68;--line:#e2dfda;--primary:#3e46a7;--strong:#313491;--on:#fdfcf9;--ochre:#e59743;--ring:#5863d3}
@media (prefers-color-scheme:dark){:root{--paper:#0f1117;--card:#171820;--ink:#eceae6;--muted:#a3a6b0;--line:#2a2c35;--primary:#a6aff8;--strong:#bec6ff;--on:#0e112a;--ochre:#efab5c;--ring:#a6aff8}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;min-height:100vh;min-height:100dvh;display:grid;place-items:center;padding:24px 16px;background:var(--paper);color:var(--ink);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
main{width:100%;max-width:29rem;background:var(--card);border:1px solid var(--line);border-top:4px solid var(--ochre);border-radius:14px;padding:clamp(24px,6vw,40px)}
h1{margin:0 0 12px;font-size:1.5rem;line-height:1.25;letter-spacing:-.01em;overflow-wrap:anywhere}
p{margin:0 0 16px;overflow-wrap:anywhere}
p:last-child{margin-bottom:0}
.kind{margin-bottom:6px;color:var(--muted);font-size:.875rem}
.about{white-space:pre-line}
.small{color:var(--muted);font-size:.875rem}
form{margin:24px 0 16px}
button{width:100%;min-height:48px;padding:12px 20px;border:0;border-radius:10px;background:var(--primary);color:var(--on);font:inherit;font-weight:600;cursor:pointer}
button:hover{background:var(--strong)}
button:focus-visible{outline:3px solid var(--ring);outline-offset:3px}
@media (forced-colors:active){button{border:1px solid ButtonText}}
`.trim();

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** What every page for people is sent with: nothing is loaded from anywhere, nothing is kept, nobody frames or finds it. */
export const PAGE_HEADERS: Record<string, string> = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'X-Robots-Tag': 'noindex, nofollow',
};

/** @param content HTML, whatever was not ours in it escaped */
export function hostedPage(title: string, content: string): string {
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
    '<meta name="viewport" content="width=device-width, initial-scale=1">' +
    '<meta name="robots" content="noindex, nofollow">' +
    `<title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><main>${content}</main></body></html>`
  );
}
