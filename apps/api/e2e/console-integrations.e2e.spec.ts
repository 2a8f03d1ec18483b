import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  startFakeAfricasTalking,
  startFakeBrevo,
  startFakeGateway,
  startFakeHollaTags,
  startFakeKudiSms,
  startFakeMailgun,
  startFakePostmark,
  startFakeResend,
  startFakeSendGrid,
  startFakeSes,
  startFakeTermii,
  startFakeTokens,
  startFakeTwilio,
  startFakeVonage,
  startSmtpSink,
  type SmtpSink,
} from '@dundun/providers/testing';
import { expectOk, expectRefusal } from './support/answers.js';
import { closing } from './support/closing.js';
import { rows } from './support/database.js';
import { anAddress, anEmail, anSms, NOBODY } from './support/fixtures.js';
import { accepted, ended } from './support/messages.js';
import { useProduct } from './support/product.js';
import { connected, REACHES_FAKES, sentThrough, type Connectable } from './support/providers.js';

type Fake = Connectable & { messages: unknown[]; requests: unknown[]; close(): Promise<void> };

/** The fake of each provider, and the setting that authenticates its calls. */
const PROVIDERS: Record<string, { channel: 'email' | 'sms'; start: () => Promise<Fake>; secret: string }> = {
  ses: { channel: 'email', start: () => startFakeSes(), secret: 'secretAccessKey' },
  mailgun: { channel: 'email', start: () => startFakeMailgun(), secret: 'apiKey' },
  sendgrid: { channel: 'email', start: () => startFakeSendGrid(), secret: 'apiKey' },
  postmark: { channel: 'email', start: () => startFakePostmark(), secret: 'serverToken' },
  resend: { channel: 'email', start: () => startFakeResend(), secret: 'apiKey' },
  brevo: { channel: 'email', start: () => startFakeBrevo(), secret: 'apiKey' },
  twilio: { channel: 'sms', start: () => startFakeTwilio(), secret: 'authToken' },
  termii: { channel: 'sms', start: () => startFakeTermii(), secret: 'apiKey' },
  at: { channel: 'sms', start: () => startFakeAfricasTalking(), secret: 'apiKey' },
  kudisms: { channel: 'sms', start: () => startFakeKudiSms(), secret: 'token' },
  hollatags: { channel: 'sms', start: () => startFakeHollaTags(), secret: 'password' },
  vonage: { channel: 'sms', start: () => startFakeVonage(), secret: 'apiSecret' },
  http: { channel: 'sms', start: () => startFakeGateway(), secret: 'secret' },
};
const NAMES = Object.keys(PROVIDERS);
const fakes: Record<string, Fake> = {};

beforeAll(async () => {
  for (const [name, { start }] of Object.entries(PROVIDERS)) fakes[name] = await start();
});
afterAll(() => Promise.all(Object.values(fakes).map((fake) => fake.close())));

const settingsOf = (name: string) => fakes[name]?.settings as Record<string, string>;
const fieldsOf = (name: string) => (PROVIDERS[name]?.channel === 'sms' ? { sender_ids: ['DUNDUN'] } : {});

