import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from '@dundun/domain';
import { UnreadableHookError } from '@dundun/domain';
import { Analytics } from '@segment/analytics-node';
import { segment } from './segment.js';
import { aCall, effectOf, mappedBy, signature } from './testing-adapters.js';

const SECRET = 'the shared secret';
const BODY = '{"type": "track", "messageId": "m-1", "userId": "u-1", "event": "Paid"}';
const hex = (text: string, secret = SECRET) => signature({ algorithm: 'sha1', encoding: 'hex', secret }, text);
const right = hex(BODY);

const verdict = (header: string | undefined, body = BODY, sharedSecret: string | undefined = SECRET) =>
  segment.verify(aCall(body, header === undefined ? {} : { 'x-signature': header }), { sharedSecret }, 0);

/** The calls as Segment's own client sends them. */
async function sentBy(use: (analytics: Analytics) => void): Promise<JsonObject[]> {
  const bodies: string[] = [];
  const httpClient = (_: string, { body }: { body: string }) => {
    bodies.push(body);
    return Promise.resolve({ status: 200, statusText: 'OK' });
  };
  const analytics = new Analytics({ writeKey: 'k', httpClient, flushAt: 100 });
  use(analytics);
  await analytics.closeAndFlush();
  return bodies.flatMap((body) => segment.read(JSON.parse(body), {})).map(({ payload }) => payload);
}

describe('the signature of Segment', () => {
  it('is accepted over the bytes, in either case, and over the re-serialized body', () => {
    expect(verdict(right)).toBe('genuine');
    expect(verdict(right.toUpperCase())).toBe('genuine');
    expect(verdict(hex(JSON.stringify(JSON.parse(BODY))))).toBe('genuine');
  });

  it('is not required without a shared secret', () => {
    expect(segment.verify(aCall(BODY), {}, 0)).toBe('genuine');
  });

  it.each<[string, string | undefined, string?]>([
    ['no header', undefined],
    ['an empty header', ''],
    ['the secret itself', SECRET],
    ['another secret', hex(BODY, 'another secret')],
    ['a truncated signature', right.slice(0, -1)],
    ['an extended signature', `${right}0`],
    ['two signatures', `${right},${right}`],
    ['a signature in base64', Buffer.from(right, 'hex').toString('base64')],
    ['a signature by SHA-256', signature({ algorithm: 'sha256', encoding: 'hex', secret: SECRET }, BODY)],
    ['a changed body', right, BODY.replace('u-1', 'u-2')],
    ['a body with one more key', right, BODY.replace('}', ',"x":1}')],
    ['the signature of nothing', hex('')],
    ['an empty body', right, ''],
  ])('is refused: %s', (_, ...given) => {
    expect(verdict(...given)).toEqual({ forged: expect.stringMatching(/\w/) });
  });
});

