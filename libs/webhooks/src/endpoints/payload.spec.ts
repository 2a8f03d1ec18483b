import { expect, it } from '@jest/globals';
import { payloadOf } from './payload.js';

const at = new Date('2026-11-20T09:30:00.120Z');
const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

it('has type, timestamp and data', () => {
  const data = { uid: 'user-1' };
  expect(payloadOf({ type: 'user.deleted', at, data })).toEqual({
    type: 'user.deleted',
    timestamp: '2026-11-20T09:30:00.120Z',
    data,
  });
});

it('clears the largest fields until it fits, and names them', () => {
  const data = {
    uid: 'user-1',
    event: 'Order placed',
    value: 'é'.repeat(8_000),
    properties: { note: 'x'.repeat(30_000) },
  };
  const payload = payloadOf({ type: 'event.tracked', at, data });
  expect(payload.data).toEqual({ ...data, properties: null, trimmed: ['properties'] });
  const larger = payloadOf({ type: 'event.tracked', at, data: { ...data, value: 'é'.repeat(15_000) } });
  expect(larger.data).toEqual({ ...data, value: null, properties: null, trimmed: ['properties', 'value'] });
  expect([bytes(payload), bytes(larger)].every((size) => size <= 20_000)).toBe(true);
});

it('leaves the entry unchanged', () => {
  const data = { properties: 'x'.repeat(30_000) };
  payloadOf({ type: 'event.tracked', at, data });
  expect(data.properties).toHaveLength(30_000);
});