describe('the integrations of the console', () => {
  const subject = useProduct({ environment: REACHES_FAKES });
  const { call } = subject;
  const list = async () => (await call('GET /console/integrations')).body.data as { id: string; provider: string }[];
  const connect = (name: string, fields: object = {}) =>
    connected(call, name, fakes[name] as Fake, { ...fieldsOf(name), ...fields });

  it('lists every provider with its settings', async () => {
    const { data } = (await call('GET /console/providers')).body;
    expect(data.map(({ name }: { name: string }) => name).sort()).toEqual([...NAMES, 'smtp'].sort());
    for (const { name, title, settings_schema, secret_settings } of data) {
      expect([name, title]).toEqual([name, expect.stringMatching(/\w/)]);
      const fields = settings_schema.properties ?? settings_schema.anyOf.at(-1).properties;
      if (name !== 'smtp') expect(Object.keys(fields)).toEqual(expect.arrayContaining(secret_settings));
      expect(Object.keys(fields).length).toBeGreaterThan(0);
    }
  });

  it.each(NAMES)('connects %s with valid credentials only, and never shows them', async (name) => {
    const { secret } = PROVIDERS[name] as { secret: string };
    const before = (await list()).filter(({ provider }) => provider === name).length;
    const wrong = { ...settingsOf(name), [secret]: 'wrong-credential' };
    const body = { provider: name, settings: wrong, endpoint: fakes[name]?.origin, ...fieldsOf(name) };
    const refused = await call('POST /console/integrations', { body });
    expectRefusal(refused, 400, 'connection_failed', /nothing was saved/);
    expect(refused.text).not.toContain('wrong-credential');
    expect((await list()).filter(({ provider }) => provider === name)).toHaveLength(before);

    const shown = await connect(name);
    expect(shown).toMatchObject({ provider: name, failure: null, failing_since: null, tested_at: expect.any(String) });
    expect(shown.settings).not.toHaveProperty(secret);
    const { text } = await call(`GET /console/integrations/${shown.id}`);
    const listed = await call('GET /console/integrations');
    for (const answer of [JSON.stringify(shown), text, listed.text])
      expect(answer).not.toContain(settingsOf(name)[secret]);
    expectOk(await call(`POST /console/integrations/${shown.id}/test`), { ok: true, detail: null, unchecked: null });
  });

  it('connects a key that may only send, and says what could not be checked', async () => {
    const fake = closing(await startFakeMailgun({ sendingOnly: true, domains: ['limited.test'] }));
    const shown = await connected(call, 'mailgun', fake);
    expect(shown).toMatchObject({ failing_since: null, unchecked: expect.stringContaining('may only send') });
    const { body } = await call(`POST /console/integrations/${shown.id}/test`);
    expect(body).toEqual({ ok: true, detail: null, unchecked: shown.unchecked });
    await call(`DELETE /console/integrations/${shown.id}`);
  });

  it('connects a relay with OAuth 2, sends through it, and shows no secret', async () => {
    const tokens = closing(await startFakeTokens());
    const user = 'ada@oauth.test';
    const sink = closing(await startSmtpSink({ oauth: { user, isValid: tokens.isValid } }));
    const settings = { ...tokens.settings, host: '127.0.0.1', port: sink.port, user };
    const connect = (given: object) => call('POST /console/integrations', { body: { provider: 'smtp', settings: given, domains: ['oauth.test'] } }); // prettier-ignore
    expectRefusal(await connect({ ...settings, clientSecret: 'wrong' }), 400, 'connection_failed', /invalid_client/);
    const { body } = await connect(settings);
    expect(body.settings).toMatchObject({ tokenUrl: settings.tokenUrl, user });
    expect(JSON.stringify(body)).not.toContain(settings.clientSecret);
    await sentThrough(call, 'email', anEmail({ from: { name: 'Ada', email: user }, to: anAddress() }));
    expect(sink.taken).toBe(1);
    const moved = await call(`PUT /console/integrations/${body.id}`, { body: { settings: { tokenUrl: 'https://evil.test/token' } } }); // prettier-ignore
    expectRefusal(moved, 400, 'invalid_input', /clientSecret must be given again/);
    expect(subject.product.api.output()).not.toMatch(/fake~client~secret|token-[0-9a-f]{16}/);
    await call(`DELETE /console/integrations/${body.id}`);
  });

  it('names two relays apart, in the list and in the timeline of a message', async () => {
    const relays = [closing(await startSmtpSink()), closing(await startSmtpSink())];
    const names: string[] = [];
    for (const { port } of relays) {
      const settings = { host: '127.0.0.1', port, tls: 'none' };
      const shown = (await call('POST /console/integrations', { body: { provider: 'smtp', settings, domains: ['relay.test'] } })).body; // prettier-ignore
      names.push(shown.name);
    }
    expect(names).toEqual(['127.0.0.1', '127.0.0.1 2']);
    const listed = (await call('GET /console/integrations')).body.data as { id: string; name: string }[];
    const [one, other] = names.map((name) => listed.find((each) => each.name === name)?.id);
    await call('PUT /console/routes/transactional', { body: { integrations: [other, one] } });
    const from = { name: 'Ada', email: 'ada@relay.test' };
    const sent = await ended(call, await accepted(call, 'email', anEmail({ from, to: anAddress() })));
    expect(sent.timeline).toContainEqual(
      expect.objectContaining({ type: 'handed_over', provider: 'smtp', account: '127.0.0.1 2' }),
    );
    await call('PUT /console/routes/transactional', { body: { integrations: [] } });
    for (const id of [one, other]) await call(`DELETE /console/integrations/${id}`);
  });

  it('seals secrets in the database and keeps them out of the log', async () => {
    const dump = await rows(subject.product, 'SELECT i::text AS row FROM integrations i');
    const stored = JSON.stringify(dump) + subject.product.api.output();
    for (const [name, { secret }] of Object.entries(PROVIDERS)) expect(stored).not.toContain(settingsOf(name)[secret]);
  });

  it.each([
    ['an unknown provider', { provider: 'pigeon', settings: {} }, /provider/],
    ['an unknown setting', { provider: 'postmark', settings: { serverToken: 'x', serverTokn: 'y' } }, /serverTokn/],
    ['a missing setting', { provider: 'postmark', settings: {} }, /serverToken/],
    ['an SMS provider without sender IDs', { provider: 'twilio', settings: () => settingsOf('twilio') }, /sender_ids/],
    ['sender IDs for email', { provider: 'postmark', settings: () => settingsOf('postmark'), sender_ids: ['A'] }, /sender_ids/], // prettier-ignore
    ['an invalid domain', { provider: 'postmark', settings: () => settingsOf('postmark'), domains: ['a b'] }, /domains/], // prettier-ignore
  ])('refuses %s', async (_, { provider, settings, ...rest }, error) => {
    if (provider === 'twilio') for (const { id } of (await list()).filter((each) => each.provider === provider)) await call(`DELETE /console/integrations/${id}`); // prettier-ignore
    const given = typeof settings === 'function' ? settings() : settings;
    const body = { provider, settings: given, endpoint: fakes[provider]?.origin, ...rest };
    expectRefusal(await call('POST /console/integrations', { body }), 400, 'invalid_input', error);
  });

  it('changes a credential while messages flow', async () => {
    const domains = ['rotation.test'];
    const [fake, next] = [closing(await startFakeResend({ domains })), closing(await startFakeResend({ domains }))];
    // Both keys are valid while a key is changed.
    (next.settings as { apiKey: string }).apiKey = 're_next';
    const { id } = await connected(call, 'resend', fake, { domains });
    const from = { name: 'Ada', email: 'ada@rotation.test' };
    await sentThrough(call, 'email', anEmail({ from, to: anAddress() }));
    let isDone = false;
    const sent: string[] = [];
    const flowing = (async () => {
      while (!isDone) sent.push(await accepted(call, 'email', anEmail({ from, to: anAddress() })));
    })();
    try {
      const wrong = await call(`PUT /console/integrations/${id}`, { body: { settings: { apiKey: 're_wrong' } } });
      expectRefusal(wrong, 400, 'connection_failed');
      // A new address requires every secret again.
      const body = { settings: next.settings, endpoint: next.origin };
      expectOk(await call(`PUT /console/integrations/${id}`, { body }));
      await next.waitFor(5, 20_000);
    } finally {
      isDone = true;
      await flowing;
    }
    for (const message of sent) expect((await ended(call, message)).status).toBe('sent');
    expect((await call(`GET /console/integrations/${id}`)).body.settings).not.toHaveProperty('apiKey');
    expect(fake.messages.length + next.messages.length).toBe(sent.length + 1);
    await call(`DELETE /console/integrations/${id}`);
  });

  it('accepts SMS only from its sender IDs', async () => {
    const { id } = await connect('termii');
    await call(`PUT /console/integrations/${id}`, { body: { sender_ids: ['SHOP'] } });
    expectRefusal(await call('POST /v1/send/sms', { body: anSms({ source: 'termii' }) }), 400, 'unknown_sender');
    const sms = anSms({ source: 'termii', from: 'SHOP' });
    expect((await sentThrough(call, 'sms', sms)).status).toBe('sent');
  });

  it('orders integrations in routes, and refuses unsuitable ones', async () => {
    const [one, other, text] = [await connect('postmark'), await connect('resend'), await connect('hollatags')];
    const route = (path: string, integrations: unknown) => call(`PUT /console/routes/${path}`, { body: { integrations } });
    const both = await Promise.all([1, 2].map(() => route('marketing', [other.id, null, one.id])));
    for (const answer of both) expectOk(answer);
    expect((await call('GET /console/routes')).body.data).toEqual([
      { channel: 'email', path: 'marketing', integrations: [other.id, null, one.id] },
    ]);
    for (const wrong of [[text.id], [NOBODY], [one.id, one.id]])
      expectRefusal(await route('marketing', wrong), 400, 'invalid_input', /integrations/);
    expectRefusal(await route('twilio', [null]), 400, 'invalid_input', /integrations/);
    expectRefusal(await route('hollatags', [text.id]), 400, 'invalid_input', /integrations/);
    expectRefusal(await route('elsewhere', []), 400, 'invalid_input', /path/);
    expectOk(await route('marketing', []), { data: [] });
  }); // prettier-ignore
});

