/** A mail of an archive. */
export interface ArchiveEntry {
  id: string;
  subject: string;
  /** When it was sent, as YYYY-MM-DD. */
  day: string;
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character);

/** Returns the page of a list with links to its mails. */
export function archivePage(title: string, listId: string, entries: readonly ArchiveEntry[]): string {
  const mails = entries.map(
    ({ id, subject, day }) =>
      `<li><time datetime="${day}">${day}</time> <a dir="auto" href="${encodeURIComponent(listId)}/${encodeURIComponent(id)}">${escaped(subject)}</a></li>`,
  );
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
    '<meta name="viewport" content="width=device-width, initial-scale=1">' +
    `<meta name="color-scheme" content="light dark"><title>${escaped(title)}</title></head>` +
    `<body><main><h1 dir="auto">${escaped(title)}</h1>` +
    (mails.length > 0 ? `<ul>${mails.join('')}</ul>` : '<p>Nothing was sent yet.</p>') +
    '</main></body></html>'
  );
}
