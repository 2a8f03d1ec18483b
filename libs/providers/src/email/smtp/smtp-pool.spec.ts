import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { aMail } from '../../testing/index.js';
import { closeAll, gone, provider, sinkAndProvider } from '../testing.js';

afterEach(closeAll);

const burst = (count: number) => Array.from({ length: count }, () => aMail());
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('connections', () => {
  it('are reused within the limit', async () => {
    const { sink, smtp } = await sinkAndProvider({}, { maxConnections: 3 });
    let most = 0;
    sink.onMessage = () => (most = Math.max(most, sink.connections.open));
    const all = await Promise.all(burst(60).map((mail) => smtp.send(mail)));
    expect(all.every((outcome) => outcome.kind === 'accepted')).toBe(true);
    expect(sink.counts.size).toBe(60);
    expect(most).toBeLessThanOrEqual(3);
    expect(sink.connections.total).toBeLessThanOrEqual(3);
  });

  it('are used by few mails at a time, and by more once mails wait', async () => {
    const { sink, smtp } = await sinkAndProvider({}, { maxConnections: 6 });
    const used = new Set<number>();
    const note = {
      stage: 'mail',
      act: 'drop',
      when: ({ connection }: { connection: number }) => !used.add(connection),
    } as const;
    const wait = { stage: 'rcpt', act: { delayMs: 300 }, times: 6 } as const;
    sink.script(note, wait);
    await Promise.all(burst(6).map((mail) => smtp.send(mail)));
    expect(used.size).toBe(6);

    used.clear();
    const clock = jest.spyOn(performance, 'now').mockReturnValue(performance.now());
    await Promise.all(burst(30).map((mail) => smtp.send(mail)));
    expect(used.size).toBe(4);

    clock.mockRestore();
    sink.script(wait);
    await Promise.all(burst(6).map((mail) => smtp.send(mail)));
    expect(used.size).toBe(6);
    expect(sink.connections.total).toBe(6);
  });

  it('are replaced after the configured number of messages', async () => {
    const { sink, smtp } = await sinkAndProvider({}, { maxMessages: 5 });
    for (const mail of burst(11)) await smtp.send(mail);
    expect(sink.connections.total).toBe(3);
  });

  it('are closed when idle', async () => {
    const { sink, smtp } = await sinkAndProvider({}, { idleMs: 30 });
    await smtp.send(aMail());
    await gone(sink);
    expect(await smtp.send(aMail())).toMatchObject({ kind: 'accepted' });
  });

  it('survive a refused message', async () => {
    const { sink, smtp } = await sinkAndProvider({}, { maxConnections: 1 });
    sink.script({ stage: 'rcpt', act: { reply: '550 5.1.1 No such user' }, times: 3 });
    for (const mail of burst(4)) await smtp.send(mail);
    expect(sink.taken).toBe(1);
    expect(sink.connections.total).toBe(1);
  });

  it('are closed when they cannot be reset', async () => {
    const { sink, smtp } = await sinkAndProvider();
    sink.script({ stage: 'dot', act: { reply: '550 5.7.1 Spam' }, times: 1 }, { stage: 'rset', act: 'drop', times: 1 });
    await smtp.send(aMail());
    await pause(20);
    expect(await smtp.send(aMail())).toMatchObject({ kind: 'accepted' });
    expect(sink.connections.total).toBe(2);
  });
});

describe('a pooled connection that the server has dropped', () => {
  it.each(['drop', 'close', { reply: '421 4.4.2 Timeout' }] as const)('(%j) costs no attempt', async (act) => {
    const { sink, smtp } = await sinkAndProvider();
    await smtp.send(aMail());
    sink.script({ stage: 'mail', act, times: 1 });
    expect(await smtp.send(aMail())).toMatchObject({ kind: 'accepted' });
    expect(sink.connections.total).toBe(2);
    expect([...sink.counts.values()]).toEqual([1, 1]);
  });

  it('leaves the pool when it closes while idle', async () => {
    const { sink, smtp } = await sinkAndProvider({}, { maxConnections: 1 });
    await smtp.send(aMail());
    await sink.close();
    await pause(20);
    expect(await smtp.send(aMail())).toMatchObject({ kind: 'not_sent', code: 'ECONNREFUSED' });
  });

  it('is replaced once, not endlessly', async () => {
    const { sink, smtp } = await sinkAndProvider();
    await smtp.send(aMail());
    sink.script({ stage: 'mail', act: 'drop' });
    expect(await smtp.send(aMail())).toMatchObject({ kind: 'not_sent', fault: 'passing' });
    expect(sink.connections.total).toBe(2);
  });

  it('is not replaced after the final dot', async () => {
    const { sink, smtp } = await sinkAndProvider();
    await smtp.send(aMail());
    sink.script({ stage: 'dot', act: 'drop', times: 1 });
    expect(await smtp.send(aMail())).toMatchObject({ kind: 'unknown' });
    expect(sink.taken).toBe(2);
  });
});

describe('waiting for a connection', () => {
  it('counts towards the timeout and ends as not_sent', async () => {
    const { sink, smtp } = await sinkAndProvider({}, { maxConnections: 1, timeoutMs: 1_000 });
    // The first holds the only connection; should it end a moment before the second, the next connection hangs too.
    sink.script(
      { stage: 'dot', act: 'hang', times: 1 },
      { stage: 'connect', when: ({ connection }) => connection > 1, act: 'hang' },
    );
    const [first, second] = await Promise.all(burst(2).map((mail) => smtp.send(mail)));
    expect(first?.kind).toBe('unknown');
    expect(second).toMatchObject({ kind: 'not_sent', fault: 'passing', code: 'ETIMEDOUT' });
    sink.script();
    expect(await smtp.send(aMail())).toMatchObject({ kind: 'accepted' });
  });

  it('ends with an abort, and the next in line gets the slot', async () => {
    const { sink, smtp } = await sinkAndProvider({}, { maxConnections: 1 });
    sink.script({ stage: 'dot', act: { delayMs: 100 }, times: 1 });
    const first = smtp.send(aMail());
    const abort = new AbortController();
    const second = smtp.send(aMail(), abort.signal);
    const third = smtp.send(aMail());
    setTimeout(() => abort.abort(), 20);
    expect(await second).toMatchObject({ kind: 'not_sent', code: 'EABORT' });
    expect([(await first).kind, (await third).kind]).toEqual(['accepted', 'accepted']);
  });
});

describe('close', () => {
  it('lets a running message finish, refuses waiting and new ones, and leaves no connection', async () => {
    const { sink, smtp } = await sinkAndProvider({}, { maxConnections: 1 });
    sink.script({ stage: 'dot', act: { delayMs: 100 }, times: 1 });
    const running = smtp.send(aMail());
    const waiting = smtp.send(aMail());
    await pause(30);
    const closing = smtp.close();
    expect(await smtp.send(aMail())).toMatchObject({ kind: 'not_sent', code: 'ECLOSED' });
    expect(await waiting).toMatchObject({ kind: 'not_sent', code: 'ECLOSED' });
    expect(await running).toMatchObject({ kind: 'accepted' });
    await closing;
    await gone(sink);
  });

  it('does not wait for a server that does not answer QUIT', async () => {
    const { sink, smtp } = await sinkAndProvider();
    await smtp.send(aMail());
    sink.script({ stage: 'quit', act: 'hang' });
    await smtp.close();
    await gone(sink);
  });

  it('returns at once if nothing was sent', async () => {
    await provider('smtp://127.0.0.1:1').close();
  });
});
