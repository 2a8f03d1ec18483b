import { describe, expect, it } from '@jest/globals';
import PostalMime, { decodeWords } from 'postal-mime';
import { aMail } from '../testing/index.js';
import type { Mail } from '../adapter/provider.js';
import { composeMail } from './compose-mail.js';

const wire = async (over: Partial<Mail>) => composeMail(aMail(over)).toString('latin1');
const headerNames = (text: string) =>
  text
    .slice(0, text.indexOf('\r\n\r\n'))
    .split(/\r\n(?![ \t])/)
    .map((line) => line.slice(0, line.indexOf(':')).toLowerCase())
    .sort();
const parse = async (over: Partial<Mail>) => new PostalMime().parse(composeMail(aMail(over)));

describe('composeMail', () => {
  it('writes a mail that a parser reads back unchanged', async () => {
    const mail = await parse({
      messageId: '<id-1@sender.test>',
      from: { name: 'Jürgen, Größe & Söhne', email: 'shop@sender.test' },
      to: [{ name: 'Lovelace, Ada', email: 'ada@example.test' }, { email: 'bob@bücher.example' }],
      cc: [{ email: 'carl@example.test' }],
      replyTo: [{ email: 'help@sender.test' }],
      subject: 'Grüße aus Köln 🥁 – Ihre Bestellung mit einem recht langen Betreff, der umbrochen werden muss ✅',
      text: 'Zeile eins: äöüß 🥁\nZeile zwei',
      html: '<p>Zeile eins: äöüß 🥁</p>',
      headers: { 'X-Kitchen': 'Küche 🍲' },
    });
    expect(mail.messageId).toBe('<id-1@sender.test>');
    expect(mail.date).toBe('2026-11-20T10:00:00.000Z');
    expect(mail.from).toMatchObject({ name: 'Jürgen, Größe & Söhne', address: 'shop@sender.test' });
    expect(mail.to?.map((each) => each.address)).toEqual(['ada@example.test', 'bob@xn--bcher-kva.example']);
    expect(mail.to?.map((each) => each.name)).toEqual(['Lovelace, Ada', '']);
    expect(mail.cc?.map((each) => each.address)).toEqual(['carl@example.test']);
    expect(mail.replyTo?.map((each) => each.address)).toEqual(['help@sender.test']);
    expect(mail.subject).toBe(
      'Grüße aus Köln 🥁 – Ihre Bestellung mit einem recht langen Betreff, der umbrochen werden muss ✅',
    );
    expect(mail.text?.trim()).toBe('Zeile eins: äöüß 🥁\nZeile zwei');
    expect(mail.html?.trim()).toBe('<p>Zeile eins: äöüß 🥁</p>');
    expect(decodeWords(mail.headers.find((header) => header.key === 'x-kitchen')?.value ?? '')).toBe('Küche 🍲');
  });

  it.each([
    ['an encoded word', '=?utf-8?Q?=0D=0ABcc:_evil=40evil.test?='],
    ['one among others', 'Invoice =?iso-8859-1?B?ZXZpbA==?= of May'],
    ['many, longer than a line', '=?utf-8?Q?a?= '.repeat(40).trim()],
    ['an invalid one', '=?x?'],
    ['one with quotes', 'Say "=?utf-8?Q?a?=" \\ bye'],
    ['one beyond ASCII', 'Größe =?utf-8?Q?a?='],
  ])('preserves a text that looks like %s', async (_name, text) => {
    const named = { name: text, email: 'ada@example.test' };
    const mail = await parse({ subject: text, from: { ...named, name: text }, to: [named, named], cc: [named] });
    expect(mail.subject).toBe(text);
    const shown = { name: text, address: named.email };
    expect([mail.from, mail.to, mail.cc]).toEqual([shown, [shown, shown], [shown]]);
    // Encoded words must not appear inside quotes.
    const written = await wire({ subject: text, from: { ...named, name: text }, to: [named] });
    expect(written).not.toMatch(/"[^"\r\n]*=\?/);
    expect(written.split('\r\n').every((line) => line.length <= 78)).toBe(true);
  });

  it('derives the text from the HTML and keeps link addresses', async () => {
    const mail = await parse({
      text: undefined,
      html: '<h1>Hello</h1><p>Read <a href="https://sender.test/a">this</a><img src="x" alt="pixel"></p>',
    });
    expect(mail.text?.trim()).toBe('Hello\n\nRead this [https://sender.test/a]');
  });

  it('gives HTML that consists of images a text part', async () => {
    const html = '<a href="https://sender.test/sale"><img src="https://sender.test/sale.png" alt="Summer sale"></a>';
    const shown = await parse({ subject: 'Our sale', text: undefined, html });
    expect(shown.text?.trim()).toBe('Summer sale [https://sender.test/sale]');
    const bare = await parse({
      subject: 'Our sale',
      text: undefined,
      html: '<img src="https://sender.test/sale.png">',
    });
    expect(bare.text?.trim()).toBe('Our sale');
  });

  it('sends a text without HTML as a single plain part', async () => {
    expect(await wire({ html: undefined, text: 'Only text' })).toContain('Content-Type: text/plain; charset=utf-8');
  });

  it.each([
    ['a long line without a space', 'x'.repeat(5000)],
    ['a long line of words', 'word '.repeat(1000).trim()],
    ['a long line of emoji', '🥁'.repeat(800)],
    ['trailing spaces and tabs', 'one  \ntwo\t\n three'],
  ])('keeps %s and stays within the line limit', async (_name, text) => {
    const mail = await parse({ text });
    expect(mail.text?.replace(/\n$/, '')).toBe(text);
    const lines = (await wire({ text })).split('\r\n');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(998);
  });

  it.each(['a\nb\rc\r\nd', '\n.\r\n.\n', '\r\r\n\n'])('normalizes the line endings of %j to CRLF', async (text) => {
    expect(await wire({ text, html: `<p>${text}</p>` })).not.toMatch(/[^\r]\n|\r[^\n]/);
  });

  it('writes no Bcc header', async () => {
    const text = await wire({ bcc: [{ email: 'hidden@example.test' }], headers: { bCC: 'hidden@example.test' } });
    expect(text).not.toMatch(/hidden|^bcc/im);
  });

  it('does not let a custom header replace or duplicate its own', async () => {
    const text = await wire({
      headers: { From: 'ceo@other.test', subject: 'Other', 'Content-Type': 'text/x', 'message-id': '<x@y>' },
    });
    expect(text).not.toMatch(/other/i);
    expect(headerNames(text)).toEqual(headerNames(await wire({})));
  });

  it('keeps List-Unsubscribe on one line', async () => {
    const value = `<https://sender.test/u/${'t'.repeat(200)}>, <mailto:leave@sender.test>`;
    const text = await wire({
      headers: { 'List-Unsubscribe': value, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    });
    expect(text).toContain(`List-Unsubscribe: ${value}\r\n`);
    expect(text).toContain('\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n');
  });

  it('refuses an invalid header name', async () => {
    await expect(wire({ headers: { 'X-A: b\r\nBcc': 'evil@evil.test' } })).rejects.toThrow(TypeError);
  });
});

