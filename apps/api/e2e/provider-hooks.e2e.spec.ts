import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { WebhookRequest } from '@dundun/providers';
import {
  brevoCall,
  fakeSns,
  gatewayCall,
  mailgunCall,
  postmarkCall,
  resendCall,
  sendGridCall,
  sendGridKeys,
  startFakeAfricasTalking,
  startFakeBrevo,
  startFakeGateway,
  startFakeHollaTags,
  startFakeMailgun,
  startFakePostmark,
  startFakeResend,
  startFakeSendGrid,
  startFakeSes,
  startFakeTermii,
  startFakeTwilio,
  startFakeVonage,
  vonageCall,
} from '@dundun/providers/testing';
import { createHmac, randomUUID } from 'node:crypto';
import { startAmazon, type Amazon } from './support/amazon.js';
import { expectCivil } from './support/answers.js';
import { closing } from './support/closing.js';
import { until } from '@dundun/testing';
import { aList, anAddress, anEmail, anSms, aSubscriber, countOf, standing } from './support/fixtures.js';
import { useProduct } from './support/product.js';
import { becomes, connected, REACHES_FAKES, sentThrough, type Connectable, type IntegrationShown } from './support/providers.js'; // prettier-ignore
import { rawRequest } from './support/raw-http.js';

const NUMBER = '2348012345678';
const TERMII_SECRET = 'termii-secret-key';
const HOUR_AGO = String(Math.floor(Date.now() / 1000) - 3_600);

/** A message as its provider knows it. */
interface Told {
  id: string;
  to: string;
  url: string;
}

/** How a provider is connected and how it reports. One without `forged` does not sign. */
interface Reporter {
  channel: 'email' | 'sms';
  start(): Promise<Connectable & { messages: unknown[]; close(): Promise<void> }>;
  settings?: object;
  /** The provider's id of the message. */
  idOf(taken: never): string;
  delivered(told: Told): WebhookRequest;
  forged?(told: Told): WebhookRequest;
  /** The same with an old timestamp, if the timestamp is signed. */
  old?(told: Told): WebhookRequest;
}

const form = (fields: Record<string, string>, headers: Record<string, string> = {}): WebhookRequest => ({
  method: 'POST',
  url: '',
  headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  body: Buffer.from(new URLSearchParams(fields).toString()),
});
const twilioCall = ({ id, to, url }: Told, token = 'fake-twilio-token') => {
  const fields = { AccountSid: `AC${'0'.repeat(32)}`, MessageSid: id, MessageStatus: 'delivered', To: `+${to}` };
  const signed = url + Object.entries(fields).sort().flat().join('');
  return form(fields, { 'x-twilio-signature': createHmac('sha1', token).update(signed).digest('base64') });
};
const termiiCall = ({ id, to }: Told, secret = TERMII_SECRET): WebhookRequest => {
  const body = Buffer.from(JSON.stringify({ type: 'outbound', message_id: id, receiver: to, status: 'DELIVERED' }));
  const signature = createHmac('sha512', secret).update(body).digest('hex');
  return { method: 'POST', url: '', headers: { 'content-type': 'application/json', 'x-termii-signature': signature }, body }; // prettier-ignore
};
const mailgun = ({ id, to }: Told) => ({
  event: 'delivered',
  recipient: to,
  timestamp: Date.now() / 1000,
  message: { headers: { 'message-id': id.replace(/[<>]/g, '') } },
});
const sendGrid = ({ id, to }: Told) => [
  { event: 'delivered', sg_event_id: randomUUID(), sg_message_id: `${id}.filter-1`, email: to, timestamp: Date.now() / 1000 }, // prettier-ignore
];
const postmark = ({ id, to }: Told) => ({
  RecordType: 'Delivery',
  MessageID: id,
  Recipient: to,
  DeliveredAt: new Date().toISOString(),
});
const resend = ({ id, to }: Told) => ({
  type: 'email.delivered',
  created_at: new Date().toISOString(),
  data: { email_id: id, to: [to] },
});
const brevo = ({ id, to }: Told) => ({ event: 'delivered', email: to, 'message-id': id, ts_epoch: Date.now() });
const VONAGE = { 'api-key': 'abcd1234', 'err-code': '0', status: 'delivered' };
const MAILGUN_KEY = 'fake-mailgun-signing-key';
const RESEND_SECRET = 'whsec_ZmFrZS1yZXNlbmQtc2lnbmluZy1zZWNyZXQ=';
const HOOK_USER = { user: 'hooks', password: 'fake-postmark-hook' };
let sendGridPrivateKey: ReturnType<typeof sendGridKeys>['privateKey'];

