import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CampaignNotReadyError } from '@dundun/domain';
import { aWorkspace, useDatabase } from '@dundun/testing';
import { v7 } from 'uuid';
import { audienceOf } from './testing-audience.js';
import { aProcess, type Process } from './testing.js';

describe('a campaign that halts', () => {
  const db = useDatabase();
  let workspaceId: number;
  let all: Process;

  beforeAll(async () => {
    all = await aProcess(db.config);
  });
  beforeEach(async () => {
    workspaceId = await aWorkspace(db.database);
  });
  afterAll(() => all.close());

  const { run, aList, aSegment, aMember } = audienceOf(
    () => db.database,
    () => workspaceId,
  );
  const campaign = async (id: string) => (await all.repository.find(workspaceId, id))!;
  const state = async (id: string) => {
    const { state: now, halt } = await campaign(id);
    return [now, halt?.code ?? null];
  };
  const end = (id: string, status: string, count: number) =>
    run(
      `INSERT INTO message_group_counts AS c (workspace_id, group_id, status, slot, count) VALUES ($1, $2, $3, 0, $4)
       ON CONFLICT (workspace_id, group_id, status, slot) DO UPDATE SET count = c.count + excluded.count`,
      id,
      status,
      count,
    );
  const round = async (id: string) => {
    await run('UPDATE campaigns SET due_at = now() WHERE workspace_id = $1 AND id = $2 AND due_at IS NOT NULL', id);
    return all.feeder.round(workspaceId, id);
  };
  const mails = () =>
    db.database.query<{ subject: string; to: string }>(
      `SELECT content->>'subject' AS subject, recipients->0->>'address' AS to FROM messages
       WHERE workspace_id = $1 AND group_id IS NULL ORDER BY 2`,
      [workspaceId],
    );
  const anOwner = (email: string, role = 'owner') =>
    run(
      `WITH login AS (INSERT INTO logins (id, email, password_hash) VALUES (gen_random_uuid(), $2, 'x') RETURNING id)
       INSERT INTO members (workspace_id, id, email, name, role, login_id) SELECT $1, gen_random_uuid(), $2, 'O', $3, id FROM login`,
      email,
      role,
    );

  it('does so when the provider refuses a fifth, tells the owners, and goes on when somebody says so', async () => {
    const list = await aList();
    for (let index = 0; index < 3; index++) await aMember(list, `reader-${index}@example.com`);
    const [boss, other] = [`boss-${v7()}@example.org`, `viewer-${v7()}@example.org`];
    await anOwner(boss);
    await anOwner(other, 'viewer');
    const id = await all.started(workspaceId, { name: 'Sale <b>', lists: [list], per_minute: 1 });
    await all.freezeAll(workspaceId, id);
    await round(id);
    await end(id, 'sent', 80);
    await round(id);
    expect(await state(id)).toEqual(['sending', null]);
    await end(id, 'failed', 20);
    await round(id);
    expect(await state(id)).toEqual(['halted', 'refusals']);
    expect(await all.groups.stateOf(workspaceId, id)).toBe('paused');
    expect((await campaign(id)).due_at ?? null).toBeNull();
    expect(await mails()).toEqual([{ subject: 'Campaign halted: Sale <b>', to: boss }]);
    await round(id);
    expect(await mails()).toHaveLength(1);

    await all.control.resume(workspaceId, id);
    expect(await all.groups.stateOf(workspaceId, id)).toBe('open');
    await all.freezeAll(workspaceId, id);
    await round(id);
    expect(await state(id)).toEqual(['sending', null]);
    await end(id, 'failed', 50);
    await round(id);
    expect(await state(id)).toEqual(['halted', 'refusals']);
    expect((await all.control.cancel(workspaceId, id)).state).toBe('canceled');
  });

  it('counts bounces and complaints of the whole campaign', async () => {
    const list = await aList();
    await aMember(list, 'reader@example.com');
    for (const [code, status, count] of [
      ['bounces', 'bounced', 51],
      ['complaints', 'complained', 2],
    ] as const) {
      const id = await all.started(workspaceId, { lists: [list], per_minute: 1 });
      await all.freezeAll(workspaceId, id);
      await end(id, 'sent', 949);
      await round(id);
      await end(id, status, count);
      await round(id);
      expect(await state(id)).toEqual(['halted', code]);
    }
  });

  it('leaves nobody with a message if its time has come and something is not as it was confirmed', async () => {
    const [list, other] = [await aList(), await aList()];
    const segment = await aSegment(await aMember(list, 'reader@example.com'));
    const due = (over: object) => all.started(workspaceId, { lists: [list], ...over });

    const archived = await due({ lists: [list, other] });
    await run('UPDATE lists SET archived_at = now() WHERE workspace_id = $1 AND id = $2', other);
    await all.freezeAll(workspaceId, archived);
    expect(await state(archived)).toEqual(['halted', 'list_archived']);

    const edited = await due({ segments: [segment] });
    await run(
      `INSERT INTO segment_versions (workspace_id, segment_id, version, created_at) VALUES ($1, $2, 2, now() + interval '1 ms')`,
      segment,
    );
    await all.freezeAll(workspaceId, edited);
    expect(await state(edited)).toEqual(['halted', 'segment_changed']);

    const late = await due({});
    await run(`UPDATE campaigns SET start_at = now() - interval '7 hours' WHERE workspace_id = $1 AND id = $2`, late);
    await all.freezeAll(workspaceId, late);
    expect(await state(late)).toEqual(['halted', 'late']);
    expect((await campaign(late)).halt?.message).toBe('it would start 7 hours after its time');

    for (const id of [archived, edited, late]) {
      expect((await all.counts.of({ workspace_id: workspaceId, id })).matched).toBe(0);
      expect((await all.control.resume(workspaceId, id)).state).toBe('freezing');
      await all.freezeAll(workspaceId, id);
      expect(await state(id)).toEqual(['sending', null]);
    }
  });

  it('waits for its sender to be mended, and can be taken back', async () => {
    const list = await aList();
    await aMember(list, 'reader@example.com');
    const id = await all.started(workspaceId, { lists: [list] });
    const sender = { name: 'Ada', email: 'ada@lost.example', reply_to: null, integration_id: null };
    await run('UPDATE campaigns SET sender = $3 WHERE workspace_id = $1 AND id = $2', id, JSON.stringify(sender));
    await all.freezeAll(workspaceId, id);
    expect(await state(id)).toEqual(['halted', 'domain_not_connected']);
    await expect(all.control.resume(workspaceId, id)).rejects.toThrow(CampaignNotReadyError);
    expect(await state(id)).toEqual(['halted', 'domain_not_connected']);
    expect(await all.control.undo(workspaceId, id)).toMatchObject({ state: 'draft', halt: null });
  });

  it('sends again after a pause that was taken back', async () => {
    const list = await aList();
    await aMember(list, 'reader@example.com');
    const id = await all.started(workspaceId, { lists: [list] });
    await all.freezeAll(workspaceId, id);
    await all.control.pause(workspaceId, id);
    await all.control.undo(workspaceId, id);
    expect(await all.groups.stateOf(workspaceId, id)).toBe('open');
  });
});
