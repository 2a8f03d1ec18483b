import { describe, expect, it } from '@jest/globals';
import { until } from '@dundun/testing';
import { expectOk } from './support/answers.js';
import { aList, anAddress, unique } from './support/fixtures.js';
import { useWorkspace } from './support/product.js';

const PATIENTLY = { ms: 60_000 };
const PIECE = { 'Content-Type': 'application/octet-stream' };

describe('an automation that follows a segment or a list', () => {
  const subject = useWorkspace();
  const { call } = subject;
  const aSegment = async (more: object) => {
    const { body } = await call('POST /v1/segments', { body: { name: unique('Segment'), ...more } });
    const isReady = async () => (await call(`GET /v1/segments/${body.id}`)).body.state === 'ready';
    await until('the segment is built', isReady, PATIENTLY);
    return body as { id: string };
  };
  const start = async (trigger: object) => {
    const graph = {
      trigger,
      settings: { reentry: { policy: 'after_end' } },
      first: 'out',
      steps: [{ id: 'out', kind: 'exit' }],
    };
    const { body } = await call('POST /console/automations', { body: { name: unique('Automation'), graph } });
    expectOk(await call(`POST /console/automations/${body.id}/publish`, { body: {} }));
    return body.id as string;
  };
  const entrantsOf = async (automation: string) => {
    const { body } = await call(`GET /console/automations/${automation}/enrolments`);
    return body.data.map(({ uid }: { uid: string }) => uid) as string[];
  };
  const whyNot = async (automation: string, uid: string) => {
    const { body } = await call(`GET /console/automations/${automation}/people/${uid}`);
    return body.checks.find(({ check }: { check: string }) => check === 'trigger') as object;
  };
  const importCsv = async (csv: string, settings: object) => {
    const bytes = Buffer.from(csv);
    const { body } = await call('POST /console/imports', { body: { file_name: 'people.csv', bytes: bytes.length } });
    const path = `/console/imports/${body.id}`;
    expectOk(await call(`PUT ${path}/pieces/0`, { raw: bytes, headers: PIECE }));
    expectOk(await call(`POST ${path}/read`, { body: {} }));
    expectOk(await call(`POST ${path}/check`, { body: settings }));
    const isIn = async (state: string) => (await call(`GET ${path}`)).body.state === state;
    await until('the file is checked', () => isIn('checked'), PATIENTLY);
    expectOk(await call(`POST ${path}/run`, { body: {} }));
    await until('the file is imported', () => isIn('done'), PATIENTLY);
  };

  it('starts for a person who changes, and not for one whom an import brings in', async () => {
    const [plan, imported, changed] = [unique('plan'), unique('user'), unique('user')];
    const match = { attribute: 'plan', type: 'text', is: 'equals', value: plan };
    const { id } = await aSegment({ match });
    const automation = await start({ kind: 'segment', segment: id, change: 'enters' });
    const columns = [{ to: 'uid' }, { to: 'attribute', name: 'plan', type: 'text' }];
    await importCsv(`uid,plan\n${imported},${plan}\n`, { columns });
    // The feed keeps the order, so the import is followed before the change.
    expectOk(await call(`PUT /v1/users/${changed}`, { body: { meta: { plan } } }));
    await until('the change has started it', async () => (await entrantsOf(automation)).includes(changed), PATIENTLY);
    expect(await entrantsOf(automation)).toEqual([changed]);
    expect(await whyNot(automation, imported)).toMatchObject({
      passes: false,
      message: expect.stringMatching(/entered the segment .* through an import: an old fact$/),
    });
    const { body: changes } = await call(`GET /v1/segments/${id}/changes`);
    const causes = changes.data.map(({ uid, cause }: { uid: string; cause: string }) => `${uid} ${cause}`);
    expect(causes.sort()).toEqual([`${changed} change`, `${imported} import`].sort());
  });

  it('starts once for each person who is added to a manual segment by hand', async () => {
    const people = [unique('user'), unique('user')];
    for (const uid of people) expectOk(await call(`PUT /v1/users/${uid}`, { body: {} }));
    const { id } = await aSegment({ kind: 'manual' });
    const automation = await start({ kind: 'segment', segment: id, change: 'enters' });
    const put = async (body: object) => expectOk(await call(`POST /v1/segments/${id}/people`, { body }));
    await put({ add: people.slice(0, 1) });
    await put({ add: people });
    await until('both have entered', async () => (await entrantsOf(automation)).length >= 2, PATIENTLY);
    expect((await entrantsOf(automation)).sort()).toEqual(people.sort());
  });

  it('starts on a list for those who join, and says why not for those whom an import subscribes', async () => {
    const [list, imported] = [(await aList(call, { double_optin: false })).id, unique('user')];
    const automation = await start({ kind: 'list', list, change: 'subscribed' });
    await importCsv(`uid,email\n${imported},${imported}@example.com\n`, {
      columns: [{ to: 'uid' }, { to: 'email' }],
      lists: [list],
      consent: 'They asked for it.',
    });
    const { body: joined } = await call(`POST /v1/lists/${list}/subscribers`, { body: { email: anAddress() } });
    await until('joining has started it', async () => (await entrantsOf(automation)).length > 0, PATIENTLY);
    expect(await entrantsOf(automation)).toEqual([joined.uid]);
    expect(await whyNot(automation, imported)).toMatchObject({
      passes: false,
      message: expect.stringMatching(/subscribed .* through an import: an old fact$/),
    });
  });
});
