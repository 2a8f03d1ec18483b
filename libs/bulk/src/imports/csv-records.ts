import { parse, type CsvError, type Info } from 'csv-parse';
import { Readable } from 'node:stream';
import { HopelessError } from '../jobs/bulk-job.js';
import { LENIENT, type Dialect } from './dialect.js';

/** A record of a file, without the header. */
export interface CsvRecord {
  /** The line of the file on which it begins, from 1. */
  line: number;
  cells: string[];
}

/** The parser holds every record of what it is given at once: those of a whole piece would take 40 MB. */
const PARSED_BYTES = 32 * 1024;
/** A longer record is a quote that was never closed. */
const LONGEST_RECORD = 1024 * 1024;

/** Reads the records of a file piece by piece, so that memory does not grow with the file. @throws HopelessError */
export async function* csvRecords(
  pieces: AsyncIterable<Uint8Array>,
  { encoding, separator, has_header }: Dialect,
): AsyncGenerator<CsvRecord> {
  const source = Readable.from(texts(pieces, encoding), { objectMode: true, highWaterMark: 1 });
  const parser = parse({ ...LENIENT, delimiter: separator, info: true, max_record_size: LONGEST_RECORD });
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  let isFirst = has_header;
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: Info }>) {
      if (isFirst) isFirst = false;
      else yield { line: info.lines - breaksIn(record), cells: record };
    }
  } catch (error) {
    const { code = '' } = error as CsvError;
    if (!code.startsWith('CSV_')) throw error;
    throw new HopelessError(`the file cannot be read as a table: ${(error as Error).message.slice(0, 300)}`, {
      cause: error,
    });
  } finally {
    source.destroy();
    parser.destroy();
  }
}

async function* texts(pieces: AsyncIterable<Uint8Array>, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const piece of pieces)
    for (let at = 0; at < piece.length; at += PARSED_BYTES)
      yield decoder.decode(piece.subarray(at, at + PARSED_BYTES), { stream: true });
  const rest = decoder.decode();
  if (rest !== '') yield rest;
}

/** A record that spans lines is counted at its last one. */
function breaksIn(cells: string[]): number {
  let count = 0;
  for (const cell of cells) for (let at = cell.indexOf('\n'); at >= 0; at = cell.indexOf('\n', at + 1)) count += 1;
  return count;
}
