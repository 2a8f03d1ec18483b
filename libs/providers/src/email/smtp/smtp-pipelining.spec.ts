import { afterEach, describe, expect, it } from '@jest/globals';
import type { Socket } from 'node:net';
import { aMail, type SmtpSinkOptions } from '../../testing/index.js';
import type { Outcome } from '../../adapter/provider.js';
import { closeAll, gone, obliging, provider, sinkAndProvider, startRawServer } from '../testing.js';

afterEach(closeAll);

const burst = (count: number) => Array.from({ length: count }, () => aMail());
const kinds = (outcomes: Outcome[]) => outcomes.map(({ kind }) => kind);
const one = { maxConnections: 1 };
const to = (email: string) => ({ to: [{ email }] });

/** Starts a server that offers extensions and obliges except where `answer` says otherwise. */
async function setUp(
  extensions: string[],
  answer: (line: string, socket: Socket, connection: number) => string | undefined = () => undefined,
  options = {},
) {
  const server = await startRawServer(
    (line, socket, connection) => answer(line, socket, connection) ?? obliging(line, ...extensions),
  );
  return { server, smtp: provider(server.url, { ...one, ...options }) };
}

describe('a server with PIPELINING', () => {
  it('gets the content of one mail and the envelope of the next in one write', async () => {
    const { server, smtp } = await setUp(['PIPELINING']);
    const outcomes = await Promise.all(burst(3).map((mail) => smtp.send(mail)));
    expect(kinds(outcomes)).toEqual(['accepted', 'accepted', 'accepted']);
    const seen = server.reads.map((read) =>
      read.replace(/^Message-ID[^]*?\r\n\.\r\n|^From[^]*?\r\n\.\r\n/, '<content>'),
    );
    const envelope = expect.stringMatching(/^MAIL FROM:<[^]*\r\nRCPT TO:<[^]*\r\nDATA\r\n$/);
    const both = expect.stringMatching(/^<content>MAIL FROM:<[^]*\r\nRCPT TO:<[^]*\r\nDATA\r\n$/);
    expect(seen).toEqual(['EHLO [127.0.0.1]\r\n', envelope, both, both, '<content>']);
  });

  it('gets the commands of a mail one by one if it drops those that come together', async () => {
    let isBusy = false;
    // As some content filters do: what arrives with a command is lost.
    const deaf = (line: string) => {
      if (isBusy) return '';
      isBusy = !/^(EHLO|\.)/.test(line);
      setImmediate(() => (isBusy = false));
      return undefined;
    };
    const { server, smtp } = await setUp(['PIPELINING'], deaf, { timeoutMs: 300 });
    expect(await smtp.send(aMail())).toMatchObject({ kind: 'not_sent', fault: 'passing', code: 'ETIMEDOUT' });
    expect(await smtp.send(aMail())).toMatchObject({ kind: 'accepted' });
    expect(server.reads.at(-3)).toMatch(/^RCPT TO:<.*>\r\n$/);
  });

  it('gets no content if it sends a reply too many', async () => {
    const { server, smtp } = await setUp(['PIPELINING'], (line) =>
      line.startsWith('MAIL') ? '250 Ok\r\n250 Ok' : undefined,
    );
    expect(await smtp.send(aMail())).toMatchObject({ kind: 'not_sent', fault: 'passing' });
    expect(server.reads.join('')).not.toContain('Message-ID');
  });

  it('gets no content if it invites it in place of another reply', async () => {
    const { server, smtp } = await setUp(['PIPELINING'], (line) => (line.startsWith('RCPT') ? '354 Go' : undefined));
    expect(await smtp.send(aMail())).toMatchObject({ kind: 'not_sent', fault: 'passing' });
    expect(server.reads.join('')).not.toContain('Message-ID');
  });

  it('may invite the text of a mail without recipients, which stays empty', async () => {
    const nobody = (line: string) => (line.startsWith('RCPT TO:<nobody') ? '550 5.1.1 No such user' : undefined);
    const { server, smtp } = await setUp(['PIPELINING'], nobody);
    const sent = [smtp.send(aMail(to('nobody@example.test'))), smtp.send(aMail())];
    expect(kinds(await Promise.all(sent))).toEqual(['refused', 'accepted']);
    expect(server.connections).toBe(1);
    expect(server.reads[2]).toBe('.\r\n');
    expect(server.reads[3]).toMatch(/^RSET\r\nMAIL FROM/);
  });

  it('loses the connection if it invites the text of a refused sender', async () => {
    const { server, smtp } = await setUp(['PIPELINING'], (line) =>
      line.startsWith('MAIL') ? '550 5.1.0 No' : undefined,
    );
    expect(await smtp.send(aMail())).toMatchObject({ kind: 'not_sent', fault: 'provider', code: '5.1.0' });
    expect(server.reads.join('')).not.toContain('Message-ID');
  });

  it('may drip its replies byte by byte', async () => {
    const slow = new WeakSet<Socket>();
    const { smtp } = await setUp(['PIPELINING'], (_line, socket) => {
      if (slow.has(socket)) return undefined;
      slow.add(socket.setNoDelay(true));
      const write = socket.write.bind(socket);
      let last = Promise.resolve();
      socket.write = (text: string | Uint8Array) => {
        for (const byte of String(text)) {
          last = last.then(() => new Promise(setImmediate)).then(() => void write(byte));
        }
        return true;
      };
      return undefined;
    });
    expect(kinds(await Promise.all(burst(3).map((mail) => smtp.send(mail))))).toEqual([
      ...['accepted', 'accepted', 'accepted'],
    ]);
  });
});

