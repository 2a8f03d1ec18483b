import { escapeHtml } from '@dundun/domain';
import { createHash } from 'node:crypto';
import type { AskedList } from '../words/asked-list.js';
import type { Words } from '../words/words.js';

const STYLE = `
:root{color-scheme:light dark;--paper:#fbf9f6;--card:#fff;--ink:#1b1d29;--muted:#595c68;--line:#e2dfda;--primary:#3e46a7;--strong:#313491;--on:#fdfcf9;--ochre:#e59743;--ring:#5863d3;--edge:#8a8c96;--wrong:#a3262b}
@media (prefers-color-scheme:dark){:root{--paper:#0f1117;--card:#171820;--ink:#eceae6;--muted:#a3a6b0;--line:#2a2c35;--primary:#a6aff8;--strong:#bec6ff;--on:#0e112a;--ochre:#efab5c;--ring:#a6aff8;--edge:#7d808c;--wrong:#ff9d97}}
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
button.quiet{margin-top:12px;border:1px solid var(--edge);background:transparent;color:var(--ink)}
button.quiet:hover{border-color:var(--ink)}
a{color:var(--primary)}
label{display:block;margin:0 0 6px;font-weight:600}
label .small{font-weight:400}
input:not([type=checkbox],[type=radio]),select{display:block;width:100%;min-height:48px;margin:0 0 16px;padding:10px 12px;border:1px solid var(--edge);border-radius:10px;background:var(--paper);color:var(--ink);font:inherit}
input[aria-invalid]{border-color:var(--wrong)}
.wrong{color:var(--wrong);font-weight:600}
fieldset{margin:0 0 20px;padding:0;border:0}
legend{padding:0;margin:0 0 12px}
legend .small{display:block}
.choice{display:flex;gap:12px;padding:14px 0;margin:0;border-top:1px solid var(--line);font-weight:400;overflow-wrap:anywhere}
.choice input{flex:none;width:22px;height:22px;margin:1px 0 0;accent-color:var(--primary)}
.choice span{display:block;min-width:0}
.choice strong{font-weight:600}
.away{position:absolute;left:-9999px;width:1px;height:1px;overflow:hidden}
button:focus-visible,input:focus-visible,select:focus-visible,a:focus-visible{outline:3px solid var(--ring);outline-offset:3px}
@media (forced-colors:active){button{border:1px solid ButtonText}}
`.trim();

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

const policy = (goals: string) =>
  `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action ${goals}; base-uri 'none'; frame-ancestors 'none'`;

/** Headers of every hosted page: it loads nothing from elsewhere and is not cached, framed or indexed. */
export const PAGE_HEADERS: Record<string, string> = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': policy("'self'"),
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'X-Robots-Tag': 'noindex, nofollow',
};

/** Headers of a page whose form redirects to another site: browsers apply the policy to every redirect. */
export const LEADING_AWAY: Record<string, string> = {
  ...PAGE_HEADERS,
  'Content-Security-Policy': policy("'self' https: http:"),
};

/** Returns a whole page. @param content HTML with all third-party text escaped */
export function hostedPage({ language }: Words, title: string, content: string): string {
  return (
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">` +
    '<meta name="viewport" content="width=device-width, initial-scale=1">' +
    '<meta name="robots" content="noindex, nofollow">' +
    `<title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><main>${content}</main></body></html>`
  );
}

/** Returns the head of a page about a list. */
export function about({ mailingList }: Words, { title, description }: AskedList): string {
  const said = description ? `<p class="about" dir="auto">${escapeHtml(description)}</p>` : '';
  return `<p class="kind">${escapeHtml(mailingList)}</p><h1 dir="auto">${escapeHtml(title)}</h1>${said}`;
}

/** Returns the text of a page about a list, the button last: the evidence of a choice. */
export function shownText({ mailingList }: Words, list: AskedList, question: string, button: string): string {
  const { title, description } = list;
  return [mailingList, title, ...(description ? [description] : []), question, `[${button}]`].join('\n');
}

/** Returns a paragraph of plain text. @param kind its class */
export const paragraph = (text: string, kind?: string): string =>
  `<p${kind === undefined ? '' : ` class="${kind}"`}>${escapeHtml(text)}</p>`;

/** Returns a status message, which screen readers announce. */
export const happened = (text: string): string => `<p role="status"><strong>${escapeHtml(text)}</strong></p>`;

/** Returns the error message of the form's field; INVALID holds the attributes that refer to it. */
export const faultOf = (fault?: string): string =>
  fault === undefined ? '' : `<p class="wrong" id="wrong" role="alert">${escapeHtml(fault)}</p>`;
export const INVALID = ' aria-invalid="true" aria-describedby="wrong"';

/** Returns a page with a message. @param heading plain text @param text plain text */
export function messagePage(words: Words, heading: string, text: string): string {
  return hostedPage(words, heading, `<h1>${escapeHtml(heading)}</h1>${paragraph(text)}`);
}
