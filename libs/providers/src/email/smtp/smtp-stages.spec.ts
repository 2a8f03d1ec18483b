import { afterEach, describe, expect, it } from '@jest/globals';
import { aMail, selfSigned, type SinkStage, type SmtpSinkOptions } from '../../testing/index.js';
import { closeAll, gone, provider, sinkAndProvider } from '../testing.js';

afterEach(closeAll);

const tls = selfSigned('127.0.0.1');
const auth = { user: 'me', pass: 'secret' };
const outcomes = (outcome: { recipients?: { outcome: string }[] }) => outcome.recipients?.map((each) => each.outcome);

describe.each([
  ['with PIPELINING', true],
  ['without PIPELINING', false],
])('%s, a lost connection', (_name, pipelining) => {
  const setUp = async (more: SmtpSinkOptions = {}) => {
    const { sink } = await sinkAndProvider({ pipelining, auth, ...more });
    return { sink, smtp: provider(`${sink.url}?tls=insecure`) };
  };
  const before: SinkStage[] = ['connect', 'ehlo', 'starttls', 'auth', 'mail', 'rcpt', 'data'];

  describe.each(['drop', 'close'] as const)('(%s)', (act) => {
    it.each(before)('at %s is not_sent, and the next attempt arrives once', async (stage) => {
      const { sink, smtp } = await setUp({ tls });
      sink.script({ stage, act, times: 1 });
      const mail = aMail();
      expect(await smtp.send(mail)).toMatchObject({ kind: 'not_sent', fault: 'passing' });
      expect(sink.taken).toBe(0);
      expect(await smtp.send(mail)).toMatchObject({ kind: 'accepted' });
      expect([...sink.counts.values()]).toEqual([1]);
      await smtp.close();
      await gone(sink);
    });

    it('in the middle of the text is not_sent, and the next attempt arrives once', async () => {
      const { sink, smtp } = await setUp();
      // Larger than the system's buffers, so that the end cannot have been sent.
      const mail = aMail({ text: 'In the middle of it. '.repeat(1_000_000) });
      sink.script({ stage: 'body', act, afterBytes: 100_000, times: 1 });
      expect(await smtp.send(mail)).toMatchObject({ kind: 'not_sent', fault: 'passing' });
      expect(await smtp.send(mail)).toMatchObject({ kind: 'accepted' });
      expect([...sink.counts.values()]).toEqual([1]);
    });

    it('after the final dot is unknown, and the next attempt has the same Message-ID', async () => {
      const { sink, smtp } = await setUp();
      sink.script({ stage: 'dot', act, times: 1 });
      const mail = aMail({ to: [{ email: 'ada@example.test' }, { email: 'bob@example.test' }] });
      const outcome = await smtp.send(mail);
      expect(outcome.kind).toBe('unknown');
      expect(outcomes(outcome)).toEqual(['unknown', 'unknown']);
      expect(await smtp.send(mail)).toMatchObject({ kind: 'accepted' });
      expect([...sink.counts]).toEqual([[mail.messageId, 2]]);
      await smtp.close();
      await gone(sink);
    });
  });
});

