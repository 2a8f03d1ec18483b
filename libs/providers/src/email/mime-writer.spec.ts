import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import MailComposer from 'nodemailer/lib/mail-composer';
import { writtenBytes } from './mime-writer.js';

type Composed = NonNullable<ConstructorParameters<typeof MailComposer>[0]>;

const FIXED = { messageId: '<id-1@sender.test>', date: new Date(0), baseBoundary: 'one' };
const compiled = (mail: Composed) => new MailComposer({ ...FIXED, ...mail }).compile();

const line = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme-composite' }), fc.constantFrom('', ' ', '=3D', '.', 'x '.repeat(80), 'ä'.repeat(99), `${'y'.repeat(75)}=`)); // prettier-ignore
const text = fc.array(line, { maxLength: 6 }).map((lines) => lines.join('\r\n'));
const file = fc.record({
  content: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
  filename: fc.constantFrom('a.bin', 'Größe 🥁.pdf', 'say "hi".txt'),
  contentTransferEncoding: fc.constant('base64' as const),
  cid: fc.option(fc.constant('logo@shop'), { nil: undefined }),
});

describe('writtenBytes', () => {
  it("returns the bytes that Nodemailer's streams produce", async () => {
    const mails = fc.record({
      subject: line,
      text,
      html: fc.option(text, { nil: undefined }),
      attachments: fc.array(file, { maxLength: 3 }),
      textEncoding: fc.constantFrom(undefined, 'quoted-printable' as const, 'base64' as const),
    });
    await fc.assert(
      fc.asyncProperty(mails, async (mail) => {
        expect(writtenBytes(compiled(mail)).toString()).toBe((await compiled(mail).build()).toString());
      }),
    );
  });
});
