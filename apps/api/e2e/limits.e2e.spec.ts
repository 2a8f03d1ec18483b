/**
 * @slow starts the api twice, and uses up its limits
 */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { caller, freePort, type Answer, type Call } from '@dundun/testing';
import { expectOk, expectRefusal } from './support/answers.js';
import { rows } from './support/database.js';
import { aList, anAddress, anEmail, anSms, aSubscriber, unique } from './support/fixtures.js';
import { accepted, ended, received } from './support/messages.js';
import { useProduct } from './support/product.js';
import { withinOneDay } from './support/utc-day.js';
import { anotherWorkspace, type Neighbour } from './support/workspaces.js';

const DAY_SECONDS = 86_400;

describe('limits', () => {
  const subject = useProduct({ environment: { TRUST_PROXY: '1' } });

  describe('of a free workspace', () => {
    beforeEach(async () => void (await withinOneDay()), 150_000);
    const aFreeWorkspace = () => anotherWorkspace(subject.product, { plan: 'free', domain: 'dundun.test' });
    const send = (call: Call, to: string | string[], more: object = {}) =>
      call('POST /v1/send/email', { body: anEmail({ to, ...more }) });
    const addresses = (count: number) => Array.from({ length: count }, anAddress);
    const storedRecipients = async ({ id }: Neighbour) => {
      const [row] = await rows<{ count: number }>(
        subject.product,
        'SELECT coalesce(sum(jsonb_array_length(recipients)), 0)::int AS count FROM messages WHERE workspace_id = $1',
        [id],
      );
      return row?.count;
    };

    function expectLimited(answer: Answer): void {
      expectRefusal(answer, 429, 'daily_limit', /at most 100 recipients a day.*recipients are counted, not messages/);
      expect(Number(answer.headers.get('Retry-After'))).toBeLessThanOrEqual(DAY_SECONDS);
    }

    /** Makes two hundred concurrent sends with sixty recipients left, spread over these apis. */
    async function race(workspace: Neighbour, calls: Call[]): Promise<void> {
      expectOk(await send(workspace.call, addresses(40)));
      const all = await Promise.all(
        Array.from({ length: 200 }, (_, index) => send(calls[index % calls.length] as Call, anAddress())),
      );
      expect(all.filter(({ status }) => status === 200)).toHaveLength(60);
      for (const answer of all.filter(({ status }) => status !== 200)) expectLimited(answer);
      expect(await storedRecipients(workspace)).toBe(100);
      expectLimited(await send(workspace.call, anAddress()));
    }

    it('[W6-15, W6-16] accepts exactly 60 of 200 concurrent sends with 60 left', async () => {
      const workspace = await aFreeWorkspace();
      await race(workspace, [workspace.call]);
    });

    it('[W6-15, W6-16] accepts exactly 60 through two api processes', async () => {
      const workspace = await aFreeWorkspace();
      const port = await freePort();
      const second = await subject.product.startApi({ API_PORT: String(port) });
      const { key: apiKey, secret: apiSecret } = workspace;
      await race(workspace, [workspace.call, caller({ apiUrl: `http://127.0.0.1:${port}`, apiKey, apiSecret })]);
      expect(await second.stop()).toBe(0);
    });

    it('[W6-15] counts recipients once each, not messages', async () => {
      const workspace = await aFreeWorkspace();
      const { call } = workspace;
      const [one] = addresses(1) as [string];
      expectOk(await send(call, addresses(97), { cc: [one], bcc: [one.toUpperCase()] }));
      expectLimited(await send(call, addresses(2), { cc: addresses(1) }));
      expectOk(await send(call, [one, one, `Ada <${one}>`]));
      expectLimited(await send(call, addresses(2)));
      expectOk(await send(call, anAddress()));
      expectLimited(await send(call, anAddress()));
      expect(await storedRecipients(workspace)).toBe(100);
    });

    it('[W6-15] does not count sends refused for another reason', async () => {
      const workspace = await aFreeWorkspace();
      for (let time = 0; time < 3; time++) {
        expectRefusal(
          await send(workspace.call, addresses(50), { from: { name: 'Ada', email: 'a@else.test' } }),
          400,
          'domain_not_connected',
        );
        expectRefusal(await send(workspace.call, addresses(50), { list: unique('list') }), 404, 'unknown_list');
      }
      expectOk(await send(workspace.call, addresses(100)));
    });

    it('[W6-15, W2-33] does not count a replay', async () => {
      const { call } = await aFreeWorkspace();
      const request = { body: anEmail({ to: addresses(60) }), headers: { 'Idempotency-Key': unique('key') } };
      const first = await call('POST /v1/send/email', request);
      for (let time = 0; time < 3; time++) expectOk(await call('POST /v1/send/email', request), first.body);
      expectOk(await send(call, addresses(40)));
      expectLimited(await send(call, anAddress()));
      expectOk(await call('POST /v1/send/email', request), first.body);
    });

    it('[W6-25] does not count opt-in mail, and sends it beyond the limit', async () => {
      const { call } = await aFreeWorkspace();
      const { id } = await aList(call, { double_optin: true });
      const [before, after] = addresses(2) as [string, string];
      await aSubscriber(call, id, { email: before });
      expectOk(await send(call, addresses(100)));
      expectLimited(await send(call, anAddress()));
      await aSubscriber(call, id, { email: after });
      for (const email of [before, after]) expect(await received(call, email)).toHaveLength(1);
    });

    it('[W6-27] limits neither SMS nor other workspaces', async () => {
      const { call } = await aFreeWorkspace();
      expectOk(await send(call, addresses(100)));
      expectLimited(await send(call, anAddress()));
      expectOk(await send(subject.call, addresses(100)));
      expectOk(await send(subject.call, addresses(100)));
      expect((await ended(subject.call, await accepted(subject.call, 'sms', anSms()))).status).toBe('captured');
    });
  });

  it('keeps no evidence of a forged proxy address', async () => {
    const { id } = await aList(subject.call);
    for (const [forwarded, kept] of [
      ['not an ip', '127.0.0.1'],
      ['203.0.113.7<script>', '127.0.0.1'],
      ['203.0.113.7', '203.0.113.7'],
      ['2001:db8::7', '2001:db8::7'],
    ] as const) {
      const { body } = await subject.call(`POST /v1/lists/${id}/subscribers`, {
        body: { email: anAddress() },
        headers: { 'X-Forwarded-For': forwarded },
      });
      const [step] = (await subject.call(`GET /console/people/${body.uid}/consents`)).body.data;
      expect([forwarded, step.ip]).toEqual([forwarded, kept]);
    }
  });

  describe('of calls with the key alone', () => {
    const from = (address: string) => ({ 'X-Forwarded-For': address });
    const account = (address: string, as: 'key' | 'full' = 'key') =>
      subject.call('GET /v1/account', { as, headers: from(address) });
    const track = (uid: string, as: 'key' | 'full', address: string) =>
      subject.call(`POST /v1/users/${uid}/events`, { as, body: { event: 'Seen' }, headers: from(address) });

    /** Makes concurrent calls until one is refused. */
    async function untilLimited(request: () => Promise<Answer>): Promise<Answer> {
      for (let round = 0; round < 40; round++) {
        const answers = await Promise.all(Array.from({ length: 150 }, request));
        const refused = answers.find(({ status }) => status === 429);
        if (refused) return refused;
      }
      throw new Error('6,000 calls and none was refused');
    }

    /** Makes more calls than a used-up allowance could cover, as many at once as a loaded machine still answers in time. */
    async function many(request: () => Promise<Answer>): Promise<Answer[]> {
      const answers: Answer[] = [];
      for (let round = 0; round < 8; round++) answers.push(...(await Promise.all(Array.from({ length: 50 }, request))));
      return answers;
    }

    function expectSlowDown(answer: Answer): void {
      expectRefusal(answer, 429, 'rate_limited', /Too many requests/);
      expect(Number(answer.headers.get('Retry-After'))).toBeLessThanOrEqual(60);
    }

    it('[W1-7, W1-8, W2-10] limits the events of one user, not of other users or with the secret', async () => {
      const uid = unique('user');
      let address = 0;
      expectSlowDown(await untilLimited(() => track(uid, 'key', `198.51.100.${address++ % 250}`)));
      expectOk(await track(unique('user'), 'key', '198.51.100.1'), { status: 'ok' });
      for (const answer of await Promise.all(Array.from({ length: 150 }, () => track(uid, 'full', '198.51.100.1')))) {
        expectOk(answer, { status: 'ok' });
      }
    });

    it('[W1-7, W1-8] limits one address, not others or calls with the secret', async () => {
      expectSlowDown(await untilLimited(() => account('203.0.113.7')));
      for (const answer of await many(() => account('203.0.113.8'))) expectOk(answer);
      for (const answer of await many(() => account('203.0.113.7', 'full'))) expectOk(answer);
    });

    it('[W1-7] limits an IPv6 address with its /64', async () => {
      let host = 0;
      expectSlowDown(await untilLimited(() => account(`2001:db8:1:2::${(host++).toString(16)}`)));
      for (const answer of await many(() => account('2001:db8:1:3::1'))) expectOk(answer);
    });
  });
});
