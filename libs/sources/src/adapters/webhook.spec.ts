import { describe, expect, it } from '@jest/globals';
import { MappingError, UnreadableHookError } from '@dundun/domain';
import { mappedBy } from './webhook-result.js';
import { webhook } from './webhook.js';

const read = (body: unknown, settings: object = {}) => webhook.read(body, { mapping: '{}', ...settings });

describe('the events of a JSON webhook', () => {
  it('are the body or a list in it, each with its id', () => {
    expect(read({ id: 7 }, { eventId: 'id' })).toEqual([{ id: '7', payload: { id: 7 } }]);
    const body = { data: { items: [{ meta: { key: 'a' } }, { meta: { key: 'b' } }] } };
    expect(read(body, { events: 'data.items', eventId: 'meta.key' }).map(({ id }) => id)).toEqual(['a', 'b']);
    expect(read([{ id: 'a' }, { id: 'b' }])).toHaveLength(2);
  });

  it('are identified by their content unless the path of the id is set: `id` could belong to an order', () => {
    const [paid, shipped] = ['paid', 'shipped'].map((status) => read({ id: 'order-1', status })[0]?.id);
    expect(paid).toMatch(/^sha256:/);
    expect(shipped).not.toBe(paid);
  });

  it('without an id are identified by their content; a long id is hashed', () => {
    const [one, same, other] = [{ a: 1 }, { a: 1 }, { a: 2 }].map((body) => read(body)[0]?.id);
    expect(one).toBe(same);
    expect(one).not.toBe(other);
    expect(read({ id: 'x'.repeat(5_000) }, { eventId: 'id' })[0]?.id).toHaveLength(71);
  });

  it.each([
    ['a text', 'hello', {}],
    ['a list of numbers', [1], {}],
    ['nothing where the list should be', { data: {} }, { events: 'data.items' }],
    ['an inherited name', {}, { events: 'constructor' }],
  ])('are refused as unreadable: %s', (_, body, settings) => {
    expect(() => read(body, settings)).toThrow(UnreadableHookError);
  });
});

describe('the result of a mapping', () => {
  it('is sanitized for storage', () => {
    const [one] = mappedBy({ person: { uid: 'u\0' }, fields: { meta: { a: '\ud83d' } } }) as [object];
    expect(one).toMatchObject({ person: { uid: 'u\ufffd' }, fields: { meta: { a: '\ufffd' } } });
    expect(mappedBy({ ignore: `${'a'.repeat(499)}😀` })).toEqual({ ignored: `${'a'.repeat(499)}😀` });
    const deep = { person: {}, fields: { meta: JSON.parse(`${'{"a":'.repeat(70)}1${'}'.repeat(70)}`) as object } };
    expect(() => mappedBy(deep)).toThrow(MappingError);
  });

  it('maps to a person with fields and an event', () => {
    const result = {
      person: { uid: 42, email: null },
      fields: { first_name: 'Ada', email: null, is_account: true, created_at: '2026-11-20', meta: { plan: 'pro' } },
      event: { name: 'Paid', value: 5, properties: { a: 1 }, timestamp: 1_795_176_000_000 },
    };
    expect(mappedBy(result)).toMatchObject([
      {
        person: { uid: '42' },
        fields: {
          firstName: 'Ada',
          email: null,
          isAccount: true,
          createdAt: new Date('2026-11-20'),
          meta: { plan: 'pro' },
        },
        event: { name: 'Paid', value: 5, properties: { a: 1 }, occurredAt: new Date(1_795_176_000_000) },
      },
    ]);
  });

  it('can be several effects, nothing or a reason to ignore the event', () => {
    expect(mappedBy([{ person: { uid: 'a' } }, { person: { uid: 'b' } }])).toHaveLength(2);
    expect(mappedBy(undefined)).toEqual({ ignored: expect.any(String) });
    expect(mappedBy({ ignore: 'a test' })).toEqual({ ignored: 'a test' });
  });

  it.each<[string, unknown, RegExp]>([
    ['a misspelled name', { person: { emial: 'x' } }, /person.*emial/],
    ['no person', { event: { name: 'x' } }, /person/],
    ['a text', 'hello', /form/],
    ['an event without a name', { person: {}, event: {} }, /event\.name/],
    ['an invalid time', { person: {}, event: { name: 'x', timestamp: 'yesterday' } }, /event\.timestamp/],
    ['an object as a uid', { person: { uid: {} } }, /person\.uid/],
    ['too many', Array.from({ length: 101 }, () => ({ person: {} })), /100/],
  ])('is refused: %s', (_, result, said) => {
    expect(() => mappedBy(result)).toThrow(MappingError);
    expect(() => mappedBy(result)).toThrow(said);
  });
});