describe('the calls of Segment’s own client', () => {
  it('have distinct ids', async () => {
    const payloads = await sentBy((client) => {
      client.track({ userId: 'u-1', event: 'Paid', messageId: 'mine' });
      client.track({ userId: 'u-1', event: 'Paid' });
    });
    const ids = segment.read(payloads, {}).map(({ id }) => id);
    expect(ids).toEqual(['mine', expect.stringMatching(/^node-next-/)]);
  });

  it('identify sets fields of the person', async () => {
    const [payload] = await sentBy((client) =>
      client.identify({
        userId: 'u-1',
        traits: {
          email: 'ada@example.com',
          name: 'Ada King Lovelace',
          phone: '+2348012345678',
          plan: 'pro',
          address: { city: 'Lagos' },
        },
        context: { timezone: 'Africa/Lagos', device: { type: 'ios', token: 't-1' } },
      }),
    );
    expect(await effectOf(segment, payload as JsonObject)).toMatchObject({
      person: { uid: 'u-1' },
      fields: {
        firstName: 'Ada King',
        lastName: 'Lovelace',
        email: 'ada@example.com',
        number: '+2348012345678',
        tz: 'Africa/Lagos',
        device: { token: 't-1', platform: 'ios' },
        meta: { plan: 'pro', address: { city: 'Lagos' } },
      },
    });
  });

  it('track becomes an event with value and time', async () => {
    const timestamp = new Date('2026-11-20T09:30:00Z');
    const [payload] = await sentBy((client) =>
      client.track({ userId: 'u-1', event: 'Order Completed', properties: { revenue: 25.5, sku: 'A' }, timestamp }),
    );
    expect(await effectOf(segment, payload as JsonObject)).toMatchObject({
      person: { uid: 'u-1' },
      event: { name: 'Order Completed', value: 25.5, properties: { revenue: 25.5, sku: 'A' }, occurredAt: timestamp },
    });
  });

  it('page and screen become events', async () => {
    const payloads = await sentBy((client) => {
      client.page({ anonymousId: 'a-1', name: 'Home', properties: { url: 'https://example.com' } });
      client.screen({ userId: 'u-1', name: 'Cart' });
    });
    expect(await Promise.all(payloads.map((payload) => effectOf(segment, payload)))).toMatchObject([
      {
        person: { uid: 'a-1' },
        event: { name: 'Page viewed', properties: { name: 'Home', url: 'https://example.com' } },
      },
      { person: { uid: 'u-1' }, event: { name: 'Screen viewed', properties: { name: 'Cart' } } },
    ]);
  });

  it('group creates an account with its member; alias merges', async () => {
    const [group, alias] = await sentBy((client) => {
      client.group({ userId: 'u-1', groupId: 'g-1', traits: { name: 'Acme', size: 5 } });
      client.alias({ previousId: 'a-1', userId: 'u-1' });
    });
    expect(await mappedBy(segment, group as JsonObject)).toMatchObject([
      { person: { uid: 'g-1' }, fields: { isAccount: true, firstName: 'Acme', meta: { size: 5 } } },
      { person: { uid: 'u-1' }, fields: { accounts: [{ id: 'g-1' }] } },
    ]);
    expect(await mappedBy(segment, alias as JsonObject)).toEqual([{ merge: { source: 'a-1', destination: 'u-1' } }]);
  });
});

describe('other calls', () => {
  const call = (fields: object): JsonObject => ({ type: 'track', messageId: 'm', ...fields });

  it('without an id identify the person by the context', async () => {
    const context = { traits: { email: 'ada@example.com' } };
    expect(await effectOf(segment, call({ event: 'Paid', context }))).toMatchObject({
      person: { email: 'ada@example.com' },
    });
  });

  it('can name a list to join', async () => {
    const integrations = { Dundun: { list: 'l-1' } };
    expect(await effectOf(segment, call({ userId: 'u', event: 'Paid', integrations }))).toMatchObject({
      fields: { lists: ['l-1'] },
    });
  });

  it.each([
    ['a track without an event', { userId: 'u' }],
    ['an alias of one id', { type: 'alias', userId: 'u' }],
    ['an alias of itself', { type: 'alias', userId: 'u', previousId: 'u' }],
    ['a group without an id', { type: 'group', userId: 'u' }],
    ['an unknown type', { type: 'delete', userId: 'u' }],
  ])('are ignored with a reason: %s', async (_, fields) => {
    expect(await mappedBy(segment, call(fields))).toEqual({ ignored: expect.stringMatching(/\w \w/) });
  });

  it('without a messageId have equal ids for equal content', () => {
    const idOf = (fields: object) => segment.read({ type: 'track', ...fields }, {})[0]?.id;
    expect(idOf({ event: 'a' })).toBe(idOf({ event: 'a' }));
    expect(idOf({ event: 'a' })).not.toBe(idOf({ event: 'b' }));
  });

  it.each([[5], [null], ['text'], [{}], [[[]]], [{ type: 5n.toString(), batch: [5] }]])(
    'are refused as unreadable: %j',
    (body) => {
      expect(() => segment.read(body, {})).toThrow(UnreadableHookError);
    },
  );
});
