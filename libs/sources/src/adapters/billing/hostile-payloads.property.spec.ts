import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { isJsonObject, isStorableObject, type JsonObject, UnreadableHookError } from '@dundun/domain';
import { runs } from '@dundun/testing/repetitions';
import fc from 'fast-check';
import { senderBody } from '../../mapping/sender-body.js';
import type { Mapped, SourceAdapter } from '../source-adapter.js';
import { storableEffect } from '../storable-fields.js';
import { mappedBy } from '../testing-adapters.js';
import { adapterOf, NOW, settingsOf, type TestSender, testSenders } from './testing-senders.js';

const senders = testSenders.filter(({ name }) => name !== 'Paystack with a time');
const cases = senders.map((sender) => [sender.name, sender] as const);

/** Every word of an adapter's source, which includes the types and names that it reads, also future ones. */
const wordsOf = ({ kind }: TestSender): string[] => {
  const files = [`${kind}.ts`, `${kind}-objects.ts`, 'payer.ts', 'billing-table.ts'];
  const text = files.map((file) => readFileSync(join(__dirname, file), 'utf8')).join('\n');
  return [...new Set(text.match(/[A-Za-z_][\w]*/g))];
};
const typesOf = ({ kind }: TestSender): string[] => {
  const text = readFileSync(join(__dirname, `${kind}.ts`), 'utf8');
  return [...text.matchAll(/\['([\w.]+)', \{/g)].map(([, type]) => String(type));
};

const NASTY = [
  null,
  true,
  '',
  ' ',
  '\0',
  '\ud83d',
  '12',
  '-0',
  'NaN',
  '1e400',
  '1999-99-99',
  'USD',
  '{"uid":"\\ud83d"}',
  '{"__proto__":{"uid":"x"}}',
  -1,
  0.1,
  1e308,
  Number.MAX_SAFE_INTEGER,
  9e15,
  '__proto__',
  '9'.repeat(400),
  'x'.repeat(20_000),
];

function payloadsOf(sender: TestSender): fc.Arbitrary<JsonObject> {
  const key = fc.constantFrom(...wordsOf(sender), '__proto__', 'constructor', 'toJSON', 'length', '0');
  const { value } = fc.letrec<{ value: unknown; object: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom<unknown>(...NASTY),
      tie('object'),
      fc.array(tie('value'), { maxLength: 3 }),
    ),
    object: fc.dictionary(key, tie('value'), { maxKeys: 25 }),
  }));
  const object = fc.dictionary(key, value, { maxKeys: 40 });
  const type = fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...typesOf(sender)) },
    fc.constantFrom<unknown>(...NASTY),
  );
  const data = sender.kind === 'stripe' ? fc.record({ object: fc.oneof(object, value) }) : fc.oneof(object, value);
  const moment = fc.oneof(fc.integer(), fc.constantFrom<unknown>(...NASTY, '2026-11-20T12:00:00Z', 1e20));
  return fc.tuple(type, data, moment, object).map(([type, data, moment, more]) => ({
    ...more,
    ...(sender.kind === 'paystack' ? { event: type } : { type, event_type: type }),
    object: 'event',
    data,
    created: moment,
    occurred_at: moment,
    timestamp: moment,
  }));
}

/** Processes a verified call as the service does. */
async function worked(adapter: SourceAdapter, settings: JsonObject, text: string): Promise<Mapped[] | 'unreadable'> {
  try {
    const incoming = adapter.read(senderBody(Buffer.from(text)), settings);
    for (const { id } of incoming) expect(isStorableObject({ id }) && id.length > 0 && id.length <= 200).toBe(true);
    return await Promise.all(incoming.map(({ payload }) => mappedBy(adapter, payload, settings)));
  } catch (error) {
    if (error instanceof UnreadableHookError) return 'unreadable';
    throw error;
  }
}

function expectStorable(mapped: Mapped): void {
  if ('ignored' in mapped) return expect(mapped.ignored.length).toBeLessThan(200);
  for (const effect of mapped) {
    if ('merge' in effect) throw new Error('no payment merges anybody');
    const { person, event, fields, ifNew } = storableEffect(effect, () => undefined);
    expect(fields.createdAt).toBeUndefined();
    const plain = { person, fields, ifNew, event: event && { ...event, occurredAt: event.occurredAt?.getTime() ?? 0 } };
    expect(isStorableObject(JSON.parse(JSON.stringify(plain)))).toBe(true);
    expect(Object.keys(event?.properties ?? {}).length).toBeLessThan(100);
    for (const value of Object.values(event?.properties ?? {})) expect(typeof value).not.toBe('object');
  }
}

