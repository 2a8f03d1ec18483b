import { describe, expect, it } from '@jest/globals';
import { ReplyReader } from './reply-reader.js';

const read = (...chunks: (string | Buffer)[]) => {
  const reader = new ReplyReader();
  return chunks.flatMap((chunk) => reader.read(Buffer.from(chunk as string))).map(({ code, text }) => [code, text]);
};

describe('reply reader', () => {
  const dialogue = '220 Hi\r\n250-one\r\n250-PIPELINING\r\n250 SIZE\r\n354\r\n550-5.1.1 No\n550 5.1.1 such user\r\n';
  const replies = [
    [220, '220 Hi'],
    [250, '250-one\r\n250-PIPELINING\r\n250 SIZE'],
    [354, '354'],
    [550, '550-5.1.1 No\n550 5.1.1 such user'],
  ];

  it('reads the same replies wherever the bytes are split', () => {
    for (let at = 0; at <= dialogue.length; at++) {
      expect(read(dialogue.slice(0, at), dialogue.slice(at))).toEqual(replies);
    }
    expect(read(...dialogue)).toEqual(replies);
  });

  it('skips blank lines between replies', () => {
    expect(read('\r\n\n250 Ok\r\n\r\n')).toEqual([[250, '250 Ok']]);
  });

  it.each(['<html>', '2hello', '99', '250', '25', '1250 Ok', '250_Ok', '199 Ok', '600 No', '٢٥٠ Ok', '-'])(
    'tells whether %j is a reply',
    (line) => {
      expect(read(`${line}\r\n`)).toEqual([[line === '250' ? 250 : 0, line]]);
    },
  );

  it('takes lines with different codes for no reply', () => {
    expect(read('250-Ok\r\n550 No\r\n250 Ok\r\n')).toEqual([
      [0, '250-Ok\r\n550 No'],
      [250, '250 Ok'],
    ]);
    expect(read('250-Ok\r\nmore\r\n')).toEqual([[0, '250-Ok\r\nmore']]);
  });

  it('decodes UTF-8, and anything else as Latin-1', () => {
    expect(read('550 Grüße\r\n')).toEqual([[550, '550 Grüße']]);
    expect(read(Buffer.from('550 Grüße\r\n', 'latin1'))).toEqual([[550, '550 Grüße']]);
  });

  it('refuses a reply that does not end', () => {
    const reader = new ReplyReader();
    for (let lines = 0; lines < 8; lines++)
      expect(reader.read(Buffer.from(`250-${'x'.repeat(1_990)}\r\n`))).toEqual([]);
    expect(() => reader.read(Buffer.from('x'.repeat(1_000)))).toThrow(expect.objectContaining({ code: 'EPROTOCOL' }));
  });
});