const REPORTERS: Record<string, Reporter> = {
  mailgun: {
    channel: 'email',
    start: () => startFakeMailgun({ domains: ['mailgun.test'] }),
    idOf: ({ id }: { id: string }) => id,
    delivered: (told) => mailgunCall(mailgun(told), { key: MAILGUN_KEY }),
    forged: (told) => mailgunCall(mailgun(told), { key: 'another' }),
    old: (told) => mailgunCall(mailgun(told), { key: MAILGUN_KEY, timestamp: String(Number(HOUR_AGO) - 86_400) }),
  },
  sendgrid: {
    channel: 'email',
    start: async () => {
      const fake = await startFakeSendGrid({ domains: ['sendgrid.test'] });
      sendGridPrivateKey = fake.keys.privateKey;
      return fake;
    },
    idOf: ({ id }: { id: string }) => id,
    delivered: (told) => sendGridCall(sendGrid(told), { privateKey: sendGridPrivateKey }),
    forged: (told) => sendGridCall(sendGrid(told), { privateKey: sendGridKeys().privateKey }),
    old: (told) => sendGridCall(sendGrid(told), { privateKey: sendGridPrivateKey, timestamp: HOUR_AGO }),
  },
  postmark: {
    channel: 'email',
    start: () => startFakePostmark({ domains: ['postmark.test'] }),
    idOf: ({ id }: { id: string }) => id,
    delivered: (told) => postmarkCall(postmark(told), HOOK_USER),
    forged: (told) => postmarkCall(postmark(told), { ...HOOK_USER, password: 'wrong' }),
  },
  resend: {
    channel: 'email',
    start: () => startFakeResend({ domains: ['resend.test'] }),
    idOf: ({ id }: { id: string }) => id,
    delivered: (told) => resendCall(resend(told), { secret: RESEND_SECRET }),
    forged: (told) => resendCall(resend(told), { secret: `whsec_${Buffer.from('another').toString('base64')}` }),
    old: (told) => resendCall(resend(told), { secret: RESEND_SECRET, timestamp: HOUR_AGO }),
  },
  brevo: {
    channel: 'email',
    start: () => startFakeBrevo({ domains: ['brevo.test'] }),
    idOf: ({ id }: { id: string }) => id,
    delivered: (told) => brevoCall(brevo(told), { token: 'fake-brevo-token' }),
    forged: (told) => brevoCall(brevo(told), { token: 'another' }),
  },
  twilio: {
    channel: 'sms',
    start: () => startFakeTwilio(),
    idOf: ({ sid }: { sid: string }) => sid,
    delivered: (told) => twilioCall(told),
    forged: (told) => twilioCall(told, 'another'),
  },
  termii: {
    channel: 'sms',
    start: () => startFakeTermii(),
    settings: { secretKey: TERMII_SECRET },
    idOf: ({ id }: { id: string }) => id,
    delivered: (told) => termiiCall(told),
    forged: (told) => termiiCall(told, 'another'),
  },
  at: {
    channel: 'sms',
    start: () => startFakeAfricasTalking(),
    idOf: ({ messageId }: { messageId: string }) => messageId,
    delivered: ({ id, to }) => form({ id, status: 'Success', phoneNumber: `+${to}` }),
  },
  hollatags: {
    channel: 'sms',
    start: () => startFakeHollaTags(),
    idOf: ({ messageId }: { messageId: string }) => messageId,
    delivered: ({ id }) => form({ message_id: id, status: 'DELIVRD', status_code: '000' }),
  },
  vonage: {
    channel: 'sms',
    start: () => startFakeVonage(),
    settings: { signatureSecret: 'vonage-signing', signatureMethod: 'sha256' },
    idOf: ({ id }: { id: string }) => id,
    delivered: ({ id, to }) => vonageCall({ ...VONAGE, messageId: id, msisdn: to }, { secret: 'vonage-signing' }),
    forged: ({ id, to }) => vonageCall({ ...VONAGE, messageId: id, msisdn: to }, { secret: 'another' }),
  },
  http: {
    channel: 'sms',
    start: () => startFakeGateway(),
    settings: { reportHeader: 'x-gateway-signature', reportSecret: 'gateway-signing', reportMethod: 'sha256' },
    idOf: ({ id }: { id: string }) => id,
    delivered: ({ id }) => gatewayCall({ id, status: 'delivered' }, { secret: 'gateway-signing' }),
    forged: ({ id }) => gatewayCall({ id, status: 'delivered' }, { secret: 'another' }),
  },
};
const NAMES = Object.keys(REPORTERS);

