import { describe, expect, it } from '@jest/globals';
import { QueryClient } from '@tanstack/react-query';
import { showEarly, withChange } from './optimistic';

const ADA = { uid: 'ada', status: 'subscribed' };
const BOB = { uid: 'bob', status: 'subscribed' };

describe('a change that is shown before its answer', () => {
  const aClient = () => {
    const client = new QueryClient();
    client.setQueryData(['members', 'news', {}], { data: [ADA, BOB], next_cursor: null });
    client.setQueryData(['members', 'news', 'counts'], { total: 2 });
    client.setQueryData(['members', 'beta', {}], { data: [ADA] });
    return client;
  };
  const left = withChange('uid', 'ada', { status: 'unsubscribed' });

  it('changes the rows of the one it is about, wherever they are cached', async () => {
    const client = aClient();
    await showEarly(client, [{ queryKey: ['members', 'news'], change: left }]);
    expect(client.getQueryData(['members', 'news', {}])).toEqual({
      data: [{ uid: 'ada', status: 'unsubscribed' }, BOB],
      next_cursor: null,
    });
    expect(client.getQueryData(['members', 'news', 'counts'])).toEqual({ total: 2 });
    expect(client.getQueryData(['members', 'beta', {}])).toEqual({ data: [ADA] });
  });

  it('is taken back when the call fails', async () => {
    const client = aClient();
    const takeBack = await showEarly(client, [{ queryKey: ['members', 'news'], change: left }]);
    takeBack();
    expect(client.getQueryData(['members', 'news', {}])).toEqual({ data: [ADA, BOB], next_cursor: null });
  });

  it('reaches a single object, and a list of them', () => {
    expect(left(ADA)).toEqual({ uid: 'ada', status: 'unsubscribed' });
    expect(left([BOB, ADA])).toEqual([BOB, { uid: 'ada', status: 'unsubscribed' }]);
    expect(left(null)).toBeNull();
    expect(withChange('uid', 'ada', { status: undefined, name: 'Ada' })(ADA)).toEqual({ ...ADA, name: 'Ada' });
  });
});
