import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import {
  postmarkCall,
  startFakeHollaTags,
  startFakePostmark,
  startFakeTermii,
  startFakeTwilio,
  type FakePostmark,
  type FakeTermii,
  type FakeTwilio,
} from '@dundun/providers/testing';
import { until } from '@dundun/testing';
import { closing } from './support/closing.js';
import { rows } from './support/database.js';
import { aList, anAddress, anEmail, anSms, aSubscriber, put } from './support/fixtures.js';
import { accepted, ended } from './support/messages.js';
import { useWorkspace } from './support/product.js';
import { becomes, connected, sentThrough, type IntegrationShown } from './support/providers.js';
import { rawRequest } from './support/raw-http.js';

const from = { name: 'Ada', email: 'ada@sender.test' };
const HOOK_USER = { user: 'hooks', password: 'fake-postmark-hook' };
/** Ages a message as if a worker found it much later; changes nothing else of the row. */
const LATER = `
  UPDATE messages SET created_at = created_at - $2::interval, due_at = due_at - $2::interval WHERE id = $1`;
/** A time by which every process knows of a change made now. */
const SOON = () => new Date(Date.now() + 2_000).toISOString();
/** The same for a message that is already scheduled. */
const DUE_SOON = `UPDATE messages SET scheduled_at = now() + interval '2 seconds', due_at = now() + interval '2 seconds' WHERE id = $1`;
const TOMORROW = () => new Date(Date.now() + 86_400_000).toISOString();

/** Corrupts sealed data as if SECRET_KEY was changed and the old one lost. */
const SEAL_AWAY = `UPDATE integrations SET sealed_settings = 'gone' || sealed_settings, updated_at = now() WHERE id = $1`;

