import { afterEach, describe, expect, it } from '@jest/globals';
import type { EmailProvider, LateMail, Mail, Outcome } from '../../adapter/provider.js';
import { aMail } from '../../testing/index.js';
import type { SinkAction, SinkStage } from '../../testing/sink-script.js';
import { closeAll, sinkAndProvider } from '../testing.js';

afterEach(closeAll);

const late = (mail: Mail, over: Partial<LateMail> = {}): Omit<LateMail, 'onOutcome'> => ({
  recipient: mail.recipients[0] as string,
  envelopeFrom: mail.from.email,
  isWrittenAhead: false,
  signal: undefined,
  mail: () => mail,
  isWanted: () => true,
  ...over,
});
const carried = (smtp: EmailProvider, call: Omit<LateMail, 'onOutcome'>) =>
  new Promise<Outcome>((onOutcome) =>
    // Its methods are those of the call.
    smtp.carry?.({ ...call, onOutcome }),
  );

describe('a mail that is built late', () => {
  it('arrives with the same bytes as one that is built before', async () => {
    const { sink, smtp } = await sinkAndProvider();
    const mail = aMail();
    await smtp.send(mail);
    await carried(smtp, late(mail));
    await carried(smtp, late(mail, { isWrittenAhead: true }));
    const [one, other, ahead] = sink.messages.map(({ raw }) => raw.toString());
    expect(other).toBe(one);
    expect(ahead).toBe(one);
  });

  it('is built only when a connection asks for it', async () => {
    const { sink, smtp } = await sinkAndProvider({}, { maxConnections: 1 });
    let built = 0;
    sink.script({ stage: 'mail', act: 'hang', times: 1 });
    const mails = Array.from({ length: 20 }, () => aMail());
    const signal = new AbortController();
    const all = mails.map((mail) =>
      carried(smtp, late(mail, { signal: signal.signal, mail: () => ((built += 1), mail) })),
    );
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(built).toBe(1);
    signal.abort();
    for (const outcome of await Promise.all(all)) expect(outcome).toMatchObject({ kind: 'not_sent' });
  });

  it('is refused if it cannot be built, and the next one is carried', async () => {
    const { sink, smtp } = await sinkAndProvider();
    const broken = () => {
      throw new Error('a hole');
    };
    expect(await carried(smtp, late(aMail(), { mail: broken }))).toMatchObject({
      kind: 'refused',
      detail: expect.stringContaining('a hole'),
    });
    expect(await carried(smtp, late(aMail()))).toMatchObject({ kind: 'accepted' });
    expect(sink.taken).toBe(1);
  });

  it('is taken back if it is no longer wanted', async () => {
    const { sink, smtp } = await sinkAndProvider();
    const outcome = await carried(smtp, late(aMail(), { isWanted: () => Promise.resolve(false) }));
    expect(outcome).toMatchObject({ kind: 'not_sent' });
    expect(sink.taken).toBe(0);
  });

  const FAULTS: [SinkStage, SinkAction][] = [
    ['connect', 'close'],
    ['mail', { reply: '451 4.3.0 later' }],
    ['mail', 'drop'],
    ['rcpt', { reply: '550 5.1.1 no such user' }],
    ['rcpt', { reply: '421 4.7.0 too much mail' }],
    ['data', { reply: '452 4.2.2 full' }],
    ['data', 'drop'],
    ['body', 'drop'],
    ['dot', 'drop'],
    ['dot', 'close'],
    ['dot', { reply: '554 5.7.1 spam' }],
    ['dot', { reply: 'what?' }],
  ];
  it.each(FAULTS)('ends like any other when the server fails at %s (%j)', async (stage, act) => {
    const outcomes: Outcome[] = [];
    for (const isLate of [false, true]) {
      const { sink, smtp } = await sinkAndProvider();
      sink.script({ stage, act, times: 1 });
      const mail = aMail();
      outcomes.push(isLate ? await carried(smtp, late(mail)) : await smtp.send(mail));
    }
    expect(outcomes[1]).toEqual(outcomes[0]);
    expect(outcomes[0]?.kind).not.toBe('accepted');
  });
});
