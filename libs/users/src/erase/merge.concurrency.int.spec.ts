import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { UnknownPersonError } from '@dundun/domain';
import { Events } from '@dundun/events';
import { Memberships } from '@dundun/subscribers';
import { useDatabase } from '@dundun/testing';
import { repetitions } from '@dundun/testing/repetitions';
import { EraseRun } from './erase-run.service.js';
import { EraseUsers } from './erase.service.js';
import { MergeRun } from '../merge/merge-run.service.js';
import { MergeUsers } from '../merge/merge.service.js';
import { anOrigin, aProcess, aStage, entities, NO_HURRY, type Stage } from '../testing-jobs.js';
import { UserJobRunsModule } from '../user-job-runs.module.js';
import { Users } from '../api/users.service.js';

const db = useDatabase(entities);
let worker: INestApplicationContext;
let api: INestApplicationContext;

beforeAll(async () => {
  worker = await aProcess(db.config, UserJobRunsModule);
  api = await aProcess(db.config, UserJobRunsModule);
});
afterAll(() => Promise.all([worker?.close(), api?.close()]));

const ROUNDS = repetitions(4, 60);
const EVENTS = 30;

/** Runs all waiting jobs with their later sweeps. */
async function workOff(stage: Stage, wake = false): Promise<void> {
  if (wake)
    await stage.rows(
      `UPDATE user_jobs SET due_at = now() - interval '1 second' WHERE workspace_id = $1 AND due_at IS NOT NULL`,
    );
  for (let job = await stage.claim(); job; job = await stage.claim()) {
    await worker.get(job.kind === 'merge' ? MergeRun : EraseRun, { strict: false }).run(job, NO_HURRY);
  }
}

describe('concurrent with a merge', () => {
  it('calls for either person in another process lose nothing', async () => {
    const stage = await aStage(worker);
    const { workspaceId, caller } = stage;
    const [joined, put, left] = [await stage.list('Joined'), await stage.list('Put'), await stage.list('Left')];
    const of = { events: api.get(Events, { strict: false }), memberships: api.get(Memberships, { strict: false }) };
    const users = api.get(Users, { strict: false });
    for (let round = 0; round < ROUNDS; round++) {
      const [source, destination] = [`s${round}`, `d${round}`];
      const email = `s${round}@example.com`;
      await stage.person({ uid: source, email });
      await stage.person({ uid: destination, number: `23400000${100 + round}` });
      await stage.of(MergeUsers).queue(caller, { source, destination }, anOrigin);
      const scope = { workspaceId, level: 'full' as const, evidence: { method: 'api' as const } };
      await Promise.all([
        workOff(stage),
        ...Array.from({ length: EVENTS }, (_, index) => of.events.track(workspaceId, source, { event: `e${index}` })),
        of.memberships.join(caller, joined.id, { email, first_name: 'Ada' }, anOrigin),
        of.memberships.setSubscribed(caller, put.id, source, true, anOrigin),
        of.memberships.setSubscribed(caller, left.id, source, false, anOrigin),
        users.write(scope, source, { meta: { by: 'source' } }),
        users.write(scope, destination, { lastName: 'L', lists: [joined.id] }),
      ]);
    }
    await workOff(stage, true);
    for (let round = 0; round < ROUNDS; round++) {
      const id = await stage.idOf(`d${round}`);
      expect(await stage.idOf(`s${round}`)).toBe(id);
      expect(await stage.standings(`d${round}`)).toEqual({
        Joined: 'subscribed',
        Put: 'subscribed',
        Left: 'unsubscribed',
      });
      expect((await stage.events(id as string)).sort()).toEqual(
        Array.from({ length: EVENTS }, (_, index) => `e${index}`).sort(),
      );
      const [person] = await stage.rows('SELECT * FROM people WHERE workspace_id = $1 AND id = $2', id);
      expect(person).toMatchObject({
        email: `s${round}@example.com`,
        last_name: 'L',
        first_name: 'Ada',
        meta: { by: 'source' },
      });
    }
    expect(await stage.faults()).toEqual([]);
    expect(await stage.rows(`SELECT DISTINCT state, error FROM user_jobs WHERE workspace_id = $1`)).toEqual([
      { state: 'done', error: null },
    ]);
  }, 300_000);

  it('erasures and joins do not deadlock, and counters stay exact', async () => {
    const stage = await aStage(worker);
    const { workspaceId, caller } = stage;
    const list = await stage.list('News');
    const memberships = api.get(Memberships, { strict: false });
    const gone = (error: unknown) => {
      if (!(error instanceof UnknownPersonError)) throw error;
    };
    for (let round = 0; round < ROUNDS; round++) {
      const [one, two, email] = [`a${round}`, `b${round}`, `x${round}@example.com`];
      await stage.person({ uid: one, email });
      await stage.person({ uid: two, email });
      await stage.of(MergeUsers).queue(caller, { source: one, destination: two }, anOrigin);
      await stage.of(MergeUsers).queue(caller, { source: two, destination: one }, anOrigin);
      await Promise.all([
        workOff(stage),
        ...[1, 2, 3].map(() => memberships.join(caller, list.id, { email }, anOrigin)),
        memberships.setSubscribed(caller, list.id, one, round % 2 === 0, anOrigin).catch(gone),
        api
          .get(EraseUsers, { strict: false })
          .erase(workspaceId, round % 3 === 0 ? one : two, 'req')
          .catch(gone),
        memberships.join(caller, list.id, { email }, anOrigin),
      ]);
    }
    await workOff(stage);
    await workOff(stage, true);
    expect(await stage.faults()).toEqual([]);
  }, 300_000);
});