const TOPIC = 'arn:aws:sns:eu-west-1:123456789012:mail-events';

describe('the hooks of providers', () => {
  const environment: Record<string, string> = { ...REACHES_FAKES };
  let amazon: Amazon;
  // Before the product starts, because its settings name it.
  beforeAll(async () => {
    amazon = await startAmazon(TOPIC);
    Object.assign(environment, amazon.environment);
  });
  afterAll(() => amazon.close());
  const subject = useProduct({ environment });
  const { call } = subject;
  const fakes: Record<string, Awaited<ReturnType<Reporter['start']>>> = {};
  const shown: Record<string, IntegrationShown> = {};

  beforeAll(async () => {
    for (const [name, { channel, start, settings }] of Object.entries(REPORTERS)) {
      const fake = (fakes[name] = await start());
      const fields = channel === 'sms' ? { sender_ids: ['DUNDUN'] } : { domains: [`${name}.test`] };
      const all = { origin: fake.origin, settings: { ...(fake.settings as object), ...settings } };
      shown[name] = await connected(call, name, all, fields);
    }
  });
  afterAll(() => Promise.all(Object.values(fakes).map((fake) => fake.close())));

  /** Posts like the provider, to the address at which the product listens. */
  const post = (url: string, { headers, body }: WebhookRequest) =>
    rawRequest(subject.product.apiUrl, {
      method: 'POST',
      path: url.replace(/^https?:\/\/[^/]+/, ''),
      headers: headers as Record<string, string>,
      body,
    });
  const hookOf = (name: string) => shown[name]?.webhook_url as string;
  const sent = async (name: string) => {
    const { channel, idOf } = REPORTERS[name] as Reporter;
    const to = channel === 'email' ? anAddress() : NUMBER;
    const from = { name: 'Ada', email: `ada@${name}.test` };
    const body = channel === 'email' ? anEmail({ to, from }) : anSms({ source: name });
    const message = await sentThrough(call, channel, body);
    expect([name, message.status]).toEqual([name, 'sent']);
    return { message, told: { id: idOf(fakes[name]?.messages.at(-1) as never), to, url: hookOf(name) } };
  };

  it.each(NAMES)('records a delivery reported by %s once', async (name) => {
    const { message, told } = await sent(name);
    const right = (REPORTERS[name] as Reporter).delivered(told);
    for (let times = 0; times < 3; times++) expect((await post(hookOf(name), right)).status).toBe(200);
    const { timeline, recipients } = await becomes(call, message.id, 'delivered');
    expect(recipients.map(({ status }) => status)).toEqual(['delivered']);
    expect(timeline.map(({ type, provider }) => [type, provider])).toEqual([
      ['accepted', null],
      ['attempt', name],
      ['handed_over', name],
      ['delivered', name],
    ]);
  });

  it.each(NAMES.filter((name) => REPORTERS[name]?.forged))('refuses forged reports of %s', async (name) => {
    const { message, told } = await sent(name);
    const { forged, old, delivered } = REPORTERS[name] as Reporter;
    const right = delivered(told);
    const changed = { ...right, body: Buffer.from(right.body.toString().replace(told.id.slice(1, -1), 'x')) };
    const unsigned = { ...right, headers: { 'content-type': right.headers['content-type'] } };
    const calls = { forged: forged?.(told), old: old?.(told), unsigned, changed };
    for (const [what, given] of Object.entries(calls)) {
      // Vonage's signature is a field of the body.
      if (name === 'vonage' && what === 'unsigned') continue;
      // Mailgun signs a part of the body without the event; Postmark and Brevo sign none of it.
      if (!given || (name === 'mailgun' && what !== 'forged' && what !== 'old')) continue;
      if ((name === 'postmark' || name === 'brevo') && what === 'changed') continue;
      const answer = await post(hookOf(name), given);
      expect([what, answer.status, answer.headers.get('Dundun-Error')]).toEqual([what, 401, 'wrong_signature']);
    }
    expect((await call(`GET /v1/messages/${message.id}`)).body.status).toBe('sent');
  }); // prettier-ignore

  it('refuses reports signed by another account of the provider', async () => {
    const { told } = await sent('resend');
    const answer = await post(hookOf('postmark'), resendCall(resend(told), { secret: RESEND_SECRET }));
    expect(answer.status).toBe(401);
  });

  it('confirms the SNS subscription of ses and records its signed reports once', async () => {
    const fake = closing(await startFakeSes({ domains: ['ses.test'] }));
    const { webhook_url: url } = await connected(call, 'ses', { ...fake, settings: { ...fake.settings, topicArn: TOPIC } }, { domains: ['ses.test'] }); // prettier-ignore
    const { sns, asked } = amazon;
    const host = new URL(sns.certificateUrl).origin;
    const SubscribeURL = `${host}/?Action=ConfirmSubscription&TopicArn=${TOPIC}&Token=t0ken`;
    const confirmation = { Type: 'SubscriptionConfirmation', Token: 't0ken', Message: 'Confirm', SubscribeURL };
    expect((await post(url as string, sns.post(confirmation))).status).toBe(200);
    expect(asked).toEqual([new URL(sns.certificateUrl).pathname, expect.stringContaining('Token=t0ken')]);
    const from = { name: 'Ada', email: 'ada@ses.test' };
    const message = await sentThrough(call, 'email', anEmail({ to: anAddress(), from }));
    expect([message.status, fake.messages.length]).toEqual(['sent', 1]);
    const mail = { messageId: fake.messages.at(-1)?.id, timestamp: new Date().toISOString(), destination: message.to };
    const right = sns.post({ Message: { eventType: 'Delivery', mail, delivery: { recipients: message.to, smtpResponse: '250 ok' } } }); // prettier-ignore
    const forged = { ...right, body: Buffer.from(right.body.toString().replace('Delivery', 'Deliver!')) };
    expect((await post(url as string, forged)).status).toBe(401);
    expect((await post(url as string, fakeSns({ topicArn: TOPIC }).post({ Message: {} }))).status).toBe(503);
    for (let times = 0; times < 3; times++) expect((await post(url as string, right)).status).toBe(200);
    const { timeline } = await becomes(call, message.id, 'delivered');
    expect(timeline.filter(({ type }) => type === 'delivered')).toMatchObject([{ provider: 'ses' }]);
  });

  it('fetches certificates only from Amazon', async () => {
    const fake = closing(await startFakeSes({ domains: ['ses.test'] }));
    const { webhook_url: url } = await connected(call, 'ses', fake);
    const foreign = fakeSns({ topicArn: fake.settings.topicArn });
    const SigningCertURL = `${fake.origin}/SimpleNotificationService-1.pem`;
    expect((await post(url as string, foreign.post({ Message: {}, SigningCertURL }))).status).toBe(401);
    expect(fake.requests).toEqual([]);
  });

  it('answers 404 for tampered addresses and removed integrations', async () => {
    const url = hookOf('at');
    const report = form({ id: 'ATXid_1', status: 'Success', phoneNumber: `+${NUMBER}` });
    const [workspace, integration, signature] = url.split('/').at(-1)?.split('.') as [string, string, string];
    const tokens = [
      `2.${integration}.${signature}`,
      `${workspace}.${randomUUID()}.${signature}`,
      `${workspace}.${integration}.${signature.slice(0, -1)}`,
      `${workspace}.${integration}.`,
      `${workspace}.${integration}`,
      'x',
      '%00',
      'a'.repeat(500),
    ];
    for (const token of tokens) {
      const { status } = await post(url.replace(/[^/]+$/, token), report);
      expect([token, status]).toEqual([token, token === '%00' ? expect.any(Number) : 404]);
      expect(status).toBeLessThan(500);
    }
    const fake = closing(await startFakePostmark());
    const gone = await connected(call, 'postmark', fake);
    await call(`DELETE /console/integrations/${gone.id}`);
    expect((await post(gone.webhook_url as string, postmarkCall({}, HOOK_USER))).status).toBe(404);
  });

  it.each(NAMES)('survives garbage from %s', async (name) => {
    const bodies = ['', '{', '[]', 'null', '"x"', '\0', '[[[[', 'a=b&a=c', '\ud83d', JSON.stringify({ a: 1 })];
    for (const body of bodies) {
      for (const type of ['application/json', 'application/x-www-form-urlencoded', 'text/plain', 'image/png']) {
        const answer = await post(hookOf(name), {
          method: 'POST',
          url: '',
          headers: { 'content-type': type },
          body: Buffer.from(body),
        });
        expectCivil(answer);
        expect([name, body, type, answer.status]).toEqual([name, body, type, expect.any(Number)]);
        expect([400, 401]).toContain(answer.status);
      }
    }
  });

  it.each(['application/json', 'text/plain', 'application/x-www-form-urlencoded'])(
    'refuses more than a megabyte of %s',
    async (type) => {
      const body = Buffer.alloc(1024 * 1024 + 1, 'x');
      const answer = await post(hookOf('at'), { method: 'POST', url: '', headers: { 'content-type': type }, body });
      expect([answer.status, answer.headers.get('Dundun-Error')]).toEqual([413, 'body_too_large']);
    },
  );

  it('unsubscribes a person who left the list at the provider', async () => {
    const list = await aList(call);
    const to = anAddress();
    const uid = await aSubscriber(call, list.id, { email: to });
    const from = { name: 'Ada', email: 'ada@postmark.test' };
    await sentThrough(call, 'email', anEmail({ to, from, list: list.id }));
    const { id } = fakes.postmark?.messages.at(-1) as { id: string };
    const left = { RecordType: 'SubscriptionChange', MessageID: id, Recipient: to, SuppressSending: true, SuppressionReason: 'ManualSuppression', Origin: 'Recipient', ChangedAt: new Date().toISOString() }; // prettier-ignore
    expect((await post(hookOf('postmark'), postmarkCall(left, HOOK_USER))).status).toBe(200);
    const again = await sentThrough(call, 'email', anEmail({ to, from, list: list.id }));
    expect(again.status).toBe('suppressed');
    await until('it is unsubscribed', async () => (await standing(call, list.id, uid)) === 'unsubscribed');
    expect(await countOf(call, list.id)).toBe(0);
  });

  it('applies a STOP at once to every message to the number', async () => {
    const from = '2348099999999';
    const { id: list } = await aList(call);
    const uid = await aSubscriber(call, list, { number: from });
    const texted = (text: string) => form({ id: randomUUID(), from: `+${from}`, to: 'DUNDUN', text });
    expect((await post(hookOf('at'), texted('Stop'))).status).toBe(200);
    const blocked = await sentThrough(call, 'sms', anSms({ source: 'termii', to: from }));
    expect(blocked.status).toBe('suppressed');
    expect((await post(hookOf('at'), texted('START'))).status).toBe(200);
    expect((await sentThrough(call, 'sms', anSms({ source: 'termii', to: from }))).status).toBe('sent');
    const said = await until('both are in the ledger', async () => {
      const { body } = await call(`GET /console/people/${uid}/consents`);
      return body.data.length === 3 && body.data;
    });
    const bySms = { list: null, method: 'sms', address: from, text_shown: null };
    expect(said).toMatchObject([
      { ...bySms, action: 'resumed', text_said: 'START' },
      { ...bySms, action: 'unsubscribed', text_said: 'Stop' },
      { list: { id: list }, action: 'subscribed', text_said: null },
    ]);
    const told = await until('both are in the feed', async () => {
      const { body } = await call('GET /v1/feed?limit=1000&types=subscriber.unsubscribed,subscriber.resumed');
      const ours = body.data.filter(({ data }: { data: { uid: string } }) => data.uid === uid);
      return ours.length === 2 && ours;
    });
    expect(told).toMatchObject([
      { type: 'subscriber.unsubscribed', data: { list_id: null, address: from, method: 'sms' } },
      { type: 'subscriber.resumed', data: { list_id: null, address: from, method: 'sms' } },
    ]);
  });

  it('applies an opt-out that the provider reports without a message', async () => {
    const from = '2348088888888';
    const { id: list } = await aList(call);
    const uid = await aSubscriber(call, list, { number: from });
    const left = form({ senderId: 'DUNDUN', phoneNumber: `+${from}` });
    for (let times = 0; times < 2; times++) expect((await post(hookOf('at'), left)).status).toBe(200);
    expect((await sentThrough(call, 'sms', anSms({ source: 'at', to: from }))).status).toBe('suppressed');
    const said = await until('it is in the ledger', async () => {
      const { body } = await call(`GET /console/people/${uid}/consents`);
      return body.data.length > 1 && body.data;
    });
    expect(said).toMatchObject([
      { list: null, action: 'unsubscribed', method: 'provider', address: from },
      { action: 'subscribed' },
    ]);
  });
});
