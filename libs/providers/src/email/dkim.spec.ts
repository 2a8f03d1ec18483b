import { describe, expect, it } from '@jest/globals';
import { runs } from '@dundun/testing/repetitions';
import { cpuClock } from '@dundun/testing/cpu-clock';
import fc from 'fast-check';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { DkimKey, Mail } from '../adapter/provider.js';
import { aMail } from '../testing/index.js';
import { composeMail } from './compose-mail.js';
import { signMail } from './dkim.js';
import { closeAll, sinkAndProvider } from './testing.js';

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const ed25519 = generateKeyPairSync('ed25519');
const KEYS: DkimKey[] = [
  { domain: 'sender.test', selector: 'one-rsa', algorithm: 'rsa-sha256', privateKey: rsa.privateKey },
  { domain: 'sender.test', selector: 'one-ed25519', algorithm: 'ed25519-sha256', privateKey: ed25519.privateKey },
];

const published = (key: KeyObject, raw: number) =>
  key.export({ type: 'spki', format: 'der' }).subarray(raw).toString('base64');
const RECORDS: Record<string, string> = {
  'one-rsa._domainkey.sender.test': `v=DKIM1; k=rsa; p=${published(rsa.publicKey, 0)}`,
  // RFC 8463 publishes the bare 32 bytes, which are the last ones of the SPKI form.
  'one-ed25519._domainkey.sender.test': `v=DKIM1; k=ed25519; p=${published(ed25519.publicKey, -32)}`,
};

/** Returns the verdict of an independent verifier on each signature, by selector. */
async function judged(message: Buffer): Promise<Record<string, string>> {
  const resolver = async (name: string) => [[RECORDS[name] ?? '']];
  const { results } = await dkimVerify(message, { resolver });
  return Object.fromEntries(results.map(({ selector, status }) => [selector ?? '', status.result]));
}

