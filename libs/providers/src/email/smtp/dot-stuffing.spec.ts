import { describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { dotStuffed } from './dot-stuffing.js';

const stuffed = (text: string) => dotStuffed(Buffer.from(text, 'latin1')).toString('latin1');

describe('dot-stuffing', () => {
  it.each([
    ['.', '..'],
    ['..\r\n', '...\r\n'],
    ['a.b\r\n.c\r\n', 'a.b\r\n..c\r\n'],
    ['a\r\n.\r\n.\r\n', 'a\r\n..\r\n..\r\n'],
    // Some servers take a bare CR or LF for the end of a line.
    ['a\n.\r\nb', 'a\n..\r\nb'],
    ['a\r.\rb', 'a\r..\rb'],
    ['', ''],
  ])('turns %j into %j', (text, expected) => {
    expect(stuffed(text)).toBe(expected);
  });

  it('returns the same buffer if no line begins with a dot', () => {
    const content = Buffer.from('Subject: a.b\r\n\r\nNo. Dots. Here.\r\n');
    expect(dotStuffed(content)).toBe(content);
  });

  it('equals a replacement by expression for random bytes', () => {
    for (let count = 0; count < 500; count++) {
      const text = [...randomBytes(200)].map((byte) => '.\r\nab.'[byte % 6]).join('');
      expect(stuffed(text)).toBe(text.replace(/(^|[\r\n])\./g, '$1..'));
    }
  });
});
