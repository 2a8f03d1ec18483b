import { expect, it } from '@jest/globals';
import { EventsQuery, TrackEventBody } from './events.js';
import { faultsOf } from './testing.js';

it.each([
  { event: 'Order placed' },
  { event: '😀'.repeat(255) },
  { event: 'Order placed', value: true },
  { event: 'Order placed', value: 'big', properties: { sku: 'A-1', line: { items: [{ n: 1 }] } } },
  { event: 'Order placed', properties: {}, timestamp: '2026-11-20T09:30:00+0100', event_id: 'e-1', id: 'ignored' },
])('takes %j', (body) => expect(faultsOf(TrackEventBody, body)).toEqual({}));

it.each([
  [{}, ['event']],
  [{ event: '' }, ['event']],
  [{ event: ' ' }, ['event']],
  [{ event: 'x', timestamp: 1_763_640_000 }, ['timestamp']],
  [{ event: 'x'.repeat(256) }, ['event']],
  [{ event: 5 }, ['event']],
  [{ event: 'x', value: {} }, ['value']],
  [{ event: 'x', value: Infinity }, ['value']],
  [{ event: 'x', properties: [] }, ['properties']],
  [{ event: 'x', properties: { a: '\0' } }, ['properties']],
  [{ event: 'x', timestamp: 'soon', event_id: ' ' }, ['event_id', 'timestamp']],
])('refuses %j', (body, fields) => expect(Object.keys(faultsOf(TrackEventBody, body)).sort()).toEqual(fields));

it('reads back by name and page', () => {
  expect(faultsOf(EventsQuery, { event: 'Order placed', limit: '5' })).toEqual({});
  expect(Object.keys(faultsOf(EventsQuery, { event: 'x'.repeat(256), limit: '31' })).sort()).toEqual([
    'event',
    'limit',
  ]);
});
