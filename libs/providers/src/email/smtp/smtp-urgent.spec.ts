import { afterEach, describe, expect, it } from '@jest/globals';
import { aMail } from '../../testing/index.js';
import { closeAll, sinkAndProvider } from '../testing.js';

afterEach(closeAll);

const CODE = 'code@example.test';
const burst = (count: number) => Array.from({ length: count }, () => aMail());
const aCode = () => aMail({ to: [{ email: CODE }], isUrgent: true });

describe('an urgent mail', () => {
  it('takes an idle connection while four others wait for answers', async () => {
    const { sink, smtp } = await sinkAndProvider({}, { maxConnections: 10 });
    sink.script({ stage: 'rcpt', act: { delayMs: 100 }, times: 8 });
    await Promise.all(burst(8).map((mail) => smtp.send(mail)));
    const code = aCode();
    sink.script(
      // The four contents follow while a mail that is not urgent would still be patient, and its envelope would go with one of them.
      { stage: 'rcpt', act: { delayMs: 4 }, times: 4 },
      { stage: 'dot', act: 'hang', when: ({ messageId }) => messageId !== code.messageId },
    );
    const abort = new AbortController();
    const bulk = burst(4).map((mail) => smtp.send(mail, abort.signal));
    expect(await smtp.send(code)).toMatchObject({ kind: 'accepted' });
    abort.abort();
    for (const outcome of await Promise.all(bulk)) expect(outcome.detail).toContain('EABORT');
  });

  it('goes before all that wait if no connection is free', async () => {
    const { sink, smtp } = await sinkAndProvider({}, { maxConnections: 1 });
    await Promise.all([...burst(3), aCode()].map((mail) => smtp.send(mail)));
    const order = sink.messages.map(({ envelope }) => envelope.to[0] === CODE);
    expect(order).toEqual([false, true, false, false]);
  });

  it('finds a connection that mails of many leave free, each time', async () => {
    const { sink, smtp } = await sinkAndProvider({}, { maxConnections: 10 });
    const stuck = new Set<number>();
    const allStuck = new Promise<void>((resolve) =>
      sink.script({
        stage: 'rcpt',
        act: 'hang',
        when: ({ address, connection }) => {
          if (address === CODE) return false;
          if (stuck.add(connection).size === 9) resolve();
          return true;
        },
      }),
    );
    const abort = new AbortController();
    const bulk = burst(20).map((mail) => smtp.send(mail, abort.signal));
    await allStuck;
    for (const code of [aCode(), aCode()]) expect(await smtp.send(code)).toMatchObject({ kind: 'accepted' });
    expect(stuck.size).toBe(9);
    abort.abort();
    for (const outcome of await Promise.all(bulk)) expect(outcome).toMatchObject({ code: 'EABORT' });
  });
});