describe('without OUTBOUND_ALLOW', () => {
  const { call } = useProduct();
  let sink: SmtpSink;
  beforeAll(async () => {
    sink = await startSmtpSink();
  });
  afterAll(() => sink.close());

  it.each(NAMES)('does not call %s at a private address, and saves nothing', async (name) => {
    const before = fakes[name]?.requests.length;
    const { origin } = fakes[name] as Fake;
    for (const endpoint of [origin, origin.replace('127.0.0.1', 'localhost'), 'http://169.254.169.254']) {
      const body = { provider: name, settings: settingsOf(name), endpoint, ...fieldsOf(name) };
      expectRefusal(await call('POST /console/integrations', { body }), 400, 'connection_failed');
    }
    expect(fakes[name]?.requests).toHaveLength(before as number);
    const { data } = (await call('GET /console/integrations')).body;
    expect(data.filter(({ provider }: { provider: string }) => provider === name)).toEqual([]);
  });

  it.each([
    ['127.0.0.1'],
    ['localhost'],
    ['127.1'],
    ['2130706433'],
    ['0x7f000001'],
    ['0.0.0.0'],
    ['::1'],
    ['::ffff:127.0.0.1'],
    ['::ffff:7f00:1'],
    ['10.0.0.1'],
    ['169.254.169.254'],
  ])('calls no SMTP server at %s, and saves nothing', async (host) => {
    const { port } = sink;
    const url = `smtp://${host.includes(':') ? `[${host}]` : host}:${port}`;
    for (const settings of [{ host, port, tls: 'none' }, { url }, { host, port, secure: true }]) {
      const answer = await call('POST /console/integrations', { body: { provider: 'smtp', settings } });
      expectRefusal(answer, 400, 'connection_failed', /nothing was saved.*public internet/);
    }
    expect(sink.connections.total).toBe(0);
    expect((await call('GET /console/integrations')).text).not.toContain('"smtp"');
  });
});
