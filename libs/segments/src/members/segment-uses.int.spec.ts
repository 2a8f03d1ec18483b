import { describe, expect, it } from '@jest/globals';
import { SegmentInUseError } from '@dundun/domain';
import { v7 } from 'uuid';
import { PRO, useSegmentStage } from '../testing-stage.js';

describe('a segment that something uses', () => {
  const subject = useSegmentStage();
  const { run } = subject;
  const create = (match: object) =>
    subject.all.segments.create(subject.workspaceId, { name: 'Segment', match: match as never });
  const archive = (id: string) => subject.all.segments.archive(subject.workspaceId, id);

  it.each([
    ['segments', 'draft', true],
    ['without_segments', 'scheduled', true],
    ['segments', 'paused', true],
    ['segments', 'canceled', false],
  ])('is archived only if no campaign needs it: in its %s, %s', async (column, state, isNeeded) => {
    const { id } = await create(PRO);
    await run(`INSERT INTO campaigns (workspace_id, id, name, state, ${column}) VALUES ($1, $2, 'Sale', $3, ARRAY[$4::uuid])`, v7(), state, id); // prettier-ignore
    if (isNeeded) await expect(archive(id)).rejects.toThrow('used by the campaign "Sale": change those first');
    else await archive(id);
  });

  it('is archived when the recipients of its campaign are known', async () => {
    const { id } = await create(PRO);
    await run(`INSERT INTO campaigns (workspace_id, id, name, state, segments) VALUES ($1, $2, 'Sale', 'sending', ARRAY[$3::uuid])`, v7(), id); // prettier-ignore
    await expect(archive(id)).rejects.toThrow(SegmentInUseError);
    await run(`UPDATE campaigns SET frozen_at = now() WHERE workspace_id = $1`);
    await archive(id);
  });

  it('is archived only if no automation names it, wherever its graph does', async () => {
    const [trigger, branch, old] = [await create(PRO), await create(PRO), await create(PRO)];
    const automation = v7();
    await run(`INSERT INTO automations (workspace_id, id, name, state, live_version) VALUES ($1, $2, 'Welcome', 'live', 2)`, automation); // prettier-ignore
    const steps = [{ if: { all: [{ segment: branch.id }] } }];
    for (const [version, graph] of [
      [1, { trigger: { kind: 'segment', segment: old.id } }],
      [2, { trigger: { kind: 'segment', segment: trigger.id }, steps }],
    ])
      await run(`INSERT INTO automation_versions (workspace_id, automation_id, version, graph, compiled, hash) VALUES ($1, $2, $3, $4, '{}', '')`, automation, version, graph); // prettier-ignore
    for (const { id } of [trigger, branch])
      await expect(archive(id)).rejects.toThrow('used by the automation "Welcome"');
    await archive(old.id);
    await run(`UPDATE automations SET state = 'stopped' WHERE workspace_id = $1`);
    await archive(branch.id);
  });
});
