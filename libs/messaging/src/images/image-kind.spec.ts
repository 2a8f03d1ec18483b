import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { imageFacts } from './image-kind.js';

const PIXEL_PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const PIXEL_GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const jpeg = (...frame: number[]) =>
  Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xc0, 0, 11, 8, ...frame, 1, 1, 0x11, 0]);
const webp = (format: string, rest: number[]) =>
  Buffer.concat([Buffer.from(`RIFF\0\0\0\0WEBP${format}`), Buffer.from(rest), Buffer.alloc(20)]);

describe('imageFacts', () => {
  it.each([
    ['PNG', PIXEL_PNG, { kind: 'png', width: 1, height: 1 }],
    ['GIF', PIXEL_GIF, { kind: 'gif', width: 1, height: 1 }],
    ['JPEG', jpeg(0, 2, 0, 3), { kind: 'jpg', width: 3, height: 2 }],
    ['extended WebP', webp('VP8X', [10, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 5, 0, 0]), { kind: 'webp', width: 5, height: 6 }],
    ['WebP', webp('VP8 ', [0, 0, 0, 0, 0, 0, 0, 0x9d, 1, 0x2a, 7, 0, 8, 0]), { kind: 'webp', width: 7, height: 8 }],
    ['lossless WebP', webp('VP8L', [0, 0, 0, 0, 0x2f, 1, 0x40, 0, 0]), { kind: 'webp', width: 2, height: 2 }],
  ])('reads the size of a %s', (_, bytes, facts) => {
    expect(imageFacts(bytes)).toEqual(facts);
  });

  it.each([
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    ['HTML after a GIF word', 'GIF89x<script>'],
    ['nothing', ''],
    ['a GIF of no size', 'GIF89a\0\0\0\0\0\0\0\0'],
  ])('refuses %s', (_, text) => {
    expect(imageFacts(Buffer.from(text))).toBeNull();
  });

  it('reads any bytes without an exception', () => {
    const beginnings = fc.constantFrom(PIXEL_PNG, PIXEL_GIF, jpeg(0, 2, 0, 3), webp('VP8X', []), Buffer.alloc(0));
    fc.assert(
      fc.property(beginnings, fc.nat(40), fc.uint8Array(), (start, length, rest) => {
        imageFacts(Buffer.concat([start.subarray(0, length), rest]));
      }),
    );
  });
});
