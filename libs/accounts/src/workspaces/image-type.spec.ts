import { describe, expect, it } from '@jest/globals';
import { imageTypeOf } from './image-type.js';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

describe('the type of an image', () => {
  it.each([
    ['PNG', PNG, 'image/png'],
    ['JPEG', Buffer.from('ffd8ffe000104a464946', 'hex'), 'image/jpeg'],
    ['GIF', Buffer.from('GIF89a....'), 'image/gif'],
    ['WebP', Buffer.from('RIFF....WEBPVP8 '), 'image/webp'],
  ])('is read from its first bytes: %s', (_, bytes, type) => expect(imageTypeOf(bytes)).toBe(type));

  it.each([
    ['nothing', ''],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['html', '<html><script>alert(1)</script>'],
    ['SVG that calls itself PNG', '\x89PN<svg>'],
    ['a sound', 'RIFF....WAVEfmt '],
    ['a short GIF', 'GIF8'],
  ])('is none for %s', (_, bytes) => expect(imageTypeOf(Buffer.from(bytes, 'latin1'))).toBeNull());
});
