import { describe, expect, it } from '@jest/globals';
import {
  PageQuery,
  SendEmailBody,
  SendSmsBody,
  SubscribeBody,
  TrackEventBody,
  UpdateListBody,
} from '@dundun/contracts';
import { compileValidator } from './compiled-validator.js';

const event = compileValidator(TrackEventBody);
const email = compileValidator(SendEmailBody);
const subscribe = compileValidator(SubscribeBody);
const update = compileValidator(UpdateListBody);

const sendable = {
  from: { name: 'Ada', email: 'ada@example.com' },
  to: 'Grace <grace@example.com>',
  subject: 'Welcome',
  text: 'Hello',
};

describe('a checked body', () => {
  it('is a new object with the known keys, parsed', () => {
    const body = {
      event: 'Order placed',
      timestamp: '2026-11-20T09:30:00+0100',
      properties: { a: 1 },
      id: 'x',
      valu: 1,
    };
    expect(event(body)).toEqual({
      ok: true,
      value: { event: 'Order placed', timestamp: new Date('2026-11-20T08:30:00Z'), properties: { a: 1 } },
      unknownKeys: ['id', 'valu'],
      notices: [],
    });
    expect(body.timestamp).toBe('2026-11-20T09:30:00+0100');
  });

  it('reports unknown keys of a nested object with their path', () => {
    const body = { ...sendable, from: { ...sendable.from, nmae: 'Ada' }, template_varibles: {} };
    expect(email(body)).toMatchObject({ ok: true, unknownKeys: ['from.nmae', 'template_varibles'] });
  });

  it.each(['1234567', 99_999_999_999, '+1 555 123 4567', '123456789012345'])(
    'takes the number %j with a notice, because no numbering plan has it',
    (number) => {
      const digits = String(number).replaceAll(/\D/g, '');
      expect(subscribe({ number })).toEqual({
        ok: true,
        value: { number: digits },
        unknownKeys: [],
        notices: ['number is probably no phone number in use: check the country code and the length'],
      });
    },
  );

  it.each(['2348012345678', '+44 (0)20 7946 0018', 16502530000, '4915112345678'])(
    'takes the number %j without a notice',
    (number) => {
      expect(subscribe({ number })).toMatchObject({ ok: true, notices: [] });
    },
  );

  it('omits undefined and absent values, and keeps null', () => {
    const checked = email({ ...sendable, html: '', reply_to: '', cc: '', template: undefined });
    const addresses = { to: [{ name: 'Grace', email: 'grace@example.com' }] };
    expect(checked).toStrictEqual({ ok: true, value: { ...sendable, ...addresses }, unknownKeys: [], notices: [] });
    expect(update({ description: null })).toStrictEqual({
      ok: true,
      value: { description: null },
      unknownKeys: [],
      notices: [],
    });
    expect(update({ title: undefined })).toStrictEqual({ ok: true, value: {}, unknownKeys: [], notices: [] });
  });

  it('has addresses, digits, sources, booleans and numbers in their normal form', () => {
    const list = ['Grace <grace@example.com>', 'dan@example.com'];
    expect(email({ ...sendable, to: list, reply_to: 'help@example.com' })).toMatchObject({
      value: {
        to: [
          { name: 'Grace', email: 'grace@example.com' },
          { name: null, email: 'dan@example.com' },
        ],
        reply_to: [{ name: null, email: 'help@example.com' }],
      },
    });
    const sms = { from: 'DUNDUN', to: 2348012345678, body: 'Hello', source: 'africastalking' };
    expect(compileValidator(SendSmsBody)(sms)).toMatchObject({ value: { to: '2348012345678', source: 'at' } });
    expect(compileValidator(SubscribeBody)({ number: '+1 202-555-0100' })).toMatchObject({
      value: { number: '12025550100' },
    });
    expect(compileValidator(PageQuery)({ limit: '5' })).toMatchObject({ value: { limit: 5 } });
    expect(update({ double_optin: 'false' })).toMatchObject({ value: { double_optin: false } });
  });

  it('accepts queries as Fastify parses them, without a prototype', () => {
    const query = Object.assign(Object.create(null), { limit: '30' });
    expect(compileValidator(PageQuery)(query)).toEqual({
      ok: true,
      value: { limit: 30 },
      unknownKeys: [],
      notices: [],
    });
  });
});

describe('a wrong body', () => {
  it.each([undefined, null, 'text', 5, true, [], [{ event: 'x' }]])(
    'that is not an object (%j) has one fault',
    (body) => {
      expect(event(body)).toEqual({ ok: false, faults: [{ field: 'body', message: 'must be a JSON object' }] });
    },
  );

  it('reports every fault, nested ones with their path', () => {
    const checked = email({ ...sendable, from: { name: 'a\r\nb', email: 'ada' }, subject: '', text: '' });
    expect(checked.ok ? [] : checked.faults.map(({ field }) => field).sort()).toEqual([
      'from.email',
      'from.name',
      'html',
      'subject',
    ]);
  });

  it('does not pollute prototypes', () => {
    const body: unknown = JSON.parse(
      '{"event":"x","__proto__":{"value":1},"constructor":{"prototype":1},"toString":1}',
    );
    const checked = event(body);
    expect(checked).toEqual({
      ok: true,
      value: { event: 'x' },
      unknownKeys: ['__proto__', 'constructor', 'toString'],
      notices: [],
    });
    expect(checked.ok && Object.getPrototypeOf(checked.value)).toBe(Object.prototype);
    expect(({} as { value?: number }).value).toBeUndefined();
  });

  it('ignores inherited properties', () => {
    expect(event(Object.create({ event: 'x' }))).toMatchObject({ ok: false });
  });
});
