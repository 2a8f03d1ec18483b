/** The formats that every mail client shows and that cannot contain a script. */
export type ImageType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);
const startsWith = (bytes: Buffer, start: Buffer) => bytes.subarray(0, start.length).equals(start);
const text = (bytes: Buffer, from: number, to: number) => bytes.toString('latin1', from, to);

/** Returns the type of an image by its first bytes, whatever the upload calls it; null for anything else, such as SVG. */
export function imageTypeOf(bytes: Buffer): ImageType | null {
  if (startsWith(bytes, PNG)) return 'image/png';
  if (startsWith(bytes, JPEG)) return 'image/jpeg';
  if (/^GIF8[79]a$/.test(text(bytes, 0, 6))) return 'image/gif';
  return text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 12) === 'WEBP' ? 'image/webp' : null;
}