describe('several mails on one connection', () => {
  const faults: ['drop' | 'close'][] = [['drop'], ['close']];

  it.each(faults)('a %s after the final dot leaves one mail unknown, and the others arrive once', async (act) => {
    const { sink, smtp } = await sinkAndProvider({}, one);
    const mails = burst(6);
    sink.script({ stage: 'dot', act, when: ({ messageId }) => messageId === mails[2]?.messageId });
    const outcomes = await Promise.all(mails.map((mail) => smtp.send(mail)));
    expect(kinds(outcomes)).toEqual(['accepted', 'accepted', 'unknown', 'accepted', 'accepted', 'accepted']);
    expect([...sink.counts.values()]).toEqual([1, 1, 1, 1, 1, 1]);
    expect(sink.connections.total).toBe(2);
  });

  it('leave at most one mail per connection unknown when the server dies', async () => {
    const { sink, smtp } = await sinkAndProvider({}, { maxConnections: 3 });
    sink.script({ stage: 'dot', act: 'hang' });
    const sent = burst(30).map((mail) => smtp.send(mail));
    await sink.waitFor(3);
    await sink.close();
    const outcomes = await Promise.all(sent);
    expect(kinds(outcomes).filter((kind) => kind === 'unknown')).toHaveLength(3);
    expect(kinds(outcomes).filter((kind) => kind === 'not_sent')).toHaveLength(27);
  });

  it('have an outcome of their own each', async () => {
    const { sink, smtp } = await sinkAndProvider({}, one);
    const refused = '550 5.7.1 Spam';
    const mails = [
      aMail(),
      aMail(to('no@example.test')),
      aMail(),
      aMail(),
      aMail({ envelopeFrom: 'bad@sender.test' }),
      aMail(),
    ];
    sink.script(
      { stage: 'rcpt', act: { reply: '550 5.1.1 No such user' }, when: ({ address }) => address === 'no@example.test' },
      { stage: 'dot', act: { reply: refused }, when: ({ messageId }) => messageId === mails[2]?.messageId },
      { stage: 'mail', act: { reply: '452 4.3.1 Full' }, when: ({ address }) => address === 'bad@sender.test' },
    );
    const outcomes = await Promise.all(mails.map((mail) => smtp.send(mail)));
    expect(kinds(outcomes)).toEqual(['accepted', 'refused', 'refused', 'accepted', 'not_sent', 'accepted']);
    expect(outcomes.map(({ detail }) => detail.slice(0, 9))).toEqual([
      ...['250 2.0.0', '550 5.1.1', '550 5.7.1', '250 2.0.0', '452 4.3.1', '250 2.0.0'],
    ]);
    expect(sink.connections.total).toBe(1);
    expect(sink.taken).toBe(3);
  });

  it.each(['mail', 'rcpt', 'data', 'dot'] as const)(
    'go on over another connection after a 421 at %s',
    async (stage) => {
      const { sink, smtp } = await sinkAndProvider({}, one);
      const mails = burst(5);
      let passed = 0;
      sink.script({ stage, act: { reply: '421 4.3.2 Going down' }, when: () => (passed += 1) === 3 });
      const outcomes = await Promise.all(mails.map((mail) => smtp.send(mail)));
      // Before any other reply it says nothing about the mail.
      const third = stage === 'mail' ? 'accepted' : 'not_sent';
      expect(kinds(outcomes)).toEqual(['accepted', 'accepted', third, 'accepted', 'accepted']);
      expect(sink.connections.total).toBe(2);
      expect(new Set(sink.counts.values())).toEqual(new Set([1]));
    },
  );

  it('do not suffer from the abort of one that waits behind another', async () => {
    const { sink, smtp } = await sinkAndProvider({}, one);
    sink.script({ stage: 'dot', act: { delayMs: 100 }, times: 1 });
    const abort = new AbortController();
    const mails = burst(3);
    const sent = mails.map((mail, at) => smtp.send(mail, at === 1 ? abort.signal : undefined));
    await sink.waitFor(1);
    abort.abort();
    expect(await sent[1]).toMatchObject({ kind: 'not_sent', code: 'EABORT' });
    expect(kinds(await Promise.all(sent))).toEqual(['accepted', 'not_sent', 'accepted']);
    expect(sink.counts.has(mails[1]?.messageId ?? '')).toBe(false);
  });

  it('end together with one abort', async () => {
    const { sink, smtp } = await sinkAndProvider({}, one);
    sink.script({ stage: 'dot', act: 'hang' });
    const abort = new AbortController();
    const sent = burst(4).map((mail) => smtp.send(mail, abort.signal));
    await sink.waitFor(1);
    abort.abort();
    expect(kinds(await Promise.all(sent))).toEqual(['unknown', 'not_sent', 'not_sent', 'not_sent']);
    await gone(sink);
  });
});

