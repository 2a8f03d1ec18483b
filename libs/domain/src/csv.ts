/** Matches what a spreadsheet would take for a formula, with its own quotes, so that an added quote can be removed again. */
const FORMULA = /^'*[=+\-@\t\r]/;
const SHOWN_AS_TEXT = /^'+[=+\-@\t\r]/;

/** Writes one line of CSV (RFC 4180). A value that a spreadsheet would run as a formula gets a quote before it. */
export const csvLine = (values: string[]): string => `${values.map(cell).join(',')}\r\n`;

function cell(value: string): string {
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Reads the values of every line as they were given to csvLine. @returns null for text that is not CSV */
export function csvRows(text: string): string[][] | null {
  const rows: string[][] = [];
  let row: string[] = [];
  for (let at = 0; at < text.length;) {
    const read = text[at] === '"' ? quoted(text, at + 1) : plain(text, at);
    if (!read) return null;
    const { value, end } = read;
    row.push(SHOWN_AS_TEXT.test(value) ? value.slice(1) : value);
    const rest = text.slice(end, end + 2);
    if (rest.startsWith(',')) at = end + 1;
    else if (rest === '' || /^[\r\n]/.test(rest)) {
      rows.push(row);
      row = [];
      at = end + (rest === '\r\n' ? 2 : 1);
    } else return null;
  }
  return row.length > 0 ? [...rows, [...row, '']] : rows;
}

const END = /[,\r\n]|$/g;

function plain(text: string, start: number): { value: string; end: number } {
  END.lastIndex = start;
  const end = END.exec(text)?.index ?? text.length;
  return { value: text.slice(start, end), end };
}

/** @returns null if the quote is not closed */
function quoted(text: string, start: number): { value: string; end: number } | null {
  for (let at = text.indexOf('"', start); at >= 0; at = text.indexOf('"', at + 2))
    if (text[at + 1] !== '"') return { value: text.slice(start, at).replaceAll('""', '"'), end: at + 1 };
  return null;
}
