import { describe, expect, it } from '@jest/globals';
import { until } from '@dundun/testing';
import { expectOk, expectRefusal, UUID } from './support/answers.js';
import { aList, NOBODY, unique } from './support/fixtures.js';
import { useWorkspace } from './support/product.js';

const PATIENTLY = { ms: 40_000 };

describe('lists of many people', () => {
  const { call } = useWorkspace();

  it('are changed by a job, which is undone once', async () => {
    const [from, to] = [await aList(call), await aList(call)];
    const uids = [unique('user'), unique('user')];
    for (const uid of uids) expectOk(await call(`PUT /v1/users/${uid}`, { body: { lists: [from.id] } }));
    const counted = await call(`GET /console/people/count?list=${from.id}&status=subscribed`);
    expectOk(counted, { count: 2 });
    const done = (id: string) =>
      until('it is done', async () => (await call(`GET /console/bulk-jobs/${id}`)).body.state === 'done', PATIENTLY);
    const body = { list: from.id, add: [to.id], remove: [from.id], consent: 'They moved.' };
    expectRefusal(
      await call('POST /console/people/lists', { body: { ...body, consent: undefined } }),
      400,
      'invalid_input',
    );
    expectRefusal(await call('POST /console/people/lists', { body: { uids } }), 400, 'invalid_input');
    const answer = await call('POST /console/people/lists', { body });
    expect(answer.body).toMatchObject({ id: expect.stringMatching(UUID), state: 'queued', total: 2 });
    await done(answer.body.id);
    const countOf = async ({ id }: { id: string }) => (await call(`GET /v1/lists/${id}`)).body.subscriber_count;
    expect([await countOf(from), await countOf(to)]).toEqual([0, 2]);
    const undone = await call(`POST /console/bulk-jobs/${answer.body.id}/undo`, { body: {} });
    await done(undone.body.id);
    expect([await countOf(from), await countOf(to)]).toEqual([2, 0]);
    expectRefusal(await call(`POST /console/bulk-jobs/${answer.body.id}/undo`, { body: {} }), 409, 'not_undoable');
    expectRefusal(await call(`GET /console/bulk-jobs/${NOBODY}`), 404, 'unknown_job');
  });
});