describe.each<[string, SmtpSinkOptions]>([
  ['DATA', {}],
  ['BDAT', { chunking: true }],
])('a mail that is no longer wanted, over %s', (_name, options) => {
  it('is not sent, however far its envelope is, and the others are', async () => {
    const { sink, smtp } = await sinkAndProvider(options, one);
    const asked: number[] = [];
    const sent = burst(5).map((mail, at) => {
      const isWanted = () => {
        asked.push(at);
        // The content of the one before has arrived whole by now, and nothing of this one.
        expect(sink.taken).toBe(at > 2 ? at - 1 : at);
        return Promise.resolve(at !== 2);
      };
      return smtp.send(mail, undefined, isWanted);
    });
    const outcomes = await Promise.all(sent);
    expect(kinds(outcomes)).toEqual(['accepted', 'accepted', 'not_sent', 'accepted', 'accepted']);
    expect(asked).toEqual([0, 1, 2, 3, 4]);
    expect(sink.taken).toBe(4);
    // After DATA only the end of the connection takes a mail back.
    expect(sink.connections.total).toBe(options.chunking ? 1 : 2);
  });

  it('is not sent if it waited for long, and costs no connection', async () => {
    const { sink, smtp } = await sinkAndProvider(options, one);
    sink.script({ stage: 'dot', act: { delayMs: 400 }, times: 1 });
    const first = smtp.send(aMail());
    await sink.waitFor(1);
    const [ridden, stopped, last] = [
      smtp.send(aMail()),
      smtp.send(aMail(), undefined, () => Promise.resolve(false)),
      smtp.send(aMail()),
    ];
    const outcomes = await Promise.all([first, ridden, stopped, last]);
    expect(kinds(outcomes)).toEqual(['accepted', 'accepted', 'not_sent', 'accepted']);
    expect(sink.connections.total).toBe(1);
  });
});