describe('attachments', () => {
  const bytes = Buffer.from([0, 13, 10, 46, 13, 10, 255, 128, 61]);
  const file = { filename: 'a.bin', contentType: 'application/octet-stream', content: bytes };

  it('preserve their bytes, names and types', async () => {
    const attachments = [
      { filename: 'Rechnung Größe 🥁.pdf', contentType: 'application/pdf', content: bytes },
      { filename: 'line.txt', contentType: 'text/plain; charset=utf-8', content: Buffer.from('ä'.repeat(3000)) },
      { filename: 'mail.eml', contentType: 'message/rfc822', content: Buffer.from('Subject: ä\n\nünder\n') },
      { filename: 'empty', contentType: 'nonsense', content: Buffer.alloc(0) },
    ];
    const mail = await parse({ attachments });
    const arrived = mail.attachments.map(({ filename, mimeType, content, disposition }) => {
      return { filename, mimeType, content: Buffer.from(content as ArrayBuffer), disposition };
    });
    const disposition = 'attachment';
    expect(arrived).toEqual([
      { filename: 'Rechnung Größe 🥁.pdf', mimeType: 'application/pdf', content: bytes, disposition },
      { filename: 'line.txt', mimeType: 'text/plain', content: attachments[1]?.content, disposition },
      { filename: 'mail.eml', mimeType: 'application/octet-stream', content: attachments[2]?.content, disposition },
      { filename: 'empty', mimeType: 'application/octet-stream', content: Buffer.alloc(0), disposition },
    ]);
    expect(mail.text?.trim()).toBe('It is on its way.');
    const written = composeMail(aMail({ attachments }));
    expect(written.every((byte) => byte < 128)).toBe(true);
    expect(written.toString()).not.toMatch(/[^\r]\n|\r[^\n]|.{999}/);
  });

  it('are placed beside the HTML part when they have a content id', async () => {
    const mail = await parse({
      html: '<img src="cid:logo@shop">',
      attachments: [{ ...file, filename: 'logo.png', contentType: 'image/png', contentId: 'logo@shop' }, file],
    });
    expect(
      mail.attachments.map(({ contentId, disposition, related }) => ({ contentId, disposition, related })),
    ).toEqual([
      { contentId: '<logo@shop>', disposition: 'inline', related: true },
      { contentId: undefined, disposition: 'attachment', related: undefined },
    ]);
  });

  it.each([
    ['filename', { filename: 'a\r\nBcc: evil@evil.test\r\n\r\nbody' }],
    ['content type', { contentType: 'text/plain\r\nBcc: evil@evil.test' }],
    ['content type parameter', { contentType: 'text/plain; name="\r\nBcc: evil@evil.test"' }],
    ['content id', { contentId: 'a>\r\nBcc: evil@evil.test\r\n<b' }],
  ])('cannot inject a header through their %s', async (_name, over) => {
    const text = await wire({ html: '<p>Hello</p>', attachments: [{ ...file, ...over }] });
    expect(text).not.toMatch(/^bcc:/im);
    expect(text).not.toMatch(/[^\r]\n|\r[^\n]/);
  });
});

