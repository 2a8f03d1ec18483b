import { describe, expect, it } from '@jest/globals';
import type { ClaimedMessage, NewMessage, StoredAttachment } from './message.js';
import { mailOf } from './outgoing.js';
import { aMessage } from '../testing.js';

const claimed = (address: string, over: Partial<NewMessage> = {}): ClaimedMessage => ({
  ...aMessage(1, { sender: { name: 'Ada', address }, ...over }),
  status: 'queued',
  claim: 1,
  attempts: 0,
  attachment_bytes: null,
  created_at: new Date(),
  limited_at: null,
});

describe('mailOf', () => {
  it.each([
    ['ada@sender.test', 'sender.test'],
    ['ada@Bücher.test', 'xn--bcher-kva.test'],
  ])('writes the Message-ID of a mail from %s in ASCII', (from, domain) => {
    const message = claimed(from);
    expect(mailOf(message, []).messageId).toBe(`<${message.id}@${domain}>`);
  });

  it.each([
    ['fast', true],
    ['bulk', false],
  ] as const)('of a message in the %s lane is urgent: %s', (lane, isUrgent) => {
    expect(mailOf(claimed('ada@sender.test', { lane }), []).isUrgent).toBe(isUrgent);
  });

  const headersOf = (over: Partial<NewMessage> = {}) => mailOf(claimed('ada@bücher.test', over), []).headers;

  it('names the list of its mail, and the kind of every mail', () => {
    const list_id = '0193486f-5a1c-7c9e-9a37-6f0f4f6f2b11';
    expect(headersOf()).toEqual({ 'Feedback-ID': 'untagged:w1:transactional:dundun' });
    expect(headersOf({ list_id })).toEqual({
      'List-Id': `<${list_id}.xn--bcher-kva.test>`,
      'Feedback-ID': `${list_id}:w1:marketing:dundun`,
    });
    expect(headersOf({ tags: ['größe: 1\r\nBcc: x', 'b'] })).toEqual({
      'Feedback-ID': 'gr__e__1__Bcc__x:w1:transactional:dundun',
    });
  });

  it('keeps the headers of the caller, and its Feedback-ID', () => {
    const headers = { 'X-Order': '7', 'feedback-id': 'a:b:c:shop' };
    expect(headersOf({ content: { subject: 'S', headers } })).toEqual(headers);
  });

  it('reads attachments from their own rows, or from a message of an earlier release, and never leaves one out', () => {
    const file = (over: object = {}) => ({ filename: 'a.txt', contentType: 'text/plain', ...over });
    const filesOf = (attachments: StoredAttachment[], files?: Buffer[]) =>
      mailOf(claimed('ada@b.test', { content: { subject: 'S', attachments } }), [], files).attachments;
    expect(filesOf([file(), file({ contentId: 'b' })], [Buffer.from('A'), Buffer.from('B')])).toEqual([
      file({ content: Buffer.from('A') }),
      file({ contentId: 'b', content: Buffer.from('B') }),
    ]);
    expect(filesOf([file({ content: 'QQ==' })])).toEqual([file({ content: Buffer.from('A') })]);
    expect(() => filesOf([file(), file()], [Buffer.from('A')])).toThrow('gone');
  });

  it('names every reply address', () => {
    const content = {
      subject: 'S',
      replyTo: 'a@b.test',
      replyToName: 'A',
      moreReplyTo: [{ name: null, email: 'c@b.test' }],
    };
    expect(mailOf(claimed('ada@b.test', { content }), []).replyTo).toEqual([
      { name: 'A', email: 'a@b.test' },
      { email: 'c@b.test' },
    ]);
    expect(mailOf(claimed('ada@b.test'), []).replyTo).toBeUndefined();
  });
});