describe.each(cases)('%s', (_, sender) => {
  const adapter = adapterOf(sender);
  const settings = settingsOf(sender, 'secret');

  it('has event types to try', () => expect(typesOf(sender).length).toBeGreaterThan(4));

  it('reads and maps hostile payloads', async () => {
    let mappedToPeople = 0;
    await fc.assert(
      fc.asyncProperty(payloadsOf(sender), async (payload) => {
        const body = sender.kind === 'fastspring' ? { events: [payload, payload.data] } : payload;
        const answers = await worked(adapter, settings, JSON.stringify(body));
        if (answers === 'unreadable') return;
        for (const mapped of answers) expectStorable(mapped);
        if (answers.some((mapped) => Array.isArray(mapped))) mappedToPeople++;
      }),
      runs(80, 5_000),
    );
    expect(mappedToPeople).toBeGreaterThan(20);
  });

  it('maps payloads stored by another release', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (value) => {
        expectStorable(await mappedBy(adapter, isJsonObject(value) ? value : { value, data: value }, settings));
      }),
    );
  });

  it('reads any JSON or refuses it as unreadable', async () => {
    await fc.assert(fc.asyncProperty(fc.json(), async (text) => void (await worked(adapter, settings, text))));
  });

  it('handles any header', () => {
    const header = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        undefined,
        '',
        ',',
        't',
        't=',
        't=1,v1',
        ';ts=;h1=;',
        't=1'.repeat(5_000),
        `v1=${'0'.repeat(1e5)}`,
      ),
    );
    fc.assert(
      fc.property(header, fc.uint8Array(), (given, bytes) => {
        const verdict = adapter.verify(
          { headers: { [sender.header]: given }, body: Buffer.from(bytes) },
          settings,
          NOW,
        );
        expect(verdict).toEqual({ forged: expect.any(String) as unknown as string });
      }),
    );
  });
});

describe.each(cases)('the metadata of %s', (_, sender) => {
  const adapter = adapterOf(sender);
  const places = ['metadata', 'custom_data', 'tags', 'meta'];
  const text = (metadata: string) => {
    const data = `{"id":"x","status":"succeeded",${places.map((place) => `"${place}":${metadata}`).join(',')}}`;
    const object = sender.kind === 'stripe' ? `{"object":${data}}` : data;
    const type = {
      stripe: 'charge.succeeded',
      paystack: 'charge.success',
      paddle: 'transaction.completed',
      fastspring: 'order.completed',
      flutterwave: 'charge.completed',
    }[sender.kind];
    const one = `{"id":"e","object":"event","type":"${type}","event":"${type}","event_type":"${type}","data":${object}}`;
    return sender.kind === 'fastspring' ? `{"events":[${one}]}` : one;
  };
  const effectsOf = async (metadata: string) => {
    const [mapped] = await worked(adapter, settingsOf(sender, 'secret'), text(metadata));
    if (!Array.isArray(mapped) || !mapped[0] || 'merge' in mapped[0]) throw new Error(JSON.stringify(mapped));
    expectStorable(mapped);
    return mapped[0];
  };

  it('does not read a uid from a prototype', async () => {
    const { person } = await effectsOf('{"__proto__":{"uid":"admin"},"constructor":{"prototype":{"uid":"admin"}}}');
    expect(person.uid).toBeUndefined();
    expect(({} as { uid?: string }).uid).toBeUndefined();
  });

  it('leaves out nested values', async () => {
    const { event } = await effectsOf('{"a":{"b":{"c":{"d":{"e":1}}}},"list":[1],"flat":1}');
    const own = Object.entries(event?.properties ?? {}).filter(([key]) => key.startsWith('metadata_'));
    expect(own).toEqual([['metadata_flat', 1]]);
  });

  it('leaves out long values', async () => {
    const megabytes = 'k'.repeat(2_000_000);
    const { event } = await effectsOf(`{"${megabytes}":1,"value":"${megabytes}","short":"s"}`);
    expect(event?.properties).toMatchObject({ metadata_short: 's' });
    expect(JSON.stringify(event).length).toBeLessThan(1_000);
  });

  it('keeps 50 entries', async () => {
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`k${index}`, index]));
    const { event } = await effectsOf(JSON.stringify({ ...many, uid: 'u-1' }));
    expect(Object.keys(event?.properties ?? {}).filter((key) => key.startsWith('metadata_'))).toHaveLength(50);
  });

  it.each([
    'null',
    '[]',
    '0',
    '""',
    '"x"',
    '[[[[]]]]',
    '{"uid":null}',
    '{"uid":{"uid":"u"}}',
    '{"uid":["u"]}',
    '{"custom_fields":5}',
  ])('yields no uid for %s', async (metadata) => expect((await effectsOf(metadata)).person.uid).toBeUndefined());
});
