import { describe, expect, it } from '@jest/globals';
import { runs } from '@dundun/testing/repetitions';
import fc from 'fast-check';
import PostalMime from 'postal-mime';
import type { Mail } from '../adapter/provider.js';
import { aMail } from '../testing/index.js';
import { composeMail } from './compose-mail.js';
import { mailFromTree } from './mail-tree.js';
import { isUsual, writeMail } from './mail-writer.js';

const chars = fc.string({ unit: fc.constantFrom(...'aZ09 .\t=?_-"\\<>@,;:\'()é🥁ا\u0000\u007f\u2028\u00a0\ud83e') }); // prettier-ignore
const hostile = fc.constantFrom(
  'a\r\nBcc: evil@evil.test',
  '=?utf-8?Q?=0D=0ABcc:_evil?=',
  'مرحبا بالعالم',
  '\u202eRTL',
  '\ud800',
  '\u0000',
  'x'.repeat(1_200),
  'word '.repeat(60),
  '"quoted" \\ back',
  '  ',
);
const short = fc.oneof({ weight: 3, arbitrary: chars }, { weight: 1, arbitrary: hostile }, fc.string({ unit: 'binary' }), fc.lorem()); // prettier-ignore
const line = fc.oneof(
  short,
  fc.constantFrom('', '.', '..', '.hidden', ' ', '\t', 'trailing  ', 'tab\t', '=3D', '=', 'From here', '--', `${'y'.repeat(75)}=`, `${'z'.repeat(76)}`, 'ä'.repeat(99), '🥁'.repeat(40), 'x'.repeat(5_000), '<td>word</td>'.repeat(400), 'слово '.repeat(30), '漢字'.repeat(50)), // prettier-ignore
);
const ending = fc.constantFrom('\n', '\r\n', '\r', '\n\n', '');
const body = fc.array(fc.tuple(line, ending), { maxLength: 8 }).map((lines) => lines.flat().join(''));
const email = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom('ada@example.test', 'a.b+c@mail.example.test', 'reader_1@xn--bcher-kva.example'),
  },
  fc.constantFrom('Ada@Example.TEST', 'bob@bücher.example', 'jörg@example.test', 'a b@example.test', '"q"@example.test', 'x@1.2.3.4', 'x@[1.2.3.4]', 'a@b@c.test', '.a@b.test', 'a..b@c.test', 'a@b--c.test', 'a,b@c.test', 'nobody'), // prettier-ignore
);
const address = fc.record({ name: fc.option(short, { nil: undefined }), email });
const headers = fc.dictionary(
  fc.constantFrom('X-SHOP-id', 'List-Unsubscribe', 'list-unsubscribe-post', 'In-Reply-To', 'References', 'Feedback-ID', 'x-a', 'Reply-To', 'Sender', 'OTP-Token', 'dkim-x', '__proto__', 'Precedence'), // prettier-ignore
  short,
  { maxKeys: 5 },
);
const mails = fc.record({
  messageId: fc.oneof(fc.constant('<1.2@sender.test>'), short),
  date: fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') }),
  from: fc.record({ name: short, email }),
  to: fc.array(address, { maxLength: 4 }),
  cc: fc.array(address, { maxLength: 2 }),
  replyTo: fc.option(fc.array(address, { maxLength: 2 }), { nil: undefined }),
  subject: fc.oneof(short, fc.constant('')),
  html: fc.option(body, { nil: undefined }),
  headers: fc.option(headers, { nil: undefined }),
});

interface Node {
  fields: string[];
  body: Buffer;
}

/** Returns the header fields of a mail and of its parts without the boundary, and the decoded bodies. */
function nodesOf(raw: Buffer): Node[] {
  const text = raw.toString('latin1');
  const boundary = /^Content-Type: multipart\/alternative;\r\n boundary="([^"]*)"$/m.exec(text)?.[1];
  if (boundary === undefined) return [nodeOf(text)];
  const [root = '', ...parts] = text.split(`--${boundary}`);
  expect(parts.pop()).toBe('--\r\n');
  const unbound = nodeOf(root.replaceAll(boundary, 'BOUNDARY'));
  return [unbound, ...parts.map((part) => nodeOf(part.replace(/^\r\n|\r\n$/g, '')))];
}

function nodeOf(text: string): Node {
  const end = text.indexOf('\r\n\r\n');
  const fields = text.slice(0, end).split(/\r\n(?![ \t])/);
  const coded = text.slice(end + 4);
  const transfer = /^Content-Transfer-Encoding: (.*)$/.exec(
    fields.find((field) => /^Content-T.*-E/.test(field)) ?? '',
  )?.[1];
  return { fields, body: decoded(coded, transfer) };
}

function decoded(coded: string, transfer = '7bit'): Buffer {
  if (transfer === 'base64') return Buffer.from(coded.replace(/\r\n$/, ''), 'base64');
  if (transfer === '7bit') return Buffer.from(coded, 'latin1');
  // A blank that ends a line would be lost, and so would a dot that begins one for a careless relay.
  expect(coded).not.toMatch(/[ \t]\r\n|[ \t]$|[^\r]\n|\r[^\n]|.{77}/);
  const bytes = coded
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1');
}

/** Cuts a text into fixed pieces and values by turns. */
function cut(text: string, places: number[]): { fixed: string[]; values: string[] } {
  const [fixed, values]: [string[], string[]] = [[], []];
  const sorted = places.map((place) => place % (text.length + 1)).sort((a, b) => a - b);
  const ends = sorted.length % 2 ? [...sorted, text.length] : sorted;
  const all = [0, ...ends, text.length];
  for (const [index, end] of all.slice(1).entries()) (index % 2 ? values : fixed).push(text.slice(all[index], end));
  return { fixed, values };
}

