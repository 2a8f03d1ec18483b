import { describe, expect, it } from '@jest/globals';
import { until, type Call } from '@dundun/testing';
import { expectOk, expectRefusal, TIMESTAMP, UUID } from './support/answers.js';
import { aList, NOBODY, unique } from './support/fixtures.js';
import { aSession } from './support/members.js';
import { useWorkspace } from './support/product.js';

const PATIENTLY = { ms: 40_000 };

const done = (call: Call, id: string) =>
  until('the file is there', async () => (await call(`GET /console/exports/${id}`)).body.file !== null, PATIENTLY);

describe('exports', () => {
  const subject = useWorkspace();
  const other = useWorkspace();
  const { call } = subject;

  it('are jobs with a file to download', async () => {
    const list = await aList(call);
    const uid = unique('user');
    expectOk(await call(`PUT /v1/users/${uid}`, { body: { first_name: '=1+1', lists: [list.id] } }));
    const answer = await call('POST /console/exports', { body: { what: 'members', filters: { list: list.id } } });
    expectOk(answer);
    expect(answer.body).toMatchObject({
      ...{ id: expect.stringMatching(UUID), what: 'members', list: list.id, list_title: list.title, file: null },
      ...{ progress: { state: 'queued', total: 1 }, expires_at: expect.stringMatching(TIMESTAMP) },
    });
    const { id } = answer.body;
    await done(call, id);
    const file = await call(`GET /console/exports/${id}/file`);
    expect([file.status, file.headers.get('Content-Type')]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(file.headers.get('Content-Disposition')).toMatch(/^attachment; filename="members-\d{4}-\d\d-\d\d\.csv"$/);
    expect(file.text).toMatch(new RegExp(`^id,email,.*\r\n${uid},,,'=1\\+1,,.*,subscribed,.*\r\n$`));
    const { body } = await call(`GET /console/exports/${id}`);
    expect(body).toMatchObject({ bytes: file.text.length, progress: { state: 'done', done: 1 } });
    expect((await call('GET /console/exports')).body.data[0]).toEqual(body);
    expectRefusal(await other.call(`GET /console/exports/${id}/file`), 404, 'unknown_job');
    expect((await other.call('GET /console/exports')).body.data).toEqual([]);
  });

  it('are canceled', async () => {
    const { id } = (await call('POST /console/exports', { body: { what: 'events' } })).body;
    const answer = await call(`POST /console/exports/${id}/cancel`, { body: {} });
    // A worker may have been faster.
    if (answer.status === 200) expect(answer.body).toMatchObject({ id, file: null, progress: { state: 'canceled' } });
    expectRefusal(await call(`POST /console/exports/${id}/cancel`, { body: {} }), 409, 'job_state');
    expectRefusal(await other.call(`POST /console/exports/${id}/cancel`, { body: {} }), 404, 'unknown_job');
  });

  it('are refused with filters that do not apply, and of foreign lists', async () => {
    const refused = async (body: object, status = 400, code = 'invalid_input') =>
      expectRefusal(await call('POST /console/exports', { body }), status, code);
    await refused({ what: 'people', filters: { tag: 'receipt' } });
    await refused({ what: 'members' });
    await refused({ what: 'passwords' });
    await refused({ what: 'members', filters: { list: (await aList(other.call)).id } }, 404, 'unknown_list');
    expectRefusal(await call(`GET /console/exports/${NOBODY}`), 404, 'unknown_job');
  });

  it('are for marketers, and hold what a member who is limited to lists may see', async () => {
    const [own, foreign] = [await aList(call), await aList(call)];
    const [mine, theirs] = [unique('user'), unique('user')];
    for (const [uid, { id }] of [[mine, own] as const, [theirs, foreign] as const])
      expectOk(await call(`PUT /v1/users/${uid}`, { body: { lists: [id] } }));
    const viewer = await aSession(subject.product, 'viewer');
    expectRefusal(await viewer('POST /console/exports', { body: { what: 'people' } }), 403, 'role_needed');
    const limited = await aSession(subject.product, 'marketer', [own.id]);
    expectRefusal(await limited('POST /console/exports', { body: { what: 'events' } }), 403, 'limited_to_lists');
    const asked = { what: 'members', filters: { list: foreign.id } };
    expectRefusal(await limited('POST /console/exports', { body: asked }), 404, 'unknown_list');
    const whole = (await call('POST /console/exports', { body: { what: 'people' } })).body.id;
    expectRefusal(await limited(`GET /console/exports/${whole}`), 404, 'unknown_job');
    const { id } = (await limited('POST /console/exports', { body: { what: 'people' } })).body;
    await done(limited, id);
    const { text } = await limited(`GET /console/exports/${id}/file`);
    expect([text.includes(mine), text.includes(theirs)]).toEqual([true, false]);
    expect(((await limited('GET /console/exports')).body.data as { id: string }[]).map((one) => one.id)).toEqual([id]);
  });
});
