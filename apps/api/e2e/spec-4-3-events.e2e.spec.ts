import { describe, expect, it } from '@jest/globals';
import { expectOk, TIMESTAMP } from './support/answers.js';
import { unique } from './support/fixtures.js';
import { useWorkspace } from './support/product.js';

describe('tracking an event', () => {
  const { call } = useWorkspace();
  const track = (uid: string, body: object) => call(`POST /v1/users/${uid}/events`, { body });
  const read = async (uid: string) => (await call(`GET /v1/users/${uid}/events`)).body.data;
  const whenever = { timestamp: expect.stringMatching(TIMESTAMP), received_at: expect.stringMatching(TIMESTAMP) };

  it('[4.3-1] takes a name only', async () => {
    const uid = unique('user');
    expectOk(await track(uid, { event: 'Signed up' }), { status: 'ok' });
    expect(await read(uid)).toEqual([{ event: 'Signed up', value: null, properties: null, ...whenever }]);
  });

  it.each([[49.9], [7], ['pro']])('[4.3-2] takes a name with the value %j', async (value) => {
    const uid = unique('user');
    expectOk(await track(uid, { event: 'Plan changed', value }), { status: 'ok' });
    expect(await read(uid)).toEqual([{ event: 'Plan changed', value, properties: null, ...whenever }]);
  });

  it('[4.3-3] takes a name with properties', async () => {
    const uid = unique('user');
    const properties = { sku: 'A-1', price: 49.9 };
    expectOk(await track(uid, { event: 'Order placed', properties }), { status: 'ok' });
    expect(await read(uid)).toEqual([{ event: 'Order placed', value: null, properties, ...whenever }]);
  });

  it('[4.3-4] keeps the events of each user apart', async () => {
    const [ada, grace] = [unique('ada'), unique('grace')];
    await track(ada, { event: 'Ada was here' });
    await track(grace, { event: 'Grace was here' });
    expect(await read(ada)).toMatchObject([{ event: 'Ada was here' }]);
    expect(await read(grace)).toMatchObject([{ event: 'Grace was here' }]);
  });
});