describe('line breaks in header values', () => {
  const forms: string[] = ['\r\n', '\n', '\r', '\r\n\r\n', '\r\n ', '\u0000\r\n', '\u2028', '%0d%0a'].map(
    (end) => `x${end}Bcc: evil@evil.test`,
  );
  const places: [string, (value: string) => Partial<Mail>][] = [
    ['subject', (value) => ({ subject: value })],
    ['from.name', (value) => ({ from: { name: value, email: 'shop@sender.test' } })],
    ['from.email', (value) => ({ from: { name: 'Shop', email: `shop@sender.test${value}` } })],
    ['reply-to', (value) => ({ replyTo: [{ email: `help@sender.test${value}` }] })],
    ['to', (value) => ({ to: [{ email: `ada@example.test${value}` }] })],
    ['the name of a recipient', (value) => ({ to: [{ name: `Ada${value}`, email: 'ada@example.test' }] })],
    ['cc', (value) => ({ cc: [{ email: `ada@example.test${value}` }] })],
    ['message-id', (value) => ({ messageId: `<a@b${value}>` })],
    ['a custom header', (value) => ({ headers: { 'X-Custom': value } })],
    ['List-Unsubscribe', (value) => ({ headers: { 'List-Unsubscribe': value } })],
  ];

  it.each(places)('inject no header through %s', async (name, put) => {
    const plain = headerNames(await wire(put('plain')));
    for (const form of forms) {
      const text = await wire(put(form));
      expect({ form, headers: headerNames(text) }).toEqual({ form, headers: plain });
      expect(text).not.toMatch(/[^\r]\n|\r[^\n]/);
    }
  });
});
