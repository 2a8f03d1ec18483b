import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import type { AskConfirmationsBody } from '@dundun/contracts';
import {
  JobStateError,
  ListArchivedError,
  OptinNeedsSenderError,
  UnknownImportError,
  UnknownListError,
} from '@dundun/domain';
import { Lists, type List } from '@dundun/lists';
import { OutgoingMail } from '@dundun/messaging';
import { Memberships } from '@dundun/subscribers';
import { useDatabase } from '@dundun/testing';
import { v7 } from 'uuid';
import { BulkJobs } from '../jobs/bulk-jobs.repository.js';
import { JobControl } from '../jobs/job-control.service.js';
import { HopelessError } from '../jobs/bulk-job.js';
import { aProcess, anOrigin, aStage, entities, type Stage } from '../testing.js';
import { ListChanges } from './list-changes.service.js';
import { ListConfirmations } from './confirmations.service.js';

const db = useDatabase(entities);
let process: INestApplicationContext;
let stage: Stage;
let list: List;
beforeAll(async () => {
  process = await aProcess(db.config);
});
afterAll(() => process?.close());
beforeEach(async () => {
  stage = await aStage(process);
  list = await stage.list('Asks', true);
});

/** Adds pending members as a bulk change does, which mails nobody. */
async function pending(...uids: string[]): Promise<void> {
  for (const uid of uids)
    await stage.rows(
      `INSERT INTO people (workspace_id, id, uid, uid_updateable, email) VALUES ($1, $2, $3, false, $3 || '@example.com')`,
      v7(),
      uid,
    );
  await stage.of(ListChanges).queue(stage.workspaceId, { uids, add: [list.id], consent: 'At the fair.' }, anOrigin);
  await stage.work();
}

const ask = (body: AskConfirmationsBody = { per_hour: 36_000 }, id = list.id) =>
  stage.of(ListConfirmations).queue(stage.workspaceId, id, body, anOrigin);
const view = () => stage.of(ListConfirmations).view(stage.workspaceId, list.id);
const jobOf = (id: string) => stage.of(BulkJobs).get(stage.workspaceId, id);
const mailed = async () =>
  (
    await stage.rows<{ address: string }>(
      `SELECT recipients->0->>'address' AS address FROM messages WHERE workspace_id = $1 ORDER BY 1`,
    )
  ).map(({ address }) => address.replace('@example.com', ''));
const makeDue = () => stage.rows('UPDATE bulk_jobs SET due_at = now() WHERE workspace_id = $1 AND due_at IS NOT NULL');
const dueIn = async (id: string) =>
  (await stage.rows<{ seconds: number }>('SELECT extract(epoch FROM due_at - now())::float8 AS seconds FROM bulk_jobs WHERE workspace_id = $1 AND id = $2', id))[0]?.seconds ?? null; // prettier-ignore

const withoutSender = async (act: () => Promise<void>) => {
  const sender = jest.spyOn(stage.of(OutgoingMail), 'optinSender').mockResolvedValue(null);
  await act().finally(() => sender.mockRestore());
};