describe('why a message did or did not arrive', () => {
  const subject = useWorkspace();
  const { call } = subject;
  let [postmark, twilio, termii]: [FakePostmark, FakeTwilio, FakeTermii] = [] as never;
  let account: IntegrationShown;

  beforeAll(async () => {
    [postmark, twilio, termii] = [await startFakePostmark(), await startFakeTwilio(), await startFakeTermii()];
    const fields = { sender_ids: ['DUNDUN'] };
    account = await connected(call, 'postmark', postmark, { domains: ['sender.test'] });
    await connected(call, 'twilio', twilio, fields);
    await connected(call, 'termii', termii, { ...fields, rate_limit: 1 });
    await call('PUT /console/routes/transactional', { body: { integrations: [account.id, null] } });
  });
  afterEach(() => {
    twilio.mode = 'ok';
  });
  afterAll(() => Promise.all([postmark, twilio, termii].map((fake) => fake.close())));

  const explained = async (id: string) => (await call(`GET /v1/messages/${id}/explain`)).body;
  const sent = async (fields: object = {}) => {
    const message = await sentThrough(call, 'email', anEmail({ from, to: anAddress(), ...fields }));
    return { id: message.id, status: message.status, to: message.to[0] as string };
  };
  const later = (id: string, interval: string) => rows(subject.product, LATER, [id, interval]);
  /** Sends an SMS to a provider in this state, and waits until the explanation names it. */
  const whileTwilio = async (mode: FakeTwilio['mode'], reason: string, and?: (id: string) => Promise<unknown>) => {
    twilio.mode = mode;
    const id = await accepted(call, 'sms', anSms());
    await until(`it is ${reason}`, async () => (await explained(id)).reason === reason);
    await and?.(id);
    return id;
  };
  const isBeingHanded = (id: string) =>
    until('it is being handed over', async () => /handed to/.test((await explained(id)).text));
  const report = async (event: (told: { MessageID: string; Recipient: string }) => object) => {
    const { id, to } = await sent();
    const taken = postmark.messages.find(({ recipients }) => recipients.includes(to));
    const told = { MessageID: taken?.id as string, Recipient: to };
    const { headers, body } = postmarkCall({ ...told, Email: to, ...event(told) }, HOOK_USER);
    const path = new URL(account.webhook_url as string).pathname;
    const request = { method: 'POST', path, headers: headers as Record<string, string>, body };
    expect((await rawRequest(subject.product.apiUrl, request)).status).toBe(200);
    return id;
  };

  /** Each is caused as a caller, a person or a provider would. */
  const SITUATIONS: [reason: string, text: RegExp, about: () => Promise<string | string[]>][] = [
    ['handed_over', /postmark accepted it/, async () => (await sent()).id],
    ['captured', /inbox captured it/, async () => (await ended(call, await accepted(call, 'email', anEmail()))).id],
    ['scheduled', /will be sent at 20/, () => accepted(call, 'email', anEmail({ from, send_at: TOMORROW() }))],
    [
      'canceled',
      /before it was sent/,
      async () => {
        const id = await accepted(call, 'email', anEmail({ from, send_at: TOMORROW() }));
        expect((await call(`POST /v1/messages/${id}/cancel`)).status).toBe(200);
        return id;
      },
    ],
    [
      'suppressed',
      /a member of the workspace suppressed it \(Asked by phone\)/,
      async () => {
        const to = anAddress();
        const body = { addresses: [to], note: 'Asked by phone' };
        expect((await call('POST /console/suppressions', { body })).body).toEqual({ added: 1 });
        return (await sent({ to })).id;
      },
    ],
    [
      'handed_over',
      /Nothing has been reported since\. Left out: bob-\S+ \(suppressed by hand\)\.$/,
      async () => {
        const bob = `bob-${anAddress()}`;
        await call('POST /console/suppressions', { body: { addresses: [bob] } });
        return (await sent({ to: [anAddress(), bob] })).id;
      },
    ],
    [
      'unsubscribed',
      /has unsubscribed from the list/,
      async () => {
        const list = await aList(call);
        const to = anAddress();
        await put(call, list.id, await aSubscriber(call, list.id, { email: to }), false);
        return (await sent({ to, list: list.id })).id;
      },
    ],
    [
      'suppressed',
      /was suppressed at the time of sending, but no longer is/,
      async () => {
        const list = await aList(call);
        const to = anAddress();
        await call('POST /console/suppressions', { body: { addresses: [to] } });
        const { id } = await sent({ to, list: list.id });
        expect((await call(`DELETE /console/suppressions/${to}`)).status).toBe(200);
        return id;
      },
    ],
    [
      'delivered',
      /The provider says/,
      async () => {
        const id = await report(() => ({ RecordType: 'Delivery', DeliveredAt: new Date().toISOString() }));
        return (await becomes(call, id, 'delivered')).id;
      },
    ],
    [
      'bounced',
      /bounced: .*550 5\.1\.1 nobody/,
      async () => {
        const bounce = { RecordType: 'Bounce', ID: 1, Type: 'HardBounce', Details: '550 5.1.1 nobody' };
        const id = await report(() => bounce);
        return (await becomes(call, id, 'bounced')).id;
      },
    ],
    [
      'complaint',
      /reported it as spam/,
      async () => {
        const id = await report(() => ({ RecordType: 'SpamComplaint', ID: 2, Type: 'SpamComplaint' }));
        return (await becomes(call, id, 'complained')).id;
      },
    ],
    [
      'refused',
      /twilio refused it: .*21211/,
      async () => {
        twilio.mode = { code: 21211, message: 'not a valid phone number' };
        return (await sentThrough(call, 'sms', anSms())).id;
      },
    ],
    ['no_answer_yet', /handed to twilio, which has not answered/, () => whileTwilio('cut', 'no_answer_yet')],
    [
      'no_answer',
      /handed to twilio, which never reported/,
      () => whileTwilio('cut', 'no_answer_yet', async (id) => {
        await later(id, '20 minutes');
        await becomes(call, id, 'unknown');
      }), // prettier-ignore
    ],
    ['on_its_way', /being handed to twilio/, () => whileTwilio('timeout', 'on_its_way', isBeingHanded)],
    [
      'given_up',
      /^Given up after \d+ attempts: /,
      () => whileTwilio({ httpStatus: 503 }, 'retrying', async (id) => {
        await later(id, '2 hours');
        await becomes(call, id, 'failed');
      }), // prettier-ignore
    ],
    [
      'failed_at_provider',
      /The provider gave up on it: .*could not be parsed/,
      async () => {
        const id = await report(() => ({ RecordType: 'Bounce', ID: 3, Type: 'SMTPApiError', Details: 'could not be parsed' })); // prettier-ignore
        return (await becomes(call, id, 'failed')).id;
      },
    ],
    [
      'blocked',
      /waits: its integration cannot be used/,
      async () => {
        const fake = closing(await startFakeHollaTags());
        const { id: integration } = await connected(call, 'hollatags', fake, { sender_ids: ['DUNDUN'] });
        await rows(subject.product, SEAL_AWAY, [integration]);
        const id = await until('it is accepted', async () => (await call('POST /v1/send/sms', { body: anSms({ source: 'hollatags', send_at: SOON() }) })).body.id); // prettier-ignore
        await until('it is blocked', async () => (await explained(id)).reason === 'blocked');
        const shown = (await call(`GET /console/integrations/${integration}`)).body;
        expect(shown.failure).toMatch(/sealed under another SECRET_KEY/);
        return id;
      },
    ],
    [
      'retrying',
      /twilio has not accepted it yet: /,
      async () => {
        twilio.mode = 'throttle';
        const id = await accepted(call, 'sms', anSms());
        const said = await until('it was tried', async () => {
          const now = await explained(id);
          return now.reason === 'retrying' && now;
        });
        expect(said.advice).toMatch(/tried again automatically/);
        return id;
      },
    ],
    [
      'limited',
      /waits for termii/,
      () => Promise.all(Array.from({ length: 30 }, () => accepted(call, 'sms', anSms({ source: 'termii' })))),
    ],
    [
      'no_route',
      /^No provider is connected/,
      async () => {
        const id = await accepted(call, 'sms', anSms({ source: 'kudisms', send_at: TOMORROW() }));
        const { body } = await call('GET /console/integrations');
        const { id: kudisms } = body.data.find(({ source }: { source: string }) => source === 'kudisms');
        await call(`DELETE /console/integrations/${kudisms}`);
        await rows(subject.product, DUE_SOON, [id]);
        return (await becomes(call, id, 'failed')).id;
      },
    ],
  ];

  it.each(SITUATIONS)(
    '%s',
    async (reason, text, about) => {
      const ids = [await about()].flat();
      // A message that waits for a retry is on its way again during the attempt, so accept both.
      const said = await until(`one is ${reason}`, async () => {
        const all = await Promise.all(ids.map(explained));
        return all.find((one) => one.reason === reason);
      });
      expect(said).toEqual({
        reason,
        text: expect.stringMatching(text),
        advice: said.advice === null ? null : expect.stringMatching(/\.$/),
        status: expect.stringMatching(/^[a-z]+$/),
      });
    },
    60_000,
  );
});
