import { describe, expect, it } from '@jest/globals';
import { boundsOf, daysOf, messagesQuery, periodOf } from './message-filters';

const NOW = Date.parse('2026-11-22T10:30:45.678Z');
const NONE = { search: null, status: null, channel: null, tag: null, provider: null, uid: null, when: null };

describe('the filters of messages', () => {
  it('leave out what is not chosen', () => {
    expect(messagesQuery(NONE, NOW)).toEqual({});
    expect(messagesQuery({ ...NONE, search: 'ada', status: 'failed', when: 'hour' }, NOW)).toEqual({
      search: 'ada',
      status: 'failed',
      since: '2026-11-22T09:30:00.000Z',
    });
  });

  it('start running periods on the minute', () => {
    expect(boundsOf('day', NOW)).toEqual(boundsOf('day', NOW + 10_000));
    expect(boundsOf('week', NOW)).toEqual({ since: '2026-11-15T10:30:00.000Z' });
  });

  it('include both days of a period, in the time zone of the reader', () => {
    const { since, until } = boundsOf('2026-11-01..2026-11-02', NOW);
    expect(Date.parse(until ?? '') - Date.parse(since ?? '')).toBe(48 * 3_600_000);
    expect(new Date(since ?? '').getHours()).toBe(0);
    expect(boundsOf('..2026-11-02', NOW)).toEqual({ until });
    expect(boundsOf('2026-11-01..', NOW)).toEqual({ since });
  });

  it.each(['', 'year', 'toString', '2026-13-45..', 'a..b', '2026-11-01..2026-11-02..', '<script>'])(
    'take %j from the URL as no period',
    (when) => {
      expect(boundsOf(when, NOW)).toEqual({});
    },
  );

  it('write the period of two days', () => {
    expect(periodOf('2026-11-01', '')).toBe('2026-11-01..');
    expect(periodOf('', '')).toBeNull();
    expect(daysOf('2026-11-01..')).toEqual({ from: '2026-11-01', to: '' });
  });
});
