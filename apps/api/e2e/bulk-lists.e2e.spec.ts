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
    expectOk(await call(`PUT /v1/users/${uids[0]}`, { body: { meta: { shade: 'teal' } } }));
    const match = JSON.stringify({ attribute: 'shade', type: 'text', is: 'equals', value: 'teal' });
    const matching = `GET /console/people/count?list=${from.id}&match=${encodeURIComponent(match)}`;
    expectOk(await call(matching), { count: 1 });
    expectRefusal(await call('GET /console/people/count?match=%7B'), 400, 'invalid_input');
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

  it('mail nobody until a job asks for confirmations, which is paused, resumed and canceled', async () => {
    const list = await aList(call, { double_optin: true });
    const uids = [unique('user'), unique('user'), unique('user')];
    for (const uid of uids)
      expectOk(await call(`PUT /v1/users/${uid}`, { body: { email: `${uid.toLowerCase()}@example.com` } }));
    const change = await call('POST /console/people/lists', {
      body: { uids, add: [list.id], consent: 'At the fair.' },
    });
    const stateOf = async (id: string) => (await call(`GET /console/bulk-jobs/${id}`)).body.state as string;
    await until('they are on the list', async () => (await stateOf(change.body.id)) === 'done', PATIENTLY);
    const path = `/console/lists/${list.id}/confirmations`;
    expectOk(await call(`GET ${path}`), { unasked: 3, per_hour: null, job: null });
    expectRefusal(await call(`POST ${path}`, { body: { per_hour: 0 } }), 400, 'invalid_input');
    expectRefusal(await call(`POST ${path}`, { body: { import: NOBODY } }), 404, 'unknown_import');
    expectRefusal(await call(`POST /console/lists/${NOBODY}/confirmations`, { body: {} }), 404, 'unknown_list');

    const { body: job } = await call(`POST ${path}`, { body: { per_hour: 2 } });
    expect(job).toMatchObject({ id: expect.stringMatching(UUID), state: 'queued', total: 3, done: 0 });
    expectRefusal(await call(`POST ${path}`, { body: {} }), 409, 'job_state');
    const progress = async () => (await call(`GET ${path}`)).body.job;
    await until('the first is mailed', async () => (await progress()).counts.mailed === 1, PATIENTLY);
    const mails = async () =>
      (await Promise.all(uids.map((uid) => call(`GET /v1/messages?uid=${uid}`)))).flatMap(({ body }) => body.data);
    expect(await mails()).toHaveLength(1);
    const control = (verb: string) => call(`POST /console/bulk-jobs/${job.id}/${verb}`, { body: {} });
    expect((await control('pause')).body).toMatchObject({ state: 'paused', ended_at: null });
    expectRefusal(await control('pause'), 409, 'job_state');
    expect((await control('resume')).body).toMatchObject({ state: 'queued' });
    expect((await control('cancel')).body).toMatchObject({ state: 'canceled', done: 1 });
    expectRefusal(await control('resume'), 409, 'job_state');
    expectOk(await call(`GET ${path}`), {
      unasked: 2,
      per_hour: 2,
      job: expect.objectContaining({ state: 'canceled' }),
    });
    expect(await mails()).toHaveLength(1);
  });
});
