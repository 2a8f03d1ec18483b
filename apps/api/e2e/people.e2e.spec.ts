import { describe, expect, it } from '@jest/globals';
import { expectOk, expectRefusal, TIMESTAMP } from './support/answers.js';
import { aList, anAddress, aNumber, aSubscriber, NOBODY, unique } from './support/fixtures.js';
import { useWorkspace } from './support/product.js';

describe('the people of a workspace in the console', () => {
  const subject = useWorkspace();
  const { call } = subject;
  const people = async (query = '') => {
    const answer = await call(`GET /console/people${query}`);
    expectOk(answer);
    return answer.body as { data: { uid: string }[]; next_cursor: string | null; previous_cursor: string | null };
  };
  const uids = async (query: string) => (await people(query)).data.map(({ uid }) => uid);

  it('has a row for each person', async () => {
    const [uid, email, number] = [unique('u'), anAddress(), aNumber()];
    const list = await aList(call);
    const body = { first_name: 'Ada', last_name: 'Lovelace', email, number, lists: [list.id] };
    expectOk(await call(`PUT /v1/users/${uid}`, { body }));
    expectOk(await call(`POST /v1/users/${uid}/events`, { body: { event: 'Seen' } }));
    expect((await people(`?search=${uid}`)).data).toEqual([
      {
        ...{
          uid,
          email,
          number,
          first_name: 'Ada',
          last_name: 'Lovelace',
          is_account: false,
          archived: false,
          lists: 1,
        },
        ...{ status: null, joined_at: null },
        last_seen_at: expect.stringMatching(TIMESTAMP),
        created_at: expect.stringMatching(TIMESTAMP),
      },
    ]);
    for (const search of ['velac', email, email.toUpperCase(), `+${number}`, `ada ${uid}`])
      expect(await uids(`?search=${encodeURIComponent(search)}`)).toEqual([uid]);
    expect((await people(`?list=${list.id}`)).data).toMatchObject([{ uid, status: 'subscribed', joined_at: expect.stringMatching(TIMESTAMP) }]); // prettier-ignore
    expect(await uids(`?list=${list.id}&status=pending`)).toEqual([]);
  });

  it('follows changes of a name, merges and erasures', async () => {
    const [uid, other, name] = [unique('u'), unique('u'), unique('Zo')];
    expectOk(await call(`PUT /v1/users/${uid}`, { body: { first_name: 'Nobody' } }));
    expectOk(await call(`PUT /v1/users/${uid}`, { body: { first_name: name } }));
    expect(await uids(`?search=${name.slice(1)}`)).toEqual([uid]);
    expectOk(await call(`PUT /v1/users/${other}`, { body: { first_name: name } }));
    expect(await uids(`?search=${name.slice(1)}`)).toEqual([other, uid]);
    expectOk(await call(`DELETE /v1/users/${other}`));
    expect(await uids(`?search=${name.slice(1)}`)).toEqual([uid]);
  });

  it('pages through a search, and through all', async () => {
    const [list, name] = [await aList(call), unique('p')];
    const made: string[] = [];
    for (let index = 0; index < 5; index++)
      made.unshift(await aSubscriber(call, list.id, { email: `${name}-${index}@example.com` }));
    for (const query of [`?search=${name}`, `?list=${list.id}`, '?']) {
      const first = await people(`${query}&limit=2`);
      const second = await people(`${query}&limit=2&next_cursor=${first.next_cursor}`);
      expect([...first.data, ...second.data].map(({ uid }) => uid)).toEqual(made.slice(0, 4));
      const back = await people(`${query}&limit=2&previous_cursor=${second.previous_cursor}`);
      expect(back.data).toEqual(first.data);
    }
  });

  it('refuses unknown lists, a status without a list, and cursors of other searches', async () => {
    expectRefusal(await call(`GET /console/people?list=${NOBODY}`), 404, 'unknown_list');
    expectRefusal(await call('GET /console/people?list=x'), 404, 'unknown_list');
    expectRefusal(await call('GET /console/people?status=pending'), 400, 'invalid_input', /together with list/);
    const list = await aList(call);
    for (let index = 0; index < 2; index++) await aSubscriber(call, list.id, { email: anAddress() });
    const { next_cursor } = await people(`?list=${list.id}&limit=1`);
    expectRefusal(await call(`GET /console/people?next_cursor=${next_cursor}`), 400, 'tampered_cursor');
    for (const search of ['%00', '%F0%9F%A6%84', "'%22%5C%25_", 'a'.repeat(255)])
      expect([200, 400]).toContain((await call(`GET /console/people?search=${search}`)).status);
    expectRefusal(await call(`GET /console/people?search=${'a'.repeat(256)}`), 400, 'invalid_input');
  });
});
