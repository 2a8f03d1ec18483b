import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from '@dundun/domain';
import { UnreadableHookError } from '@dundun/domain';
import { posthog } from './posthog.js';
import { effectOf, mappedBy } from './testing-adapters.js';

const UUID = '0193486f-63d0-7b5e-8f8e-1f3f9d1d9c01';
const event = (fields: object = {}): JsonObject => ({
  uuid: UUID,
  event: 'Order placed',
  distinct_id: 'u-1',
  timestamp: '2026-11-20T09:30:00.000Z',
  properties: {
    total: 49.9,
    $lib: 'web',
    $browser: 'Firefox',
    gclid: 'x',
    token: 'phc_1',
    msclkid: 'y',
    distinct_id: 'u-1',
  },
  ...fields,
});

describe('an event of PostHog', () => {
  it.each([
    ['as the template for this contract sends it', { ...event(), config: { filter: [] } }],
    ['as older templates sent it', event({ person: { id: 'p', properties: {} } })],
    ['as the HTTP webhook sends it', { event: event(), person: { id: 'p' } }],
    ['in a list', [event()]],
  ])('is read %s', (_, body) => {
    expect(posthog.read(body, {})).toMatchObject([
      { id: UUID, payload: { event: 'Order placed', distinct_id: 'u-1' } },
    ]);
  });

  it.each([[5], [null], [{}], [[5]], [{ event: 5n.toString().repeat(0) }], [{ event: {} }]])(
    'is refused as unreadable: %j',
    (body) => {
      expect(() => posthog.read(body, {})).toThrow(UnreadableHookError);
    },
  );

  it('without a uuid is identified by $insert_id or its content', () => {
    const idOf = (fields: object) => posthog.read(event({ uuid: undefined, ...fields }), {})[0]?.id;
    expect(idOf({ properties: { $insert_id: 'i-1' } })).toBe('i-1');
    expect(idOf({})).toBe(idOf({}));
  });

  it('is limited to ten groups', async () => {
    const $groups = Object.fromEntries(Array.from({ length: 90_000 }, (_, index) => [`g${index}`, `${index}`]));
    expect(await mappedBy(posthog, event({ properties: { $groups } }))).toHaveLength(10);
  });

  it('keeps custom properties and drops PostHog’s own', async () => {
    expect(await effectOf(posthog, event())).toEqual({
      person: { uid: 'u-1' },
      fields: {},
      event: {
        name: 'Order placed',
        properties: { total: 49.9 },
        value: undefined,
        occurredAt: new Date('2026-11-20T09:30:00.000Z'),
      },
    });
  });

  it('flattens nested objects and applies $set', async () => {
    const properties = {
      cart: { items: { count: 2 } },
      $set: { email: 'ada@example.com', name: 'Ada Lovelace', plan: 'pro' },
    };
    expect(await effectOf(posthog, event({ properties }))).toMatchObject({
      fields: { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace', meta: { plan: 'pro' } },
      event: { properties: { cart_items_count: 2 } },
    });
  });

  it('belongs to its groups instead of the person', async () => {
    const properties = { total: 5, $groups: { company: 'g-1', team: 'g-2' } };
    expect(await mappedBy(posthog, event({ properties }))).toMatchObject([
      {
        person: { uid: 'g-1' },
        fields: { isAccount: true },
        event: { name: 'Order placed', properties: { total: 5 } },
      },
      { person: { uid: 'g-2' } },
    ]);
  });

  it.each(['Android', 'iOS'])('carries the device on %s only', async ($os) => {
    const effect = await effectOf(posthog, event({ properties: { $os, $device_id: 'd-1' } }));
    expect(effect.fields).toEqual({ device: { token: 'd-1', platform: $os.toLowerCase() } });
    const desktop = await effectOf(posthog, event({ properties: { $os: 'Linux', $device_id: 'd-1' } }));
    expect(desktop.fields).toEqual({});
  });

  it('$identify lets $set override $set_once and merges the visitor', async () => {
    const properties = {
      $anon_distinct_id: 'anon',
      $set: { plan: 'pro' },
      $set_once: { plan: 'free', first_name: 'Ada' },
    };
    expect(await mappedBy(posthog, event({ event: '$identify', properties }))).toEqual([
      { person: { uid: 'u-1' }, fields: { firstName: 'Ada', meta: { plan: 'pro' } } },
      { merge: { source: 'anon', destination: 'u-1' } },
    ]);
  });

  it('$set and $unset write and clear', async () => {
    const set = await effectOf(posthog, event({ event: '$set', properties: {}, $set: { phone: '2348012345678' } }));
    expect(set.fields).toEqual({ number: '2348012345678' });
    const cleared = await effectOf(posthog, event({ event: '$unset', properties: { $unset: ['plan', 'email'] } }));
    expect(cleared.fields).toEqual({ email: null, meta: { plan: null } });
  });

  it('$groupidentify creates an account', async () => {
    const properties = { $group_type: 'company', $group_key: 'g-1', $group_set: { name: 'Acme Drums', size: 5 } };
    expect(await effectOf(posthog, event({ event: '$groupidentify', properties }))).toEqual({
      person: { uid: 'g-1' },
      fields: { isAccount: true, firstName: 'Acme', lastName: 'Drums', meta: { size: 5 } },
    });
  });

  it('$create_alias merges the alias', async () => {
    expect(await mappedBy(posthog, event({ event: '$create_alias', properties: { alias: 'anon' } }))).toEqual([
      { merge: { source: 'anon', destination: 'u-1' } },
    ]);
  });

  it.each(['$pageview', '$autocapture', '$feature_flag_called', 'plugin installed', 'Plugin:x'])(
    '%s is ignored',
    async (name) => {
      expect(await mappedBy(posthog, event({ event: name }))).toEqual({ ignored: expect.stringMatching(/PostHog/) });
    },
  );
});
