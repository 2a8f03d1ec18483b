import { promisify } from 'node:util';
import { gunzip, inflateRaw } from 'node:zlib';

const [gunzipped, inflated] = [promisify(gunzip), promisify(inflateRaw)];

const ZIP = { local: 0x04034b50, entry: 0x02014b50, end: 0x06054b50 };
/** The record at the end of a ZIP is 22 bytes and a comment of at most 65,535. */
const MOST_END = 22 + 65_535;
const MOST_ENTRIES = 10;
const [STORED, DEFLATED] = [0, 8];

/**
 * Returns the XML in a gzip or ZIP file, or given as it is; null for anything else, and for more than `most` bytes.
 * The format follows from the first bytes: the media types and names of attachments are often wrong.
 */
export async function unpackXml(file: Buffer, most: number): Promise<Buffer | null> {
  try {
    const xml = await unpacked(file, most);
    return xml && xml.length <= most && isMarkup(xml) ? xml : null;
  } catch {
    return null;
  }
}

async function unpacked(file: Buffer, most: number): Promise<Buffer | null> {
  if (file.length < 4) return null;
  if (file.readUInt16BE(0) === 0x1f8b) return gunzipped(file, { maxOutputLength: most });
  if (file.readUInt32LE(0) !== ZIP.local) return file;
  const entry = entryOf(file);
  if (!entry) return null;
  if (entry.method === STORED) return entry.data;
  return entry.method === DEFLATED ? inflated(entry.data, { maxOutputLength: most }) : null;
}

/** Returns the first XML file of a ZIP. Reading past the end throws. */
function entryOf(zip: Buffer): { method: number; data: Buffer } | null {
  let end = zip.length - 22;
  while (end >= 0 && end >= zip.length - MOST_END && zip.readUInt32LE(end) !== ZIP.end) end--;
  const count = Math.min(zip.readUInt16LE(end + 10), MOST_ENTRIES);
  let at = zip.readUInt32LE(end + 16);
  for (let number = 0; number < count && zip.readUInt32LE(at) === ZIP.entry; number++) {
    const [flags, method, size] = [zip.readUInt16LE(at + 8), zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20)];
    const [name, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    const isEncrypted = (flags & 1) === 1;
    if (
      !isEncrypted &&
      zip
        .toString('latin1', at + 46, at + 46 + name)
        .toLowerCase()
        .endsWith('.xml')
    ) {
      const local = zip.readUInt32LE(at + 42);
      const begin = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
      return { method, data: zip.subarray(begin, begin + size) };
    }
    at += 46 + name + extra + comment;
  }
  return null;
}

const isMarkup = (bytes: Buffer) => /^(\u00ef\u00bb\u00bf)?\s*</.test(bytes.toString('latin1', 0, 200));