describe('a job that asks for confirmations', () => {
  it('mails each pending member who was not asked before, once', async () => {
    await pending('ada', 'bob');
    await stage.of(Memberships).setSubscribed(stage.caller, list.id, 'bob', true, anOrigin);
    expect(await mailed()).toEqual(['bob']);
    expect(await view()).toEqual({ unasked: 1, per_hour: null, job: null });
    const { id } = await ask();
    await stage.work();
    expect(await mailed()).toEqual(['ada', 'bob']);
    expect(await jobOf(id)).toMatchObject({ state: 'done', total: 1, done: 1, counts: { mailed: 1, not_mailed: 0 } });
    expect(await view()).toMatchObject({ unasked: 0, per_hour: 36_000, job: { id, state: 'done' } });
    await ask();
    await stage.work();
    expect(await mailed()).toEqual(['ada', 'bob']);
    const [entry] = await stage.rows(`SELECT method FROM consents WHERE workspace_id = $1 AND action = 'requested' AND text_shown IS NULL ORDER BY at DESC LIMIT 1`); // prettier-ignore
    expect(entry).toEqual({ method: 'console' });
  });

  it('mails evenly at its rate, and neither a kill nor a pause hastens it', async () => {
    await pending('ada', 'bob', 'carl');
    const { id } = await ask({ per_hour: 60 });
    await stage.work();
    expect((await mailed()).length).toBe(1);
    expect(await dueIn(id)).toBeGreaterThan(50);
    expect(await stage.claim()).toBeUndefined();

    const control = stage.of(JobControl);
    expect(await control.pause(stage.workspaceId, id)).toMatchObject({ state: 'paused' });
    expect(await dueIn(id)).toBeNull();
    await expect(control.pause(stage.workspaceId, id)).rejects.toThrow(JobStateError);
    expect(await control.resume(stage.workspaceId, id)).toMatchObject({ state: 'queued' });
    expect(await dueIn(id)).toBeGreaterThan(50);

    await makeDue();
    const killed = await stage.claim();
    await makeDue();
    await stage.work();
    await expect(stage.runOf(killed as never).run(killed as never, { isOver: () => false, isStopping: () => false })).rejects.toThrow(); // prettier-ignore
    expect((await mailed()).length).toBe(2);
    await makeDue();
    await stage.work();
    expect(await mailed()).toEqual(['ada', 'bob', 'carl']);
    expect(await jobOf(id)).toMatchObject({ state: 'done', done: 3, counts: { mailed: 3 } });
  });

  it('asks only people of an import if one is named', async () => {
    await pending('ada', 'bob');
    const importId = v7();
    await stage.rows(`INSERT INTO imports (workspace_id, id, file_name, bytes) VALUES ($1, $2, 'a.csv', 1)`, importId);
    await stage.rows(`INSERT INTO imported_people (workspace_id, import_id, person_id) SELECT $1, $2, id FROM people WHERE workspace_id = $1 AND uid = 'bob'`, importId); // prettier-ignore
    expect(await ask({ import: importId })).toMatchObject({ total: 1 });
    await stage.work();
    expect(await mailed()).toEqual(['bob']);
    await expect(ask({ import: v7() })).rejects.toThrow(UnknownImportError);
  });

  it('leaves out who is no longer pending, has no address, or was asked too often today', async () => {
    await pending('ada', 'bob', 'carl');
    await stage.rows(`UPDATE people SET email = NULL WHERE workspace_id = $1 AND uid = 'ada'`);
    await stage.rows(`UPDATE workspaces SET mailbox_budget = 1 WHERE id = $1`);
    const other = await stage.list('Other', true);
    await stage.of(Memberships).setSubscribed(stage.caller, other.id, 'carl', true, anOrigin);
    expect(await mailed()).toEqual(['carl']);
    const { id } = await ask();
    await stage.work();
    expect(await mailed()).toEqual(['bob', 'carl']);
    expect(await jobOf(id)).toMatchObject({ state: 'done', done: 2, counts: { mailed: 1, not_mailed: 1 } });
  });

  it('is one at a time for a list, and can be canceled', async () => {
    await pending('ada', 'bob');
    const { id } = await ask({ per_hour: 1 });
    await expect(ask()).rejects.toThrow(JobStateError);
    await stage.work();
    expect(await stage.of(JobControl).cancel(stage.workspaceId, id)).toMatchObject({ state: 'canceled' });
    await expect(stage.of(JobControl).cancel(stage.workspaceId, id)).rejects.toThrow(JobStateError);
    await expect(stage.of(JobControl).resume(stage.workspaceId, id)).rejects.toThrow(JobStateError);
    expect((await mailed()).length).toBe(1);
    expect(await view()).toMatchObject({ unasked: 1, job: { state: 'canceled' } });
    await ask();
    await stage.work();
    expect(await mailed()).toEqual(['ada', 'bob']);
  });

  it('is refused for unknown and archived lists, and ends when its list is archived', async () => {
    await pending('ada');
    await expect(ask({}, v7())).rejects.toThrow(UnknownListError);
    const { id } = await ask();
    await stage.of(Lists).archive(stage.workspaceId, list.id);
    await expect(ask()).rejects.toThrow(ListArchivedError);
    await expect(stage.work()).rejects.toThrow(HopelessError);
    await stage.rows(`UPDATE bulk_jobs SET ended_at = now(), due_at = NULL WHERE workspace_id = $1 AND id = $2`, id);
    expect(await mailed()).toEqual([]);
  });

  it('is refused while the workspace cannot send, and ends when it no longer can', async () => {
    await pending('ada');
    await withoutSender(() => expect(ask()).rejects.toThrow(OptinNeedsSenderError));
    await ask();
    await withoutSender(() => expect(stage.work()).rejects.toThrow(HopelessError));
    expect(await mailed()).toEqual([]);
  });
});