/** Fills other values in. */
function refilled(mail: Mail, { id, ...kinds }: NonNullable<Mail['pieces']>) {
  const filled: Partial<Mail> & { text: string; pieces: NonNullable<Mail['pieces']> } = { text: '', pieces: { id } };
  for (const kind of ['text', 'html'] as const) {
    const own = kinds[kind];
    if (!own) continue;
    const values = own.values.map(
      (value, index) => ['', '.', 'other ', ` ${value}=`, 'é'.repeat(30), '\n'][index % 6] as string,
    );
    filled[kind] = own.fixed.map((piece, index) => piece + (values[index] ?? '')).join('');
    filled.pieces[kind] = { fixed: own.fixed, values };
  }
  return filled;
}

/** Returns what a part holds: its header without the encoding, and its content, complete to the last line ending. */
function contentOf({ fields, body: bytes }: Node) {
  const text = bytes.toString('latin1').replace(/\r\n|\r|\n/g, '\r\n');
  return {
    fields: fields.filter((field) => !/^content-transfer-encoding:/i.test(field)),
    text: text.replace(/\r\n$/, ''),
  };
}

const decodedText = (mail: Mail) => nodesOf(writeMail(mail, mail.text ?? ''))[0]?.body.toString();

/** Returns the length of the longest line, except of headers that cannot be encoded. */
function longest(raw: Buffer): number {
  const fields = raw.toString('latin1').split(/\r\n(?![ \t])/);
  const foldable = fields.filter((field) => !/^(list-|in-reply|references|reply-to|otp-|message-id)/i.test(field));
  return Math.max(...foldable.flatMap((field) => field.split('\r\n')).map((each) => each.length));
}

/** What postal-mime reads. */
const seen = async (raw: Buffer) => {
  const { text, html, headers: fields, ...rest } = await new PostalMime().parse(raw);
  return {
    text,
    html,
    rest: { ...rest, headerLines: undefined },
    fields: fields.filter(({ key }) => key !== 'content-type'),
  };
};

describe('writeMail', () => {
  it("writes the header fields and the content of Nodemailer's tree, whatever the mail consists of", async () => {
    await fc.assert(
      fc.asyncProperty(mails, body, async (over, text) => {
        const mail: Mail = aMail({ ...over, bcc: [] });
        if (!isUsual(mail, text)) return;
        const fast = writeMail(mail, text);
        const slow = mailFromTree(mail, text);
        expect(nodesOf(fast)).toEqual(nodesOf(slow));
        expect(fast.toString('latin1')).not.toMatch(/[^\r]\n|\r[^\n]/);
        expect(longest(fast)).toBeLessThanOrEqual(998);
        expect(await seen(fast)).toEqual(await seen(slow));
      }),
      runs(100, 10_000),
    );
  });

  it('writes the same content from pieces, wherever the text is cut', async () => {
    const cuts = fc.array(fc.nat(2_000), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(mails, body, fc.string(), cuts, async (over, text, id, at) => {
        const mail: Mail = aMail({ ...over, text, bcc: [] });
        if (!isUsual(mail, text)) return;
        const { html } = mail;
        const pieces = { id, text: cut(text, at), ...(html && { html: cut(html, at) }) };
        const whole = nodesOf(writeMail(mail, text)).map(contentOf);
        const fast = writeMail({ ...mail, pieces }, text);
        expect(nodesOf(fast).map(contentOf)).toEqual(whole);
        // Another recipient's values between the pieces that are known by now.
        const other = { ...mail, ...refilled(mail, pieces) };
        const others = nodesOf(writeMail({ ...other, pieces: undefined }, other.text)).map(contentOf);
        expect(nodesOf(writeMail(other, other.text)).map(contentOf)).toEqual(others);
      }),
      runs(100, 10_000),
    );
  });

  it('writes pieces in place of the whole, whatever was known under their id', () => {
    const text = 'Hello Ada';
    const of = (fixed: string[], values: string[]) =>
      decodedText(aMail({ text, pieces: { id: 'a', text: { fixed, values } } }));
    expect(of(['Hello ', ''], ['Ada'])).toBe('Hello Ada\r\n');
    expect(of(['Hello ', '!'], ['Grace'])).toBe('Hello Grace!\r\n');
    expect(of(['HELLO ', ''], ['Ada'])).toBe('HELLO Ada\r\n');
    expect(of(['Hello ', ''], [])).toBe('Hello \r\n');
    expect(of(['Hello \ud83e', ''], ['\udd41'])).toBe('Hello 🥁\r\n');
  });

  it('needs no whole of a content in pieces', () => {
    const pieces = {
      id: 'b',
      text: { fixed: ['Dear ', ''], values: ['Ada'] },
      html: { fixed: ['<p>', '</p>'], values: ['Ada & Grace'] },
    };
    const whole = { text: 'Dear Ada', html: '<p>Ada & Grace</p>' };
    const of = (over: Partial<Mail>) =>
      nodesOf(composeMail(aMail({ messageId: '<1@sender.test>', text: undefined, ...over })));
    expect(of({ pieces }).map(contentOf)).toEqual(of(whole).map(contentOf));
    const attachments = [{ filename: 'a', contentType: 'text/plain', content: Buffer.from('a') }];
    const raw = composeMail(aMail({ text: undefined, pieces, attachments })).toString();
    expect(raw).toContain('Dear Ada');
    expect(raw).toContain('<p>Ada & Grace</p>');
    expect(of({ pieces: { id: 'c', html: pieces.html } }).map(contentOf)).toEqual(
      of({ html: whole.html }).map(contentOf),
    );
  });
});
