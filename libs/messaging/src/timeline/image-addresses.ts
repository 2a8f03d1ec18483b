import { urlOf } from '@dundun/domain';

const MOST_IMAGES = 50;
const MOST_HTML = 2_000_000;
/** Lengths are limited, so that hostile html takes linear time. */
const IN_ATTRIBUTE = /\b(?:src|background)\s{0,9}=\s{0,9}(?:"([^"]{1,2000})"|'([^']{1,2000})'|([^\s"'>]{1,2000}))/gi;
const IN_STYLE = /\burl\(\s{0,9}["']?(https?:[^"')\s]{1,2000})/gi;

const decoded = (text: string) => text.replace(/&(?:amp|#38|#x26);/gi, '&').trim();

/** Returns the addresses of images that a mail would fetch from other servers, each once, at most fifty. */
export function remoteAddresses(html: string): string[] {
  const source = html.slice(0, MOST_HTML);
  const found = new Set<string>();
  for (const pattern of [IN_ATTRIBUTE, IN_STYLE])
    for (const [, ...groups] of source.matchAll(pattern)) {
      const written = decoded(groups.find((group) => group !== undefined) ?? '');
      const url = written.startsWith('//') ? `https:${written}` : written;
      if (/^https?:\/\//i.test(url) && urlOf(url)) found.add(written);
      if (found.size >= MOST_IMAGES) return [...found];
    }
  return [...found];
}

const SIGNATURES: [type: string, at: number, bytes: string][] = [
  ['image/png', 0, '\x89PNG\r\n\x1a\n'],
  ['image/jpeg', 0, '\xff\xd8\xff'],
  ['image/gif', 0, 'GIF87a'],
  ['image/gif', 0, 'GIF89a'],
  ['image/webp', 8, 'WEBP'],
];

/** Returns the media type of an image by its first bytes, whatever its server says; null for others, such as SVG. */
export const imageType = (bytes: Buffer): string | null =>
  SIGNATURES.find(([, at, signature]) => bytes.subarray(at, at + signature.length).equals(Buffer.from(signature, 'latin1')))?.[0] ?? null; // prettier-ignore
