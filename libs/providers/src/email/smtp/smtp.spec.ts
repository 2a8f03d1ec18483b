import { afterEach, describe, expect, it } from '@jest/globals';
import { createServer, type Socket } from 'node:net';
import PostalMime from 'postal-mime';
import { aMail } from '../../testing/index.js';
import { atTheEnd, closeAll, gone, provider, sinkAndProvider } from '../testing.js';

afterEach(closeAll);

/** Starts a server with a custom reaction to every connection. */
async function server(welcome: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const listening = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    welcome(socket);
  });
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  atTheEnd({
    close: () =>
      new Promise((resolve) => {
        listening.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  });
  const address = listening.address();
  return `smtp://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
}

describe('a mail over SMTP', () => {
  it('arrives once, with its envelope and its Message-ID', async () => {
    const { sink, smtp } = await sinkAndProvider();
    const mail = aMail({
      to: [{ email: 'ada@example.test' }, { email: 'bob@bücher.example' }],
      bcc: [{ email: 'eve@example.test' }],
      subject: 'Grüße 🥁',
      envelopeFrom: 'bounce+1@sender.test',
    });
    const outcome = await smtp.send(mail);
    expect(outcome).toMatchObject({ kind: 'accepted', providerId: 'SINK', detail: '250 2.0.0 Ok: queued as SINK' });
    expect(outcome.recipients?.map(({ address, outcome }) => [address, outcome])).toEqual([
      ['ada@example.test', 'accepted'],
      ['bob@bücher.example', 'accepted'],
      ['eve@example.test', 'accepted'],
    ]);
    expect([...sink.counts]).toEqual([[mail.messageId, 1]]);
    expect(sink.messages[0]?.envelope).toEqual({
      from: 'bounce+1@sender.test',
      to: ['ada@example.test', 'bob@xn--bcher-kva.example', 'eve@example.test'],
    });
    const read = await new PostalMime().parse(sink.messages[0]?.raw ?? '');
    expect(read).toMatchObject({ subject: 'Grüße 🥁', messageId: mail.messageId });
    expect(sink.messages[0]?.raw.toString()).not.toContain('eve@');
  });

  it('goes only to the recipients that still need it', async () => {
    const { sink, smtp } = await sinkAndProvider();
    await smtp.send(
      aMail({ to: [{ email: 'ada@example.test' }, { email: 'bob@example.test' }], recipients: ['bob@example.test'] }),
    );
    expect(sink.messages[0]?.envelope.to).toEqual(['bob@example.test']);
    expect(sink.messages[0]?.raw.toString()).toContain('To: ada@example.test, bob@example.test');
  });

  it('is dot-stuffed, and no content ends it early', async () => {
    const { sink, smtp } = await sinkAndProvider();
    const text = '.\n..\nab\n.\r.\r\n.\n\n.\r\n.\r\nMAIL FROM:<evil@evil.test>\nend';
    await smtp.send(aMail({ text }));
    const [message] = sink.messages;
    const wire = message?.wire.toString('latin1') ?? '';
    expect(wire).not.toMatch(/[^\r]\n|\r[^\n]/);
    expect(wire).not.toMatch(/\r\n\.[^.]/);
    expect(sink.taken).toBe(1);
    expect((await new PostalMime().parse(message?.raw ?? '')).text?.trim()).toBe(text.replace(/\r\n|\r/g, '\n'));
  });

  it('may be large', async () => {
    const { sink, smtp } = await sinkAndProvider();
    expect(await smtp.send(aMail({ text: 'Grüße\n'.repeat(500_000) }))).toMatchObject({ kind: 'accepted' });
    expect(sink.messages[0]?.raw.length).toBeGreaterThan(3_000_000);
  });

  it('is refused locally when it exceeds the announced size', async () => {
    const { sink, smtp } = await sinkAndProvider({ size: 1000 });
    expect(await smtp.send(aMail({ text: 'x'.repeat(2000) }))).toMatchObject({ kind: 'refused', code: '5.3.4' });
    expect(await smtp.send(aMail())).toMatchObject({ kind: 'accepted' });
    expect(sink.taken).toBe(1);
  });

  it.each([
    ['a recipient that would end the command', { to: [{ email: 'a@b.test>\r\nRCPT TO:<evil@evil.test' }] }],
    ['a sender that would end the command', { envelopeFrom: 'a@b.test>\r\nDATA' }],
    ['an invalid header name', { headers: { 'X:Y\r\nZ': 'x' } }],
    ['no recipient', { recipients: [] }],
  ])('is refused locally for %s', async (_name, over) => {
    const { sink, smtp } = await sinkAndProvider();
    expect(await smtp.send(aMail(over))).toMatchObject({ kind: 'refused' });
    expect(sink.taken).toBe(0);
  });

  it('reaches the other recipients when one address is invalid', async () => {
    const { sink, smtp } = await sinkAndProvider();
    const outcome = await smtp.send(aMail({ to: [{ email: 'ada@example.test' }, { email: 'b\r\nob@example.test' }] }));
    expect(outcome.recipients?.map((each) => each.outcome)).toEqual(['accepted', 'refused']);
    expect(sink.messages[0]?.envelope.to).toEqual(['ada@example.test']);
  });
});

describe('an SMTP server that misbehaves', () => {
  it('leaves a throttled mail not_sent', async () => {
    const { sink, smtp } = await sinkAndProvider();
    sink.script({ stage: 'mail', act: { reply: '451 4.7.1 Slow down' }, times: 1 });
    const outcome = await smtp.send(aMail());
    expect(outcome).toMatchObject({ kind: 'not_sent', fault: 'passing', code: '4.7.1', detail: '451 4.7.1 Slow down' });
  });

  it('leaves the mail not_sent when its port is closed', async () => {
    const { sink, smtp } = await sinkAndProvider();
    await sink.close();
    const outcome = await smtp.send(aMail());
    expect(outcome).toMatchObject({ kind: 'not_sent', fault: 'passing', code: 'ECONNREFUSED' });
    expect(outcome).not.toHaveProperty('recipientOnly');
  });

  it('leaves the mail not_sent when its host is unknown', async () => {
    const smtp = provider('smtp://no-such-host.invalid:2525', { timeoutMs: 2_000 });
    expect(await smtp.send(aMail())).toMatchObject({ kind: 'not_sent', fault: 'passing' });
  });

  it.each(['connect', 'ehlo', 'mail', 'rcpt', 'data'] as const)(
    'leaves the mail not_sent when it times out at %s',
    async (stage) => {
      const { sink, smtp } = await sinkAndProvider({ pipelining: false }, { timeoutMs: 200 });
      sink.script({ stage, act: 'hang' });
      const outcome = await smtp.send(aMail());
      expect(outcome).toMatchObject({ kind: 'not_sent', fault: 'passing', code: 'ETIMEDOUT' });
      await gone(sink);
    },
  );

  it.each(['dot', 'body'] as const)('leaves the mail unknown when it times out at %s', async (stage) => {
    const { sink, smtp } = await sinkAndProvider({}, { timeoutMs: 3_000 });
    sink.script({ stage, act: 'hang' });
    expect(await smtp.send(aMail())).toMatchObject({ kind: 'unknown', detail: 'No answer within 3000 ms (ETIMEDOUT)' });
    await gone(sink);
  });

  it('ends the call at once on an abort', async () => {
    const { sink, smtp } = await sinkAndProvider();
    sink.script({ stage: 'connect', act: 'hang' });
    const abort = new AbortController();
    setTimeout(() => abort.abort(), 50);
    const outcome = await smtp.send(aMail(), abort.signal);
    expect(outcome).toMatchObject({ kind: 'not_sent', detail: 'Aborted by the caller (EABORT)' });
    await gone(sink);
  });

  it.each([
    ['at once', (socket: Socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n')],
    ['endlessly', (socket: Socket) => socket.write('220'.padEnd(2_000_000, 'x'))],
    ['and nothing', (socket: Socket) => socket.end()],
  ])('leaves the mail not_sent when it sends garbage as a greeting, %s', async (_name, welcome) => {
    const smtp = provider(await server((socket) => void welcome(socket)));
    expect(await smtp.send(aMail())).toMatchObject({ kind: 'not_sent', fault: 'passing' });
  });

  it('explains the end of a connection with a reply that has no line end', async () => {
    const smtp = provider(await server((socket) => socket.end('554 5.7.1 You are on a list')));
    expect(await smtp.send(aMail())).toMatchObject({ kind: 'not_sent', fault: 'provider', code: '5.7.1' });
  });

  it.each(['mail', 'rcpt', 'data'] as const)(
    'leaves the mail not_sent when it answers %s with garbage',
    async (stage) => {
      const { sink, smtp } = await sinkAndProvider();
      sink.script({ stage, act: { reply: '<html>?</html>' }, times: 1 });
      expect(await smtp.send(aMail())).toMatchObject({ kind: 'not_sent', fault: 'passing' });
    },
  );

  it.each(['<html>?</html>', '2hello', '354 More', '99'])(
    'leaves the mail unknown when it answers the final dot with %j',
    async (reply) => {
      const { sink, smtp } = await sinkAndProvider();
      sink.script({ stage: 'dot', act: { reply }, times: 1 });
      expect(await smtp.send(aMail())).toMatchObject({ kind: 'unknown' });
    },
  );
});

describe('verify', () => {
  it('passes for a working account', async () => {
    const { sink, smtp } = await sinkAndProvider({ auth: { user: 'me', pass: 'secret' } });
    expect(await smtp.verify()).toEqual({ ok: true });
    await gone(sink);
  });

  it('explains a failure without the password', async () => {
    const { sink } = await sinkAndProvider({ auth: { user: 'me', pass: 'secret' } });
    const smtp = provider(sink.url.replace('secret', 'wr%C3%B6ng'));
    const answer = await smtp.verify();
    expect(answer).toMatchObject({ ok: false });
    expect(answer).toMatchObject({ detail: expect.stringContaining('535 5.7.8') });
    expect(JSON.stringify(answer)).not.toMatch(/wr(ö|%C3%B6)ng/);
  });
});