describe('a reply', () => {
  const provide = { kind: 'not_sent', fault: 'provider' };
  const passing = { kind: 'not_sent', fault: 'passing' };
  const refused = { kind: 'refused' };

  it.each<[SinkStage, string, object]>([
    ['connect', '421 4.3.2 Too busy', passing],
    ['connect', '450 Later', passing],
    ['connect', '554 5.7.1 You are on a list', provide],
    ['ehlo', '421 4.3.2 Going down', passing],
    ['auth', '535 5.7.8 Wrong password', provide],
    ['auth', '454 4.7.0 Try later', passing],
    ['auth', '421 4.7.0 Too many', passing],
    ['mail', '421 4.3.2 Going down', passing],
    ['mail', '450 4.7.1 Try later', passing],
    ['mail', '451 4.3.0 Local error', passing],
    ['mail', '452 4.3.1 Out of storage', passing],
    ['mail', '530 5.7.0 Log in', provide],
    ['mail', '550 5.1.0 Sender unknown', provide],
    ['mail', '553 5.7.1 Not owned by you', provide],
    ['mail', '552 5.3.4 Too big', refused],
    ['rcpt', '421 4.7.0 Enough', passing],
    ['rcpt', '450 4.2.1 Greylisted', passing],
    ['rcpt', '451 4.7.1 Greylisted', passing],
    ['rcpt', '452 4.5.3 Too many recipients', passing],
    ['rcpt', '550 5.1.1 No such user', refused],
    ['rcpt', '552 5.2.2 Mailbox full', refused],
    ['rcpt', '554 5.7.1 Blocked', refused],
    ['rcpt', '554 5.7.1 <a@b.test>: Relay access denied', provide],
    ['rcpt', '530 5.7.0 Log in', provide],
    ['data', '421 4.3.2 Going down', passing],
    ['data', '451 4.3.0 Local error', passing],
    ['data', '503 5.5.1 Out of order', passing],
    ['data', '554 5.7.1 Blocked', refused],
    ['dot', '421 4.3.2 Going down', passing],
    ['dot', '450 4.2.0 Later', passing],
    ['dot', '451 4.7.1 Greylisted', passing],
    ['dot', '452 4.3.1 Out of storage', passing],
    ['dot', '535 5.7.8 Not you', provide],
    ['dot', '550 5.7.1 Spam', refused],
    ['dot', '552 5.3.4 Too big', refused],
    ['dot', '554 5.6.0 Broken', refused],
  ])('at %s: %s', async (stage, reply, expected) => {
    for (const pipelining of [true, false]) {
      const { sink } = await sinkAndProvider({ auth, pipelining });
      const smtp = provider(sink.url);
      sink.script({ stage, act: { reply }, times: 1 });
      const outcome = await smtp.send(aMail());
      expect(outcome).toMatchObject(expected);
      expect(outcome.detail).toBe(reply);
      expect(sink.taken).toBe(0);
      // The next message is not affected.
      expect(await smtp.send(aMail())).toMatchObject({ kind: 'accepted' });
    }
  });

  it.each<[SinkStage, string, boolean, boolean]>([
    ['connect', '421 4.7.0 Too many connections', false, false],
    ['mail', '451 4.7.1 Slow down', true, false],
    ['mail', '421 4.7.0 Too many messages', false, false],
    ['rcpt', '421 4.7.28 Unusual rate', true, true],
    ['rcpt', '421 Try later', true, true],
    ['rcpt', '450 4.2.1 Mailbox busy', true, false],
    ['rcpt', '451 4.7.1 Greylisted', true, false],
    ['data', '421 4.3.2 Going down', false, false],
    ['dot', '421 4.7.28 Unusual rate', true, true],
    ['dot', '451 4.7.650 Reputation', true, true],
    ['dot', '451 4.3.0 Local error', true, false],
    ['dot', '550 5.7.1 Spam', false, false],
  ])(
    'at %s: %s is about the recipient: %j, and about its mailbox provider: %j',
    async (stage, reply, ofRecipient, ofMailbox) => {
      const { sink, smtp } = await sinkAndProvider();
      sink.script({ stage, act: { reply }, times: 1 });
      const outcome = await smtp.send(aMail());
      expect('recipientOnly' in outcome).toBe(ofRecipient);
      expect(outcome.recipients?.some(({ throttled }) => throttled)).toBe(ofMailbox);
    },
  );

  it('of several lines is recorded on one line', async () => {
    const { sink, smtp } = await sinkAndProvider();
    sink.script({ stage: 'rcpt', act: { reply: '550-5.1.1 No\r\n550 5.1.1 such user' }, times: 1 });
    expect(await smtp.send(aMail())).toMatchObject({
      kind: 'refused',
      code: '5.1.1',
      detail: '550-5.1.1 No 550 5.1.1 such user',
    });
  });
});

