import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { compileAutomation, readAutomationGraph } from '@dundun/domain';
import { EventPartitions } from '@dundun/events';
import { createLogger } from '@dundun/platform/config';
import { newId } from '@dundun/platform/database';
import { aWorkspace, useDatabase } from '@dundun/testing';
import { RunCounts } from '../runs/run-counts.repository.js';
import { DueEnrolments } from '../runs/due-enrolments.repository.js';
import { DryRuns } from './dry-runs.service.js';
import { Past } from './past.repository.js';

const SEGMENT = newId();
const out = { id: 'out', kind: 'exit' };
const PRO = { attribute: 'plan', type: 'text', is: 'equals', value: 'pro' };
const GRAPH = {
  trigger: { kind: 'event', event: 'Started', key: 'order' },
  settings: { reentry: { policy: 'each_key' }, exit_when: SEGMENT },
  first: 'wait',
  steps: [
    { id: 'wait', kind: 'wait', wake: [{ event: 'Ordered', same: { property: 'order', entry: 'order' }, next: 'out' }], timeout: { days: 2 }, else: 'who' }, // prettier-ignore
    { id: 'who', kind: 'branch', branches: [{ match: PRO, next: 'note' }], else: 'out' },
    { id: 'note', kind: 'update', changes: [{ set: 'late', to: true }], next: 'out' },
    out,
  ],
};

describe('a dry run', () => {
  const db = useDatabase();
  let workspaceId: number;
  beforeAll(() => new EventPartitions(db.database, createLogger('test', 'silent')).ensure());
  beforeEach(async () => void (workspaceId = await aWorkspace(db.database)));

  const rows = <T extends Record<string, unknown>>(statement: string, ...values: unknown[]) =>
    db.database.query<T>(statement, [workspaceId, ...values]);
  const aPerson = async (meta = {}) => {
    const id = newId();
    await rows('INSERT INTO people (workspace_id, id, uid, uid_updateable, meta) VALUES ($1, $2, $3, false, $4)', id, `u ${id}`, meta); // prettier-ignore
    return id;
  };
  const happened = (person: string, name: string, hoursAgo: number, order = 'o1') =>
    rows(`INSERT INTO events (workspace_id, id, person_id, name, properties, received_at) VALUES ($1, $2, $3, $4, $5, now() - make_interval(hours => $6))`, newId(), person, name, { order }, hoursAgo); // prettier-ignore
  const entered = (person: string, hoursAgo: number, cause = 'change') =>
    rows(`INSERT INTO segment_changes (workspace_id, segment_id, person_id, entered, cause, at) VALUES ($1, $2, $3, true, $4, now() - make_interval(hours => $5))`, SEGMENT, person, cause, hoursAgo); // prettier-ignore
  const dryRuns = () => {
    const trees = {
      plan: () => Promise.resolve({}),
      among: async (_plan: unknown, people: readonly string[]) => {
        const found = await rows<{ id: string }>(`SELECT id FROM people WHERE workspace_id = $1 AND id = ANY($2::uuid[]) AND meta->>'plan' = 'pro'`, people); // prettier-ignore
        return new Set(found.map(({ id }) => id));
      },
    };
    const checks = {
      check: (_workspaceId: number, draft: unknown) => {
        const graph = readAutomationGraph(draft);
        const known = { lists: new Set<string>(), segments: new Set([SEGMENT]), templates: new Map(), attributes: new Set(['plan']) }; // prettier-ignore
        const { version, faults } = compileAutomation(graph, known);
        return Promise.resolve({ compiled: version, problems: faults });
      },
    };
    const { database } = db;
    return new DryRuns(checks as never, new Past(database), new DueEnrolments(database, new RunCounts(database)), trees as never); // prettier-ignore
  };
  const dryRun = (draft: object, { days = 30, sample = 100 } = {}, runs = dryRuns()) =>
    runs.run({ workspace_id: workspaceId, id: newId(), draft } as never, { days, sample });
  const exactly = (count: number) => ({ least: count, most: count });

  it('goes through the events of the days, and stores nothing', async () => {
    const [orders, late, pro, keyless, exits, before] = [await aPerson(), await aPerson(), await aPerson({ plan: 'pro' }), await aPerson(), await aPerson(), await aPerson()]; // prettier-ignore
    for (const person of [orders, late, pro, exits]) await happened(person, 'Started', 100);
    await happened(orders, 'Started', 90);
    await happened(orders, 'Ordered', 80);
    await happened(late, 'Ordered', 80, 'another');
    await rows(
      `INSERT INTO events (workspace_id, id, person_id, name) VALUES ($1, $2, $3, 'Started')`,
      newId(),
      keyless,
    );
    await entered(exits, 95);
    await happened(before, 'Started', 24 * 8);
    const { totals, people, isComplete } = await dryRun(GRAPH, { days: 7 });
    expect([people, isComplete]).toEqual([6, true]);
    expect([totals.of('entered'), totals.of('refused')]).toEqual([exactly(4), exactly(1)]);
    expect(totals.all('left wait')).toEqual([['0', exactly(1)], ['else', exactly(2)]]); // prettier-ignore
    expect(totals.all('left who')).toEqual([['0', exactly(1)], ['else', exactly(1)]]); // prettier-ignore
    expect(totals.all('ended')).toEqual([['done', exactly(3)], ['exit', exactly(1)]]); // prettier-ignore
    expect(totals.examples()).toHaveLength(4);
    for (const table of ['enrolments', 'waits', 'step_visits', 'step_counts'])
      expect(await rows(`SELECT FROM ${table} WHERE workspace_id = $1`)).toEqual([]);
  });

  it('enters by segments whose changes people caused, not by their definition', async () => {
    const draft = { trigger: { kind: 'segment', segment: SEGMENT, change: 'enters' }, settings: {}, first: 'out', steps: [out] }; // prettier-ignore
    await entered(await aPerson(), 5);
    await entered(await aPerson(), 5, 'definition');
    expect((await dryRun(draft)).totals.of('entered')).toEqual(exactly(1));
  });

  it('looks at the same part of the people each time, and stops when its time is over', async () => {
    for (let count = 0; count < 40; count++) await happened(await aPerson(), 'Started', 1);
    const [one, again] = [await dryRun(GRAPH, { sample: 50 }), await dryRun(GRAPH, { sample: 50 })];
    expect(one.people).toBeGreaterThan(5);
    expect(one.people).toBeLessThan(35);
    expect(again.totals.examples().map(({ uid }) => uid)).toEqual(one.totals.examples().map(({ uid }) => uid));
    const runs = dryRuns();
    runs.mostMs = 0;
    expect(await dryRun(GRAPH, {}, runs)).toMatchObject({ people: 0, isComplete: false });
  });

  it('refuses a draft that could not be published', async () => {
    const draft = { ...GRAPH, settings: { exit_when: newId() } };
    await expect(dryRun(draft)).rejects.toThrow(expect.objectContaining({ code: 'automation_not_ready' }));
  });
});