describe('a server with CHUNKING', () => {
  it('gets the content as it is, with the envelope of the next mail behind it', async () => {
    const { sink, smtp } = await sinkAndProvider({ chunking: true }, one);
    const text = '.\n..\nMAIL FROM:<evil@evil.test>\n.\nend';
    const outcomes = await Promise.all(
      [aMail({ text }), aMail(), aMail({ text: 'x\n.\n'.repeat(300_000) })].map((mail) => smtp.send(mail)),
    );
    expect(kinds(outcomes)).toEqual(['accepted', 'accepted', 'accepted']);
    expect(sink.messages.map(({ isStuffed }) => isStuffed)).toEqual([false, false, false]);
    expect(sink.messages[0]?.raw.toString()).toContain('\r\n.\r\n..\r\nMAIL FROM');
    expect(sink.messages[2]?.raw.length).toBeGreaterThan(1_000_000);
  });

  it.each([true, false])('gets nothing of a mail whose recipients it refuses (PIPELINING %s)', async (pipelining) => {
    const { sink, smtp } = await sinkAndProvider({ chunking: true, pipelining }, one);
    sink.script({ stage: 'rcpt', act: { reply: '550 5.1.1 No such user' }, times: 1 });
    expect(kinds(await Promise.all(burst(2).map((mail) => smtp.send(mail))))).toEqual(['refused', 'accepted']);
    expect([sink.taken, sink.connections.total]).toEqual([1, 1]);
  });

  it.each(['drop', 'close'] as const)(
    'leaves a mail not_sent after a %s in the middle, unknown after the end',
    async (act) => {
      const { sink, smtp } = await sinkAndProvider({ chunking: true });
      const mail = aMail({ text: 'In the middle of it. '.repeat(1_000_000) });
      sink.script({ stage: 'body', act, afterBytes: 100_000, times: 1 }, { stage: 'dot', act, times: 1 });
      expect(await smtp.send(mail)).toMatchObject({ kind: 'not_sent', fault: 'passing' });
      expect(await smtp.send(mail)).toMatchObject({ kind: 'unknown' });
      expect(await smtp.send(mail)).toMatchObject({ kind: 'accepted' });
    },
  );

  it('gets DATA if it does not know BDAT, on a new connection, since it may take content for commands', async () => {
    const { server, smtp } = await setUp(['PIPELINING', 'CHUNKING'], (line) =>
      line.startsWith('BDAT') ? '502 5.5.1 What?' : undefined,
    );
    expect(kinds(await Promise.all(burst(3).map((mail) => smtp.send(mail))))).toEqual([
      'accepted',
      'accepted',
      'accepted',
    ]);
    expect(server.connections).toBe(2);
    expect(server.reads.filter((read) => read.includes('BDAT'))).toHaveLength(1);
  });
});

describe('a connection', () => {
  it('carries as many mails as the server lets it', async () => {
    const carried = new Map<number, number>();
    const { server, smtp } = await setUp(['PIPELINING'], (line, socket, connection) => {
      const count = (carried.get(connection) ?? 0) + Number(line.startsWith('MAIL'));
      carried.set(connection, count);
      if (line.startsWith('MAIL') && count > 3) return (void socket.end('421 4.7.0 Too many messages\r\n'), '');
      return undefined;
    });
    for (let count = 0; count < 13; count++) expect(await smtp.send(aMail())).toMatchObject({ kind: 'accepted' });
    // It ran into the limit twice, and stopped before it ever since.
    expect(server.reads.filter((read) => read.startsWith('QUIT'))).toHaveLength(2);
  });

  it('is opened in steps while mails wait, up to the limit', async () => {
    const { sink, smtp } = await sinkAndProvider({}, { maxConnections: 4 });
    sink.script({ stage: 'dot', act: { delayMs: 100 } });
    expect(new Set(kinds(await Promise.all(burst(12).map((mail) => smtp.send(mail)))))).toEqual(new Set(['accepted']));
    expect(sink.connections.total).toBe(4);
  });
});
