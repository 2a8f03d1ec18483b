/**
 * Depends on the snapshots of PostgreSQL.
 * @half both
 * @slow waits until transactions of other databases have ended
 */
import { describe, expect, it } from '@jest/globals';
import { newId } from '@dundun/platform/database';
import { PRO, useSegmentStage } from '../testing-stage.js';

const CAUSES = `
  SELECT cause FROM segment_changes WHERE workspace_id = $1 AND segment_id = $2 AND person_id = $3 ORDER BY xid, id`;

describe('the cause of a change of a segment', () => {
  const subject = useSegmentStage();
  const { run, aPerson, track, current } = subject;
  const create = (name: string, match: object) =>
    subject.all.segments.create(subject.workspaceId, { name, match: match as never });
  const causes = async (segmentId: string, person: string) => {
    const rows = await subject.db.database.query<{ cause: string }>(CAUSES, [subject.workspaceId, segmentId, person]);
    return rows.map(({ cause }) => cause);
  };
  const put = (person: string, meta: object) =>
    run(`UPDATE people SET meta = $3 WHERE workspace_id = $1 AND id = $2`, person, meta);
  /** Writes as a slice of an import does: people, and by which import they came, in one transaction. */
  const imports = (work: () => Promise<string>) =>
    subject.db.database.transaction(async () => {
      const person = await work();
      await run(
        `INSERT INTO imported_people (workspace_id, import_id, person_id) VALUES ($1, $2, $3)`,
        newId(),
        person,
      );
      return person;
    });

  it('is the import that created or updated the person, and a change when the person changes later', async () => {
    const { id } = await create('Pro', PRO);
    const known = await aPerson();
    await current();
    const created = await imports(() => aPerson({ plan: 'pro' }));
    await imports(async () => {
      await put(known, { plan: 'pro' });
      return known;
    });
    await current();
    expect(await causes(id, created)).toEqual(['import']);
    expect(await causes(id, known)).toEqual(['import']);
    await put(known, { plan: 'free' });
    await current();
    await put(known, { plan: 'pro' });
    await current();
    expect(await causes(id, known)).toEqual(['import', 'change', 'change']);
  });

  it('is the import though its people were touched before its entries are followed', async () => {
    const { id } = await create('Pro', PRO);
    await current();
    const person = await imports(() => aPerson({ plan: 'pro' }));
    await run(`DELETE FROM touched_people WHERE workspace_id = $1`);
    await current();
    expect(await causes(id, person)).toEqual(['import']);
  });

  it('is the change when the person does something in the moment of an import', async () => {
    const { id } = await create('Paid', { event: 'Paid' });
    await current();
    const person = await imports(() => aPerson());
    await track(person, 'Paid');
    await current();
    expect(await causes(id, person)).toEqual(['change']);
  });

  it('is the merge that made a person meet the conditions', async () => {
    const { id } = await create('Pro', PRO);
    const person = await aPerson();
    await current();
    await put(person, { plan: 'pro' });
    await run(`INSERT INTO touched_people (workspace_id, person_id) VALUES ($1, $2)`, person);
    await current();
    expect(await causes(id, person)).toEqual(['merge']);
  });

  it('is the change where a segment names one whose people are added by hand', async () => {
    const person = await aPerson();
    const { id: vip } = await subject.all.segments.create(subject.workspaceId, { name: 'VIP', kind: 'manual' });
    const { id: outer } = await create('Outer', { segment: vip });
    await current();
    await subject.all.segments.putPeople(subject.workspaceId, vip, { add: [`u ${person}`] });
    await current();
    expect(await causes(vip, person)).toEqual(['manual']);
    expect(await causes(outer, person)).toEqual(['change']);
    await subject.all.segments.putPeople(subject.workspaceId, vip, { remove: [`u ${person}`] });
    await current();
    expect(await causes(vip, person)).toEqual(['manual', 'manual']);
    expect(await causes(outer, person)).toEqual(['change', 'change']);
  });
});
