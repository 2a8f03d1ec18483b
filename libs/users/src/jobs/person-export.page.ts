import { escapeHtml } from '@dundun/domain';
import type { ExportedPerson } from './person-export.service.js';

const STYLE = `
  body { font: 14px/1.5 system-ui, sans-serif; color: #1b1d29; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
  h2 { margin: 2.5rem 0 .5rem; padding-bottom: .25rem; border-bottom: 2px solid #3e46a7; font-size: 1.1rem; }
  dl { display: grid; grid-template-columns: minmax(8rem, 14rem) 1fr; gap: .15rem 1rem; margin: 0; padding: .75rem 0; border-bottom: 1px solid #ddd; }
  dt { color: #595c68; } dd { margin: 0; overflow-wrap: anywhere; white-space: pre-wrap; }
  @media (max-width: 30rem) { dl { grid-template-columns: 1fr; } dd { margin-bottom: .35rem; } }
  @media (prefers-color-scheme: dark) { body { background: #14151d; color: #e8e8ee; } dt { color: #a4a7b5; } dl { border-color: #333; } }`;

/** Titles of tables; another one is titled by its name. */
const TITLES: Record<string, string> = {
  people: 'Profile',
  person_keys: 'Addresses and devices',
  merged_uids: 'Former ids',
  account_members: 'Accounts',
  memberships: 'Lists',
  consents: 'Consent history',
  confirmations: 'Requests to confirm',
  list_suppressions: 'Opt-outs',
  suppressions: 'Suppressed addresses',
  imported_people: 'Imports',
  import_problems: 'Rows of imported files',
  bulk_changes: 'Changes of lists in bulk',
};

/** Returns a column or table name as words: `first_name` is `First name`. */
const asWords = (name: string) => {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const isEmpty = (value: unknown) =>
  value === null ||
  value === undefined ||
  value === '' ||
  JSON.stringify(value) === '{}' ||
  JSON.stringify(value) === '[]';

function textOf(value: unknown): string {
  if (value instanceof Date)
    return value
      .toISOString()
      .replace('T', ' ')
      .replace(/\.\d+Z$/, ' UTC');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value);
}

const rowOf = (row: object) =>
  `<dl>${Object.entries(row)
    .filter(([, value]) => !isEmpty(value))
    .map(([name, value]) => `<dt>${escapeHtml(asWords(name))}</dt><dd>${escapeHtml(textOf(value))}</dd>`)
    .join('')}</dl>\n`;

/** Writes a page that a person can read: a section for each kind of row, empty fields left out. It holds no script and loads nothing. */
export async function* personPage({ uid, chunks }: ExportedPerson, at: Date): AsyncGenerator<string> {
  const title = `Everything about ${escapeHtml(uid)}`;
  yield (
    `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>${title}</title>` +
    `<meta name="viewport" content="width=device-width"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">` +
    `<style>${STYLE}</style></head><body>\n<h1>${title}</h1>\n<p>As stored on ${escapeHtml(textOf(at))}.</p>\n`
  );
  let section: string | null = null;
  for await (const { table, rows } of chunks) {
    if (table !== section) yield `<h2>${escapeHtml(TITLES[table] ?? asWords(table))}</h2>\n`;
    section = table;
    yield rows.map(rowOf).join('');
  }
  yield '</body></html>\n';
}

/** Writes one JSON document: `{"uid", "exported_at", "data": [{"table", "row"}, …]}`, with one line for each row. */
export async function* personJson({ uid, chunks }: ExportedPerson, at: Date): AsyncGenerator<string> {
  yield `{"uid":${JSON.stringify(uid)},"exported_at":${JSON.stringify(at.toISOString())},"data":[`;
  let separator = '\n';
  for await (const { table, rows } of chunks) {
    for (const row of rows) {
      yield separator + JSON.stringify({ table, row });
      separator = ',\n';
    }
  }
  yield '\n]}\n';
}
