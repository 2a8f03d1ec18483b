import { describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { resendCall } from '../../testing/index.js';
import type { WebhookRequest } from '../../adapter/webhook.js';
import { resend } from './resend.js';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const settings = { apiKey: 're_x', webhookSecret: secret };
const seconds = (ago: number) => String(Math.floor(Date.now() / 1000) - ago);

const read = async (request: WebhookRequest, given: object = settings) => (await resend.webhook?.(request, given, {}))!;

const data = {
  created_at: '2026-11-21T09:59:59.000Z',
  email_id: '56761188-7520-42d8-8898-ff6fc54ce618',
  from: 'Shop <shop@sender.test>',
  to: ['ada@example.test'],
  subject: 'Your order',
  tags: { reference: 'r-1', recipients: '1' },
};
const delivered = { type: 'email.delivered', created_at: '2026-11-21T10:00:00.000Z', data };
const bounced = (bounce: object) => ({ ...delivered, type: 'email.bounced', data: { ...data, bounce } });

async function reportsOf(event: object) {
  const answer = await read(resendCall(event, { secret, id: 'msg_1' }));
  if (answer.kind !== 'read') throw new Error(answer.kind);
  return answer.reports;
}

describe('readResendEvent', () => {
  it('reads our reference and the id of the mail', async () => {
    expect(await reportsOf(delivered)).toEqual([
      {
        eventId: 'msg_1',
        kind: 'delivered',
        providerId: '56761188-7520-42d8-8898-ff6fc54ce618',
        reference: 'r-1',
        recipient: 'ada@example.test',
        detail: 'delivered',
        at: new Date('2026-11-21T10:00:00Z'),
      },
    ]);
  });

  it.each<[string, object, object]>([
    ['email.sent', {}, { kind: 'accepted' }],
    ['email.delivery_delayed', {}, { kind: 'deferred' }],
    ['email.complained', {}, { kind: 'complained' }],
    ['email.failed', { failed: { reason: 'reached_daily_quota' } }, { kind: 'failed', detail: 'reached_daily_quota' }],
    [
      'email.suppressed',
      { suppressed: { message: 'On the list', type: 'x' } },
      { kind: 'failed', detail: 'On the list' },
    ],
    ['email.opened', {}, { kind: 'opened' }],
    [
      'email.clicked',
      { click: { link: 'https://a.test/x', userAgent: 'Mozilla/5.0' } },
      { kind: 'clicked', url: 'https://a.test/x', userAgent: 'Mozilla/5.0' },
    ],
  ])('%s', async (type, more, expected) => {
    expect(await reportsOf({ ...delivered, type, data: { ...data, ...more } })).toMatchObject([expected]);
  });

  const advice = 'The bounce can have a negative impact on your reputation as a sender.';
  it.each<[object, object]>([
    [
      { type: 'Permanent', subType: 'General', message: advice },
      { bounce: 'hard', detail: `Permanent/General: ${advice}` },
    ],
    [{ type: 'Permanent', subType: 'NoEmail' }, { bounce: 'hard' }],
    [
      { type: 'Permanent', subType: 'General', diagnosticCode: ['smtp; 550 5.7.1 listed by a DNSBL'] },
      { bounce: 'policy' },
    ],
    [{ type: 'Permanent', subType: 'General', diagnosticCode: ['smtp; 552 5.2.2 mailbox full'] }, { bounce: 'soft' }],
    [{ type: 'Permanent', subType: 'Suppressed', message: advice }, { kind: 'failed' }],
    [{ type: 'Permanent', subType: 'OnAccountSuppressionList' }, { kind: 'failed' }],
    [{ type: 'Transient', subType: 'General', message: advice }, { bounce: 'soft' }],
    [{ type: 'Transient', subType: 'MailboxFull' }, { bounce: 'soft' }],
    [{ type: 'Transient', subType: 'ContentRejected' }, { bounce: 'policy' }],
    [{ type: 'Transient', subType: 'MessageTooLarge' }, { bounce: 'policy' }],
    [{ type: 'Transient', subType: 'General', diagnosticCode: 'smtp; 550 5.1.1 user unknown' }, { bounce: 'soft' }],
    [
      { type: 'Undetermined', subType: 'Undetermined', diagnosticCode: ['smtp; 550 5.1.1 user unknown'] },
      { bounce: 'hard' },
    ],
    [{}, { bounce: 'soft' }],
  ])('reads a bounce %j', async (bounce, expected) => {
    const [report] = await reportsOf(bounced(bounce));
    expect(report).toMatchObject({ kind: 'bounced', recipient: 'ada@example.test', ...expected });
    if (report?.kind === 'failed') expect(report).not.toHaveProperty('bounce');
  });

  it('returns a report for each of several recipients', async () => {
    const to = ['Ada <ada@example.test>', 'bob@example.test'];
    expect(await reportsOf({ ...delivered, data: { ...data, to } })).toMatchObject([
      { eventId: 'msg_1:ada@example.test', recipient: 'ada@example.test', reference: 'r-1' },
      { eventId: 'msg_1:bob@example.test', recipient: 'bob@example.test', reference: 'r-1' },
    ]);
  });

  it.each<[string, object]>([
    ['several addresses', { to: ['ada@example.test', 'bob@example.test'], tags: { reference: 'r-1' } }],
    ['copies that the event does not name', { tags: { reference: 'r-1', recipients: '2' } }],
    ['nobody', { to: [] }],
  ])('names no recipient when it cannot tell which of %s is meant', async (_name, over) => {
    for (const type of ['email.bounced', 'email.complained', 'email.suppressed']) {
      const reports = await reportsOf({ ...delivered, type, data: { ...data, ...over } });
      expect(reports).toMatchObject([{ eventId: 'msg_1', recipient: null, reference: 'r-1' }]);
    }
  });

  it('accepts tags as a list, or none', async () => {
    const tags = [
      { name: 'reference', value: 'r-1' },
      { name: 'recipients', value: '1' },
    ];
    const complained = { ...delivered, type: 'email.complained' };
    expect(await reportsOf({ ...complained, data: { ...data, tags } })).toMatchObject([
      { reference: 'r-1', recipient: 'ada@example.test' },
    ]);
    expect(await reportsOf({ ...complained, data: { ...data, tags: undefined } })).toMatchObject([
      { reference: null, recipient: 'ada@example.test' },
    ]);
  });

  it('ignores events that do not concern sent mail', async () => {
    for (const type of ['contact.created', 'domain.updated', 'email.received', 'constructor']) {
      expect(await reportsOf({ ...delivered, type })).toEqual([]);
    }
  });

  it('returns the same event id for a repetition with a new signature', async () => {
    const [first, second] = [200, 0].map((ago) =>
      resendCall(delivered, { secret, id: 'msg_1', timestamp: seconds(ago) }),
    );
    expect(await read(second!)).toEqual(await read(first!));
  });

  it.each([[[]], ['x'], [null], [7], [{}], [{ type: 'email.sent' }], [{ type: 'email.sent', data: 'x' }]])(
    'reports %j as unreadable',
    async (event) => {
      expect(await read(resendCall(event, { secret }))).toMatchObject({ kind: 'unreadable' });
    },
  );
});

describe('readResendEvent, signature', () => {
  const id = 'msg_p5jXN8AQM9LWM0D4loKWxJek';
  const call = (event: unknown, options: { secret?: string; timestamp?: string } = {}) =>
    resendCall(event, { secret, id, ...options });
  const withHeaders = (over: Record<string, string | undefined>) => {
    const good = call(delivered);
    return { ...good, headers: { ...good.headers, ...over } };
  };
  const signature = (request: WebhookRequest) => request.headers['svix-signature'] ?? '';
  const stranger = 'whsec_c3RyYW5nZXJzLXNlY3JldC1vZi0yNC1ieXRlcw==';

  it('agrees with the reference implementation in both directions', async () => {
    const theirs = new Webhook(secret);
    const ours = call(delivered);
    const [now, text] = [new Date(), ours.body.toString()];
    const signed = {
      'svix-id': id,
      'svix-timestamp': String(Math.floor(now.getTime() / 1000)),
      'svix-signature': theirs.sign(id, now, text),
    };
    expect(await read({ ...ours, headers: signed })).toMatchObject({ kind: 'read', reports: [{ eventId: id }] });
    const named = (request: WebhookRequest) => ({
      'webhook-id': request.headers['svix-id'] ?? '',
      'webhook-timestamp': request.headers['svix-timestamp'] ?? '',
      'webhook-signature': signature(request),
    });
    expect(theirs.verify(text, named(ours))).toEqual(delivered);
    for (const forged of [
      call(delivered, { secret: stranger }),
      call(delivered, { timestamp: seconds(360) }),
      withHeaders({ 'svix-id': 'x' }),
    ]) {
      expect(() => theirs.verify(text, named(forged))).toThrow();
      expect(await read(forged)).toMatchObject({ kind: 'forged' });
    }
  });

  it('accepts one of several signatures during secret rotation', async () => {
    const [ours, other] = [call(delivered), call(delivered, { secret: stranger })].map(signature);
    expect(await read(withHeaders({ 'svix-signature': `v1a,x ${other} ${ours}` }))).toMatchObject({ kind: 'read' });
  });

  it.each<[string, () => WebhookRequest]>([
    ['from another account', () => call(delivered, { secret: stranger })],
    [
      'over another body',
      () => ({ ...call(delivered), body: Buffer.from(JSON.stringify({ ...delivered, type: 'email.complained' })) }),
    ],
    ['over an empty body', () => ({ ...call(delivered), body: Buffer.alloc(0) })],
    ['over another id', () => withHeaders({ 'svix-id': 'msg_other' })],
    ['over another time', () => withHeaders({ 'svix-timestamp': seconds(-60) })],
    ['six minutes old', () => call(delivered, { timestamp: seconds(360) })],
    ['from the future', () => call(delivered, { timestamp: seconds(-360) })],
    ['with an invalid time', () => call(delivered, { timestamp: 'now' })],
    ['without an id', () => withHeaders({ 'svix-id': undefined })],
    ['without a timestamp', () => withHeaders({ 'svix-timestamp': undefined })],
    ['that is missing', () => withHeaders({ 'svix-signature': undefined })],
    ['that is empty', () => withHeaders({ 'svix-signature': '' })],
    ['of garbage', () => withHeaders({ 'svix-signature': 'v1,%%% v1 ,' })],
    ['of another version', () => withHeaders({ 'svix-signature': signature(call(delivered)).replace('v1,', 'v2,') })],
    ['cut short', () => withHeaders({ 'svix-signature': signature(call(delivered)).slice(0, -1) })],
  ])('rejects a signature %s', async (_name, forged) => {
    expect(await read(forged())).toMatchObject({ kind: 'forged', detail: expect.stringMatching(/\w/) });
  });

  it('rejects every call when no secret is set', async () => {
    const answer = await read(call(delivered), { apiKey: 're_x' });
    expect(answer).toEqual({ kind: 'forged', detail: 'no webhook signing secret is set' });
  });
});