const BOTH = { 'one-rsa': 'pass', 'one-ed25519': 'pass' };
const FAILS = expect.stringMatching(/^(fail|neutral)$/);
const NEITHER = { 'one-rsa': FAILS, 'one-ed25519': FAILS };
const signed = async (over: Partial<Mail>) => signMail(composeMail(aMail(over)), KEYS);
const raw = (head: string[], body: string) => signMail(Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`), KEYS);
const HEAD = [
  'From: Shop <shop@sender.test>',
  'To: ada@example.test',
  'Subject: Order',
  'Date: Fri, 20 Nov 2026 10:00:00 +0000',
];

describe('signMail', () => {
  it.each<[string, Partial<Mail>]>([
    ['of one part', { text: 'Hello' }],
    ['with umlauts', { from: { name: 'Jürgen à', email: 'shop@sender.test' }, subject: 'Grüße à', text: 'Größe\n' }],
    ['with long lines', { text: 'x'.repeat(5_000), html: `<p>${'word '.repeat(2_000)}</p>` }],
    ['with an empty body', { text: '', html: undefined }],
    ['with blank lines at its end', { text: 'Hello\n\n\n  \n\n' }],
    ['with nothing but blank lines', { text: '\n \n\t\n' }],
    [
      'with a folded subject and many recipients',
      {
        subject: 'a long subject '.repeat(20),
        to: Array.from({ length: 30 }, (_, index) => ({ name: 'Somebody', email: `somebody-${index}@example.test` })),
      },
    ],
    ['with consecutive white space', { text: 'a  b\t\tc   \n \t d\n', subject: 'a  b   c' }],
    ['larger than one chunk', { text: 'A line of text, again and again.\n'.repeat(40_000) }],
  ])('%s verifies with both keys', async (_, over) => {
    expect(await judged(await signed(over))).toEqual(BOTH);
  });

  it.each([
    ['no body at all', ''],
    ['no line ending at its end', 'Hello'],
    ['white space before every line ending', 'a \t\r\n \r\n\t\r\nb  \r\n\r\n'],
    ['8-bit letters', 'Grüße à\r\n'],
  ])('a raw body with %s verifies', async (_, body) => {
    expect(await judged(await raw(HEAD, body))).toEqual(BOTH);
  });

  it('stays valid when a relay folds headers and adds white space', async () => {
    const message = (await raw(HEAD, 'Hello  you\r\n')).toString('latin1');
    const relayed = message.replace('Subject: Order', 'SUBJECT:\r\n\t Order ').replace('Hello  you', 'Hello you  ');
    expect(await judged(Buffer.from(`${relayed}\r\n\r\n`, 'latin1'))).toEqual(BOTH);
  });

  it.each<[string, (text: string) => string]>([
    ['its body', (text) => text.replace('on its way', 'lost')],
    ['a header', (text) => text.replace('Your order', 'Your debts')],
    ['the sender', (text) => text.replace('From: Shop', 'From: Bank')],
    ['the unsubscribe link', (text) => text.replace('/leave', '/other')],
    ['its end', (text) => `${text}More.\r\n`],
    ['its senders, by one more', (text) => text.replace(/^From:/m, 'From: bank@bank.test\r\nFrom:')],
    ...['To', 'Cc', 'Subject', 'Date', 'Reply-To', 'List-Id', 'List-Unsubscribe', 'List-Unsubscribe-Post'].map(
      (name): [string, (text: string) => string] => [
        `its ${name}, by one more`,
        (text) => text.replace(/^From:/m, `${name}: added\r\nFrom:`),
      ],
    ),
    ['its list', (text) => text.replace('<news.sender.test>', '<other.sender.test>')],
    ['its origin', (text) => text.replace('auto-generated', 'no')],
    ['its feedback id', (text) => text.replace('welcome:w1', 'welcome:w2')],
  ])('fails verification when %s is altered', async (_, alter) => {
    const headers = {
      'List-Unsubscribe': '<https://sender.test/leave>',
      'List-Id': '<news.sender.test>',
      'Auto-Submitted': 'auto-generated',
      'Feedback-ID': 'welcome:w1:transactional:dundun',
    };
    const message = (await signed({ headers })).toString('latin1');
    const altered = alter(message);
    expect(altered).not.toBe(message);
    expect(await judged(Buffer.from(altered, 'latin1'))).toEqual(NEITHER);
  });

  it('signs every relevant header, and those a reader acts on once more than they occur', async () => {
    const headers = {
      'List-Unsubscribe': '<https://sender.test/leave>',
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'List-Id': '<news.sender.test>',
      'Auto-Submitted': 'auto-generated',
      'Feedback-ID': 'a:b:c:dundun',
      'X-Other': 'not signed',
    };
    const text = (
      await signed({ cc: [{ email: 'c@example.test' }], replyTo: [{ email: 'help@sender.test' }], headers })
    ).toString();
    const [first = ''] = /^DKIM-Signature:.*?\r\n(?! )/s.exec(text) ?? [];
    const names = /h=([^;]*);/.exec(first)?.[1]?.replace(/\s/g, '');
    expect(names).toBe(
      'From:From:To:To:Cc:Cc:Subject:Subject:Date:Date:Message-ID:MIME-Version:Content-Type:Reply-To:Reply-To:' +
        'List-Id:List-Id:List-Unsubscribe:List-Unsubscribe:List-Unsubscribe-Post:List-Unsubscribe-Post:' +
        'Auto-Submitted:Feedback-ID',
    );
    expect(first).not.toMatch(/\bl=/);
    expect(Math.max(...first.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(78);
  });

  it('verifies with any content', async () => {
    const text = fc.string({ unit: fc.constantFrom(...'aZ0 .\t\n\r=ä🥁:;"<>,-\u00a0'), maxLength: 200 });
    const mails = fc.record({
      subject: text,
      name: text,
      text,
      html: fc.option(text, { nil: undefined }),
      unsubscribe: fc.webUrl(),
      again: text,
    });
    await fc.assert(
      fc.asyncProperty(mails, async ({ subject, name, text: body, html, unsubscribe, again }) => {
        const headers = { 'List-Unsubscribe': `<${unsubscribe}>`, 'X-Again': again };
        const message = await signed({ subject, from: { name, email: 'shop@sender.test' }, text: body, html, headers });
        expect(await judged(message)).toEqual(BOTH);
      }),
      runs(40, 2_000),
    );
  });

  it('verifies with any bytes', async () => {
    const body = fc.string({ unit: fc.constantFrom('a', ' ', '\t', '\r\n', '\r\n', '.', 'é'), maxLength: 80 });
    await fc.assert(
      fc.asyncProperty(body, async (bytes) => expect(await judged(await raw(HEAD, `${bytes}\r\n`))).toEqual(BOTH)),
      runs(40, 2_000),
    );
  });
});

describe('signing', () => {
  it('leaves a mail without keys unchanged', async () => {
    const message = composeMail(aMail());
    expect(await signMail(message, [])).toBe(message);
  });

  it('refuses a key of the wrong algorithm', async () => {
    const wrong: DkimKey = {
      domain: 'sender.test',
      selector: 's',
      algorithm: 'rsa-sha256',
      privateKey: ed25519.privateKey,
    };
    await expect(signMail(composeMail(aMail()), [wrong])).rejects.toThrow(TypeError);
  });

  it('takes linear time, whatever white space the mail contains', async () => {
    const message = Buffer.from(`${HEAD.join('\r\n')}\r\n\r\n${' '.repeat(4_000_000)}a${'\r\n'.repeat(1_000_000)}b`);
    const used = cpuClock();
    await signMail(message, KEYS);
    expect(used()).toBeLessThan(10_000);
  });

  it('signs what is sent over SMTP', async () => {
    try {
      const { sink, smtp } = await sinkAndProvider();
      expect(await smtp.send(aMail({ signWith: KEYS }))).toMatchObject({ kind: 'accepted' });
      expect(await judged(sink.messages[0]?.raw as Buffer)).toEqual(BOTH);
    } finally {
      await closeAll();
    }
  });
});
