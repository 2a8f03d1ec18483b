import { describe, expect, it } from '@jest/globals';
import { InvalidInputError, SegmentBeingCopiedError, SegmentInUseError } from '@dundun/domain';
import { v7 } from 'uuid';
import { PRO, useSegmentStage } from '../testing-stage.js';

describe('a manual segment with the people of another', () => {
  const subject = useSegmentStage();
  const { run, aPerson, current, expectMembers } = subject;
  const create = (more: object) =>
    subject.all.segments.create(subject.workspaceId, { name: 'VIP', kind: 'manual', ...more });
  /** A segment with this many people, and some who are in none. */
  const filled = async (count: number) => {
    const { id } = await create({});
    const people: string[] = [];
    for (let at = 0; at < count; at++) people.push(await aPerson());
    await aPerson();
    const add = people.map((person) => `u ${person}`);
    await subject.all.segments.putPeople(subject.workspaceId, id, { add });
    return { id, people, add };
  };

  it('is built from them, keeps its own from then on, and announces none of them', async () => {
    const { id, people, add } = await filled(3);
    await create({ name: 'Outer', kind: 'live', match: { segment: id } });
    await current();
    const copy = await create({ people_of: id.toUpperCase(), announces: true });
    expect(copy).toMatchObject({ copy_of: id, build_cause: 'definition', due_at: expect.any(Date) });
    await current();
    await expectMembers(copy.id, people);
    expect(await subject.all.segments.get(subject.workspaceId, copy.id)).toMatchObject({
      ...{ kind: 'manual', tree: null, copy_of: null, due_at: null, member_count: '3', error: null },
    });
    const announced = await subject.db.database.query(`SELECT FROM feed_entries WHERE workspace_id = $1 AND type LIKE 'segment.%'`, [subject.workspaceId]); // prettier-ignore
    expect(announced).toEqual([]);
    await subject.all.segments.putPeople(subject.workspaceId, id, { remove: [add[0] as string] });
    await subject.all.segments.putPeople(subject.workspaceId, copy.id, { remove: [add[1] as string] });
    await current();
    await expectMembers(id, people.slice(1));
    await expectMembers(copy.id, [people[0] as string, people[2] as string]);
  });

  it('is left alone until it is complete, and keeps the other from being archived', async () => {
    const { id, people, add } = await filled(1);
    await current();
    const copy = await create({ people_of: id });
    const { segments } = subject.all;
    await expect(segments.putPeople(subject.workspaceId, copy.id, { remove: add })).rejects.toThrow(SegmentBeingCopiedError); // prettier-ignore
    await expect(create({ people_of: copy.id })).rejects.toThrow(SegmentBeingCopiedError);
    await expect(segments.archive(subject.workspaceId, id)).rejects.toThrow(SegmentInUseError);
    await current();
    await segments.archive(subject.workspaceId, id);
    await current();
    await expectMembers(copy.id, people);
  });

  it('is refused for what has no people of its own', async () => {
    const live = await create({ kind: 'live', match: PRO });
    const refused = (more: object) => expect(create(more)).rejects.toThrow(InvalidInputError);
    for (const people_of of [live.id, v7(), 'nobody']) await refused({ people_of });
    const { id } = await filled(1);
    await refused({ people_of: id, kind: 'live', match: PRO });
    await run(`UPDATE segments SET archived_at = now() WHERE workspace_id = $1 AND id = $2`, id);
    await refused({ people_of: id });
    const [row] = await subject.db.database.query<{ count: number }>('SELECT count(*)::int AS count FROM segments WHERE workspace_id = $1', [subject.workspaceId]); // prettier-ignore
    expect(row?.count).toBe(2);
  });
});
