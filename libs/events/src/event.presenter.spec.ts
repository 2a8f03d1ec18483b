import { describe, expect, it } from '@jest/globals';
import { presentEvent, presentFeedEvent } from './event.presenter.js';

const received_at = new Date('2026-11-20T09:30:00.120Z');
const row = { id: 'e', name: 'Order placed', value: null, properties: null, occurred_at: null, received_at };

describe('the view of an event', () => {
  it('has its own timestamp', () => {
    const occurred_at = new Date('2020-01-01T00:00:00Z');
    expect(presentEvent({ ...row, value: false, properties: { a: { b: [1] } }, occurred_at })).toEqual({
      event: 'Order placed',
      value: false,
      properties: { a: { b: [1] } },
      timestamp: '2020-01-01T00:00:00.000Z',
      received_at: '2026-11-20T09:30:00.120Z',
    });
  });

  it('has the time of receipt without a timestamp', () => {
    expect(presentEvent(row)).toMatchObject({ value: null, properties: null, timestamp: '2026-11-20T09:30:00.120Z' });
  });

  it('names the person in the feed', () => {
    expect(presentFeedEvent({ ...row, uid: 'ada', position: '1' })).toMatchObject({
      uid: 'ada',
      event: 'Order placed',
    });
  });
});
