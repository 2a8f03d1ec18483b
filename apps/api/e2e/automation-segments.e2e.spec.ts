import { describe, expect, it } from '@jest/globals';
import { until } from '@dundun/testing';
import { expectOk } from './support/answers.js';
import { unique } from './support/fixtures.js';
import { useWorkspace } from './support/product.js';

const PATIENTLY = { ms: 60_000 };
const PIECE = { 'Content-Type': 'application/octet-stream' };

describe('an automation that begins when somebody enters a segment', () => {
  const subject = useWorkspace();
  const { call } = subject;
  const aSegment = async (more: object) => {
    const { body } = await call('POST /v1/segments', { body: { name: unique('Segment'), ...more } });
    const isReady = async () => (await call(`GET /v1/segments/${body.id}`)).body.state === 'ready';
    await until('the segment is built', isReady, PATIENTLY);
    return body as { id: string };
  };
  const follow = async (segment: string) => {
    const graph = {
      trigger: { kind: 'segment', segment, change: 'enters' },
      settings: { reentry: { policy: 'after_end' } },
      first: 'out',
      steps: [{ id: 'out', kind: 'exit' }],
    };
    const { body } = await call('POST /console/automations', { body: { name: unique('Automation'), graph } });
    expectOk(await call(`POST /console/automations/${body.id}/publish`, { body: {} }));
    return async () => {
      const { body: runs } = await call(`GET /console/automations/${body.id}/enrolments`);
      return runs.data.map(({ uid }: { uid: string }) => uid) as string[];
    };
  };
  const importCsv = async (csv: string, columns: object[]) => {
    const bytes = Buffer.from(csv);
    const { body } = await call('POST /console/imports', { body: { file_name: 'people.csv', bytes: bytes.length } });
    const path = `/console/imports/${body.id}`;
    expectOk(await call(`PUT ${path}/pieces/0`, { raw: bytes, headers: PIECE }));
    expectOk(await call(`POST ${path}/read`, { body: {} }));
    expectOk(await call(`POST ${path}/check`, { body: { columns } }));
    const isIn = async (state: string) => (await call(`GET ${path}`)).body.state === state;
    await until('the file is checked', () => isIn('checked'), PATIENTLY);
    expectOk(await call(`POST ${path}/run`, { body: {} }));
    await until('the file is imported', () => isIn('done'), PATIENTLY);
  };

  it('starts for a person who changes, and not for one whom an import brings in', async () => {
    const [plan, imported, changed] = [unique('plan'), unique('user'), unique('user')];
    const match = { attribute: 'plan', type: 'text', is: 'equals', value: plan };
    const { id } = await aSegment({ match });
    const entrants = await follow(id);
    await importCsv(`uid,plan\n${imported},${plan}\n`, [
      { to: 'uid' },
      { to: 'attribute', name: 'plan', type: 'text' },
    ]);
    // The feed keeps the order, so the import is followed before the change.
    expectOk(await call(`PUT /v1/users/${changed}`, { body: { meta: { plan } } }));
    await until('the change has started it', async () => (await entrants()).includes(changed), PATIENTLY);
    expect(await entrants()).toEqual([changed]);
    const { body: changes } = await call(`GET /v1/segments/${id}/changes`);
    const causes = changes.data.map(({ uid, cause }: { uid: string; cause: string }) => `${uid} ${cause}`);
    expect(causes.sort()).toEqual([`${changed} change`, `${imported} import`].sort());
  });

  it('starts once for each person who is added to a manual segment by hand', async () => {
    const people = [unique('user'), unique('user')];
    for (const uid of people) expectOk(await call(`PUT /v1/users/${uid}`, { body: {} }));
    const { id } = await aSegment({ kind: 'manual' });
    const entrants = await follow(id);
    const put = async (body: object) => expectOk(await call(`POST /v1/segments/${id}/people`, { body }));
    await put({ add: people.slice(0, 1) });
    await put({ add: people });
    await until('both have entered', async () => (await entrants()).length >= 2, PATIENTLY);
    expect((await entrants()).sort()).toEqual(people.sort());
  });
});
