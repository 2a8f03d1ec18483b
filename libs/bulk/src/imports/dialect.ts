import chardet from 'chardet';
import { isUtf8 } from 'node:buffer';
import { parse } from 'csv-parse/sync';

/** How a file writes its table. */
export interface Dialect {
  /** A label of the WHATWG encoding standard, such as `utf-8` or `windows-1252`. */
  encoding: string;
  separator: string;
  has_header: boolean;
}

const SEPARATORS = [',', ';', '\t', '|'] as const;
/** How much of a file shows how it is written. */
export const SAMPLE_BYTES = 256 * 1024;
const SAMPLE_RECORDS = 50;
const FALLBACK = 'windows-1252';

/** Guesses how the file is written from its beginning. */
export function detectDialect(bytes: Buffer): Dialect {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const encoding = detectEncoding(sample);
  const text = decoded(sample, encoding);
  const separator = detectSeparator(text);
  return { encoding, separator, has_header: looksLikeHeader(firstRecords(text, separator)[0] ?? []) };
}

/** Whether this process can decode the encoding. */
export function isEncoding(label: string): boolean {
  try {
    new TextDecoder(label);
    return true;
  } catch {
    return false;
  }
}

export function decoded(bytes: Buffer, encoding: string): string {
  return new TextDecoder(encoding).decode(bytes, { stream: true });
}

/** Returns the first records of a text; its last one may be cut off and is left out. */
export function firstRecords(text: string, separator: string, most = SAMPLE_RECORDS): string[][] {
  for (const whole of [text, text.slice(0, text.lastIndexOf('\n'))]) {
    try {
      return parse(whole, { ...LENIENT, delimiter: separator, to: most }) as string[][];
    } catch {
      // A quoted value that the sample cuts off: the next try ends with the line before.
    }
  }
  return [];
}

/** Accepts what real exports contain: rows of any length, stray quotes, empty lines. */
export const LENIENT = { bom: true, relax_column_count: true, relax_quotes: true, skip_empty_lines: true } as const;

function detectEncoding(sample: Buffer): string {
  if (sample[0] === 0xff && sample[1] === 0xfe) return 'utf-16le';
  if (sample[0] === 0xfe && sample[1] === 0xff) return 'utf-16be';
  // The sample may end within a character of up to four bytes.
  if ([0, 1, 2, 3].some((cut) => isUtf8(sample.subarray(0, sample.length - cut)))) return 'utf-8';
  const guess = chardet.detect(sample)?.toLowerCase() ?? FALLBACK;
  return isEncoding(guess) ? guess : FALLBACK;
}

/** Takes the separator that gives the most columns, of those that give nearly every record the same number. */
function detectSeparator(text: string): string {
  const scored = SEPARATORS.map((separator) => {
    const widths = firstRecords(text, separator).map(({ length }) => length);
    const [width = 1] = widths;
    const share = widths.filter((each) => each === width).length / Math.max(1, widths.length);
    return { separator, score: width > 1 ? share * 100 + Math.min(width, 50) : 0 };
  });
  const best = scored.reduce((one, other) => (other.score > one.score ? other : one));
  return best.score > 0 ? best.separator : ',';
}

/** A header has names: no addresses, no numbers, nothing twice. */
function looksLikeHeader(cells: string[]): boolean {
  const names = cells.map((cell) => cell.trim().toLowerCase()).filter((cell) => cell !== '');
  const isData = (cell: string) => cell.includes('@') || /^\+?[\d\s().-]{4,}$/.test(cell);
  return names.length > 0 && !names.some(isData) && new Set(names).size === names.length;
}
