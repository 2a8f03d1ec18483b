import { describe, expect, it } from '@jest/globals';
import { expectOk } from './support/answers.js';
import { aList, anAddress, aNumber, aSubscriber, unique } from './support/fixtures.js';
import { useWorkspace } from './support/product.js';

describe('a person who joined and was tracked under an own uid', () => {
  const { call } = useWorkspace();
  const at = (uid: string) => `/v1/users/${encodeURIComponent(uid)}`;
  const update = (uid: string, body: object, as: 'full' | 'key' = 'full') => call(`PUT ${at(uid)}`, { body, as });
  const read = async (uid: string) => (await call(`GET ${at(uid)}`)).body;

  it('[W5-29] folds a person of a join into the known uid of the call that names the email or number', async () => {
    const { id: list } = await aList(call);
    for (const said of [{ email: anAddress() }, { number: aNumber() }]) {
      const made = await aSubscriber(call, list, { ...said, first_name: 'Ada', meta: { plan: 'free', seats: 2 } });
      const uid = unique('user');
      await call(`POST /v1/users/${made}/events`, { body: { event: 'Joined' } });
      await call(`POST /v1/users/${uid}/events`, { body: { event: 'Seen' } });
      expectOk(await update(uid, said, 'key'));
      expect(await read(made)).toMatchObject({ uid: made, ...said });
      const answer = await update(uid, { ...said, meta: { plan: 'pro' } });
      expectOk(answer);
      expect(answer.body).toMatchObject({
        ...{ uid, uid_updateable: false, first_name: 'Ada', ...said },
        meta: { plan: 'pro', seats: 2 },
        lists: [{ id: list, subscribed: true }],
      });
      expect(answer.headers.get('Dundun-Notice')).toBeNull();
      const events = (await call(`GET ${at(uid)}/events`)).body.data as { event: string }[];
      expect(events.map(({ event }) => event).sort()).toEqual(['Joined', 'Seen']);
      const consents = (await call(`GET /console/people/${encodeURIComponent(uid)}/consents`)).body.data;
      expect(consents).toMatchObject([{ action: 'subscribed', method: 'api' }]);
      expect(await read(made)).toEqual(await read(uid));
    }
  });
});
