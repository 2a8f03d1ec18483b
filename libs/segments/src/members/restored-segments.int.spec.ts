import { describe, expect, it } from '@jest/globals';
import { SegmentLacksError, UnknownSegmentError } from '@dundun/domain';
import { SegmentRemains } from '../follow/segment-remains.repository.js';
import { PRO, useSegmentStage } from '../testing-stage.js';

describe('an archived segment', () => {
  const subject = useSegmentStage();
  const { run, aPerson, current, membersOf, expectMembers } = subject;
  const create = async (body: object) =>
    (await subject.all.segments.create(subject.workspaceId, { name: 'Segment', ...body } as never)).id;
  const archive = (id: string) => subject.all.segments.archive(subject.workspaceId, id);
  const restore = (id: string) => subject.all.segments.restore(subject.workspaceId, id);
  const forget = async () => {
    const remains = new SegmentRemains(subject.db.database);
    while (await remains.step());
  };
  const age = (id: string, hours: number) =>
    run(`UPDATE segments SET archived_at = now() - $3 * interval '1 hour' WHERE workspace_id = $1 AND id = $2`, id, hours); // prettier-ignore

  it.each(['manual', 'snapshot'])('comes back with the people it had, if it is a %s', async (kind) => {
    const [person, later] = [await aPerson({ plan: 'pro' }), await aPerson()];
    const id = await create({ kind, ...(kind === 'snapshot' && { match: PRO }) });
    if (kind === 'manual') await subject.all.segments.putPeople(subject.workspaceId, id, { add: [`u ${person}`] });
    await current();
    await archive(id);
    await run(`UPDATE people SET meta = '{"plan": "pro"}' WHERE workspace_id = $1 AND id = $2`, later);
    await forget();
    expect(await restore(id)).toMatchObject({ id, member_count: '1' });
    await current();
    await expectMembers(id, [person]);
  });

  it('is current again after it came back, if it is live', async () => {
    const [person, later] = [await aPerson({ plan: 'pro' }), await aPerson()];
    const id = await create({ match: PRO });
    await current();
    await archive(id);
    await run(`UPDATE people SET meta = '{}' WHERE workspace_id = $1 AND id = $2`, person);
    await run(`UPDATE people SET meta = '{"plan": "pro"}' WHERE workspace_id = $1 AND id = $2`, later);
    await current();
    await restore(id);
    await current();
    await expectMembers(id, [later]);
    const causes = await subject.db.database.query<{ cause: string }>('SELECT DISTINCT cause FROM segment_changes WHERE workspace_id = $1', [subject.workspaceId]); // prettier-ignore
    expect(causes).toEqual([{ cause: 'definition' }]);
  });

  it('goes on with a build that archiving cut short', async () => {
    const person = await aPerson({ plan: 'pro' });
    const id = await create({ kind: 'snapshot', match: PRO });
    await archive(id);
    expect(await restore(id)).toMatchObject({ build_cause: 'definition' });
    await current();
    await expectMembers(id, [person]);
  });

  it('comes back without somebody who was merged away meanwhile', async () => {
    const [person, other] = [await aPerson(), await aPerson()];
    const id = await create({ kind: 'manual' });
    await subject.all.segments.putPeople(subject.workspaceId, id, { add: [`u ${person}`, `u ${other}`] });
    await archive(id);
    await run('DELETE FROM people WHERE workspace_id = $1 AND id = $2', other);
    await run('INSERT INTO touched_people (workspace_id, person_id) VALUES ($1, $2)', other);
    await current();
    expect(await restore(id)).toMatchObject({ member_count: '1' });
    await expectMembers(id, [person]);
  });

  it('keeps its people for a day, after which it is unknown and they are deleted', async () => {
    const person = await aPerson({ plan: 'pro' });
    const id = await create({ match: PRO });
    await current();
    await archive(id);
    await age(id, 24);
    await forget();
    expect(await membersOf(id)).toEqual([person]);
    await expect(restore(id)).rejects.toThrow(UnknownSegmentError);
    await age(id, 26);
    await forget();
    expect(await membersOf(id)).toEqual([]);
  });

  it('does not come back while it names a segment that is archived', async () => {
    const inner = await create({ match: PRO });
    const outer = await create({ match: { segment: inner } });
    for (const id of [outer, inner]) await archive(id);
    await expect(restore(outer)).rejects.toThrow(SegmentLacksError);
    for (const id of [inner, outer]) await restore(id);
    await expect(archive(inner)).rejects.toThrow('used by the segment');
  });
});
