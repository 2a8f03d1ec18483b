/**
 * Depends on the snapshots of PostgreSQL.
 * @half both
 * @slow waits until transactions of other databases have ended
 */
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { endOfDay, plusDays, startOfDay } from '@dundun/domain';
import { v7 } from 'uuid';
import { useSegmentStage } from '../testing-stage.js';

/** Each with a day on which its clock changes, or an ordinary one where it never does. */
const PLACES = [
  ['America/New_York', '2026-03-08'],
  ['Europe/Berlin', '2026-03-29'],
  ['Africa/Lagos', '2026-03-09'],
  ['Asia/Kathmandu', '2026-03-08'],
] as const;

describe('at the midnight of the workspace', () => {
  const subject = useSegmentStage();
  const { run, aPerson, current, expectMembers } = subject;
  afterEach(() => void jest.useRealTimers());

  /** The clock of the worker; all timers stay real. */
  const now = (at: Date) => {
    jest.useRealTimers();
    jest.useFakeTimers({
      now: at,
      doNotFake: ['hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'clearImmediate', 'setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'], // prettier-ignore
    });
  };
  const paid = async (at: Date, meta = {}) => {
    const person = await aPerson(meta);
    await run(`INSERT INTO events (workspace_id, id, person_id, name, occurred_at) VALUES ($1, $2, $3, 'Paid', $4)`, v7(), person, at); // prettier-ignore
    return person;
  };

  it.each(PLACES)('members enter and leave without an event, in %s after %s', async (zone, today) => {
    await subject.db.database.execute('UPDATE workspaces SET time_zone = $2 WHERE id = $1', [
      subject.workspaceId,
      zone,
    ]);
    const start = (days: number) => startOfDay(plusDays(today, days), zone);
    const justBefore = (at: Date) => new Date(at.getTime() - 1);
    const tomorrow = plusDays(today, 1);
    const [first, last, next, before, late] = [
      await paid(start(-29)),
      await paid(justBefore(endOfDay(plusDays(today, -29), zone))),
      await paid(start(-28), { born: `1990${tomorrow.slice(4)}` }),
      await paid(justBefore(start(-29))),
      await paid(justBefore(endOfDay(today, zone))),
    ];
    const create = (name: string, match: object) =>
      subject.all.segments.create(subject.workspaceId, { name, match: match as never });
    now(justBefore(endOfDay(today, zone)));
    const recent = await create('Recent', { event: 'Paid', window: { last: { days: 30 } } });
    const counted = await create('Counted', { event: 'Paid', times: { exactly: 1 }, window: { last: { days: 30 } } });
    const lapsed = await create('Lapsed', { not: { event: 'Paid', window: { last: { days: 30 } } } });
    const day = await create('Today', { event: 'Paid', window: { last: { days: 1 } } });
    const birthday = await create('Birthday', { attribute: 'born', type: 'date', is: 'anniversary_in_next', value: { days: 1 } }); // prettier-ignore
    await current();
    for (const { id } of [recent, counted]) await expectMembers(id, [first, last, next, late]);
    await expectMembers(lapsed.id, [before]);
    await expectMembers(day.id, [late]);
    await expectMembers(birthday.id, []);

    now(endOfDay(today, zone));
    await subject.all.drain(subject.workspaceId);
    for (const { id } of [recent, counted]) await expectMembers(id, [next, late]);
    await expectMembers(lapsed.id, [first, last, before]);
    await expectMembers(day.id, []);
    await expectMembers(birthday.id, [next]);
    const changes = await subject.db.database.query(
      `SELECT DISTINCT entered, cause FROM segment_changes WHERE workspace_id = $1 AND segment_id = ANY($2::uuid[]) ORDER BY 1`,
      [subject.workspaceId, [lapsed.id, day.id]],
    );
    expect(changes).toEqual(
      expect.arrayContaining([
        { entered: false, cause: 'time' },
        { entered: true, cause: 'time' },
      ]),
    );

    now(endOfDay(tomorrow, zone));
    await subject.all.drain(subject.workspaceId);
    await expectMembers(recent.id, [late]);
    await expectMembers(birthday.id, []);
  });

  it('wakes the worker, which looks twice a second', async () => {
    const zone = 'Asia/Kathmandu';
    await subject.db.database.execute('UPDATE workspaces SET time_zone = $2 WHERE id = $1', [
      subject.workspaceId,
      zone,
    ]);
    await subject.all.segments.create(subject.workspaceId, { name: 'Manual', kind: 'manual' });
    await current();
    const isBehind = async () => {
      const work = await subject.all.positions.work();
      return work.find(({ workspace_id }) => workspace_id === subject.workspaceId)?.is_behind === true;
    };
    expect(await isBehind()).toBe(false);
    await run('UPDATE segment_positions SET day = day - 1 WHERE workspace_id = $1');
    expect(await isBehind()).toBe(true);
  });
});