describe('several recipients', () => {
  const at = (address: string, reply: string) => ({
    stage: 'rcpt' as const,
    act: { reply },
    when: (moment: { address?: string }) => moment.address === address,
  });
  const to = ['ada@example.test', 'bob@example.test', 'eve@example.test'];

  it.each([true, false])('get an outcome each from one call (PIPELINING %s)', async (pipelining) => {
    const { sink, smtp } = await sinkAndProvider({ pipelining });
    sink.script(at('bob@example.test', '550 5.1.1 No such user'), at('eve@example.test', '451 4.7.1 Greylisted'));
    const outcome = await smtp.send(aMail({ to: to.map((email) => ({ email })) }));
    expect(outcome).toMatchObject({
      kind: 'accepted',
      recipients: [
        { address: 'ada@example.test', outcome: 'accepted' },
        { address: 'bob@example.test', outcome: 'refused', detail: '550 5.1.1 No such user' },
        { address: 'eve@example.test', outcome: 'not_sent', detail: '451 4.7.1 Greylisted' },
      ],
    });
    expect(sink.messages.map((message) => message.envelope.to)).toEqual([['ada@example.test']]);
  });

  it('blame only the mailbox provider of the recipient at which 421 ends the transaction', async () => {
    const { sink, smtp } = await sinkAndProvider();
    sink.script(at('bob@example.test', '421 4.7.28 Unusual rate'));
    const outcome = await smtp.send(aMail({ to: to.map((email) => ({ email })) }));
    expect(outcomes(outcome)).toEqual(['not_sent', 'not_sent', 'not_sent']);
    expect(outcome.recipients?.map(({ throttled }) => throttled === true)).toEqual([false, true, false]);
  });

  it.each([true, false])('end as not_sent when all are refused or deferred (PIPELINING %s)', async (pipelining) => {
    const { sink, smtp } = await sinkAndProvider({ pipelining });
    sink.script(at('ada@example.test', '451 4.7.1 Greylisted'), at('bob@example.test', '550 5.1.1 No such user'));
    const outcome = await smtp.send(aMail({ to: [{ email: 'ada@example.test' }, { email: 'bob@example.test' }] }));
    expect(outcome).toMatchObject({ kind: 'not_sent', fault: 'passing', code: '4.7.1', recipientOnly: true });
    expect(outcomes(outcome)).toEqual(['not_sent', 'refused']);
    expect(sink.taken).toBe(0);
  });

  it('end as refused when all are refused', async () => {
    const { sink, smtp } = await sinkAndProvider();
    sink.script({ stage: 'rcpt', act: { reply: '550 5.1.1 No such user' } });
    expect(await smtp.send(aMail({ to: to.map((email) => ({ email })) }))).toMatchObject({
      kind: 'refused',
      code: '5.1.1',
    });
  });

  it.each([
    ['450 4.2.0 Later', 'not_sent'],
    ['550 5.7.1 Spam', 'refused'],
    ['drop', 'unknown'],
  ])('keep their RCPT replies when the message ends with %s', async (end, expected) => {
    const { sink, smtp } = await sinkAndProvider();
    sink.script(at('bob@example.test', '550 5.1.1 No such user'), {
      stage: 'dot',
      act: end === 'drop' ? 'drop' : { reply: end },
    });
    const outcome = await smtp.send(aMail({ to: to.map((email) => ({ email })) }));
    expect(outcome.kind).toBe(expected);
    expect(outcomes(outcome)).toEqual([expected, 'refused', expected]);
  });

  it('are told apart when the server disconnects between them', async () => {
    const { sink, smtp } = await sinkAndProvider({ pipelining: false });
    sink.script(at('ada@example.test', '550 5.1.1 No such user'), {
      stage: 'rcpt',
      act: 'drop',
      when: ({ address }) => address === 'bob@example.test',
    });
    const outcome = await smtp.send(aMail({ to: to.map((email) => ({ email })) }));
    expect(outcome).toMatchObject({ kind: 'not_sent', fault: 'passing' });
    expect(outcomes(outcome)).toEqual(['refused', 'not_sent', 'not_sent']);
  });
});
