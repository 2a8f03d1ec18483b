/**
 * Depends on the snapshots of PostgreSQL.
 * @half both
 * @slow waits until transactions of other databases have ended
 */
import { describe, expect, it } from '@jest/globals';
import { v7 } from 'uuid';
import { segmentServices } from '../testing.js';
import { mailBy } from '../testing-mail.js';
import { PRO, useSegmentStage } from '../testing-stage.js';

describe('the follower', () => {
  const subject = useSegmentStage();
  const { run, aPerson, track, membersOf, current, expectMembers } = subject;

  const { accept: aMessage, hit: open, judge } = mailBy(run);
  const handOver = () => run(`UPDATE messages SET status = 'sent', ended_at = now() WHERE workspace_id = $1`);

  it('builds a new segment and counts the history of its events', async () => {
    const [one, other] = [await aPerson({ plan: 'pro' }), await aPerson()];
    await track(one, 'Paid');
    await track(other, 'Paid', { total: 300 });
    await current();
    const pro = await subject.all.segments.create(subject.workspaceId, { name: 'Pro', match: PRO });
    const big = await subject.all.segments.create(subject.workspaceId, {
      name: 'Big',
      match: { event: 'Paid', where: [{ property: 'total', type: 'number', is: 'above', value: 200 }] },
    });
    expect(await membersOf(pro.id)).toEqual([]);
    await current();
    await expectMembers(pro.id, [one]);
    await expectMembers(big.id, [other]);
    expect(await subject.all.segments.get(subject.workspaceId, big.id)).toMatchObject({
      member_count: '1',
      due_at: null,
      error: null,
    });
  });

  it('follows events, attributes, lists and suppressions, and the segments of segments', async () => {
    const list = v7();
    await run(`INSERT INTO lists (workspace_id, id, title) VALUES ($1, $2, 'News')`, list);
    const person = await aPerson();
    await current(); // so that the row is older than the segments and no change of theirs
    const create = (name: string, match: object) =>
      subject.all.segments.create(subject.workspaceId, { name, match: match as never });
    const paid = await create('Paid twice', { event: 'Paid', times: { at_least: 2 }, window: { last: { days: 30 } } });
    const pro = await create('Pro', PRO);
    const subscribed = await create('News', { list });
    const byEmail = await create('News by email', { list, channel: 'email' });
    const reachable = await create('Reachable', { reachable: 'email' });
    const neither = await create('Neither', { not: { any: [{ segment: paid.id }, { segment: pro.id }] } });
    await current();
    await expectMembers(neither.id, [person]);
    await expectMembers(reachable.id, [person]);
    await track(person, 'Paid');
    await current();
    await expectMembers(paid.id, []);
    await track(person, 'Paid');
    await run(`UPDATE people SET meta = '{"plan": "PRO"}' WHERE workspace_id = $1 AND id = $2`, person);
    await run(
      `INSERT INTO memberships (workspace_id, list_id, person_id, status) VALUES ($1, $2, $3, 'subscribed')`,
      list,
      person,
    );
    await run(`INSERT INTO consents (workspace_id, id, list_id, person_id, action, method) VALUES ($1, $2, $3, $4, 'subscribed', 'api')`, v7(), list, person); // prettier-ignore
    await run(
      `INSERT INTO suppressions (workspace_id, address, reason) SELECT $1, email, 'manual' FROM people WHERE id = $2`,
      person,
    );
    await run(
      `INSERT INTO person_keys (workspace_id, kind, value, person_id) SELECT $1, 'email', email, id FROM people WHERE id = $2`,
      person,
    );
    await current();
    for (const { id } of [paid, pro, subscribed, byEmail]) await expectMembers(id, [person]);
    for (const { id } of [neither, reachable]) await expectMembers(id, []);
    await run(`DELETE FROM suppressions WHERE workspace_id = $1`);
    await run(`UPDATE people SET meta = '{}' WHERE workspace_id = $1 AND id = $2`, person);
    const second = await aPerson();
    await current();
    await expectMembers(pro.id, []);
    await expectMembers(reachable.id, [person, second]);
    await expectMembers(neither.id, [second]);
    const changes = await subject.db.database.query(
      `SELECT entered, cause, cause_id IS NOT NULL AS has_entry FROM segment_changes
       WHERE workspace_id = $1 AND segment_id = $2 AND person_id = $3 ORDER BY xid, id`,
      [subject.workspaceId, neither.id, person],
    );
    expect(changes.slice(0, 2)).toEqual([
      { entered: true, cause: 'definition', has_entry: false },
      { entered: false, cause: 'change', has_entry: true },
    ]);
    // Consent that nobody gave by itself ends with the address.
    await run(`UPDATE people SET email = NULL WHERE workspace_id = $1 AND id = $2`, person);
    await current();
    await expectMembers(byEmail.id, []);
    await expectMembers(subscribed.id, [person]);
  });

  it('counts a late event on the day on which it happened', async () => {
    const person = await aPerson();
    const create = (name: string, more: object) =>
      subject.all.segments.create(subject.workspaceId, { name, match: { event: 'Paid', ...more } as never });
    const month = { days: 30 };
    const lately = await create('Lately', { window: { last: month } });
    const before = await create('Before', { window: { before_last: month } });
    const twice = await create('Twice before', { window: { before_last: month }, times: { at_least: 2 } });
    const first = await create('First lately', { which: 'first', window: { last: month } });
    const last = await create('Last before', { which: 'last', window: { before_last: month } });
    await current();
    const inside = async (...ids: string[]) => {
      await current();
      for (const { id } of [lately, before, twice, first, last])
        await expectMembers(id, ids.includes(id) ? [person] : []);
    };
    await track(person, 'Paid', {}, 40);
    await inside(before.id, last.id);
    await track(person, 'Paid');
    await inside(before.id, lately.id);
    // Older than all that was counted: the first time moves, the last does not.
    await track(person, 'Paid', {}, 300);
    await inside(before.id, lately.id, twice.id);
    const newcomer = await aPerson();
    await track(newcomer, 'Paid');
    await current();
    await expectMembers(first.id, [newcomer]);
    await track(newcomer, 'Paid', {}, 31);
    await current();
    await expectMembers(first.id, []);
  });

  it('follows what people do with messages of lists, whatever is found out about it later', async () => {
    const [list, message] = [v7(), v7()];
    await run(`INSERT INTO lists (workspace_id, id, title) VALUES ($1, $2, 'News')`, list);
    const [reader, other] = [await aPerson(), await aPerson()];
    const create = (name: string, match: object) =>
      subject.all.segments.create(subject.workspaceId, { name, match: match as never });
    const recently = { window: { last: { days: 90 } } };
    const sent = await create('Sent', { message: 'sent', of: { list } });
    const opened = await create('Opened', { message: 'opened', ...recently });
    const seen = await create('Seen', { message: 'opened', machine: true, of: { list } });
    const silent = await create('Silent', { all: [{ message: 'arrived' }, { not: { message: 'opened' } }] });
    const unread = await create('Unread', {
      all: [{ message: 'arrived' }, { not: { message: 'opened', including_unknown: true } }],
    });
    const elsewhere = await create('Elsewhere', { message: 'sent', of: { list: v7() } }).catch(() => null);
    expect(elsewhere).toBeNull();
    await current();
    for (const { id } of [sent, opened, seen, silent]) await expectMembers(id, []);
    await aMessage(message, reader, { list });
    await aMessage(v7(), other, {});
    await handOver();
    await current();
    for (const { id } of [sent, silent, unread]) await expectMembers(id, [reader]);
    const hit = await open(message);
    await current();
    for (const { id } of [opened, seen]) await expectMembers(id, [reader]);
    for (const { id } of [silent, unread]) await expectMembers(id, []);
    await judge(hit);
    await current();
    await expectMembers(opened.id, []);
    await expectMembers(seen.id, [reader]);
    // Whether a person opened it is unknown now.
    await expectMembers(silent.id, []);
    await expectMembers(unread.id, [reader]);
    await run(`UPDATE messages SET status = 'bounced' WHERE workspace_id = $1`);
    await current();
    await expectMembers(sent.id, [reader]);
    await expectMembers(silent.id, []);
    // A segment that comes later counts what has been.
    const bounced = await create('Bounced', { message: 'bounced', times: { exactly: 1 } });
    await current();
    await expectMembers(bounced.id, [reader]);
  });

  it('follows what people do with the messages of one campaign', async () => {
    const [list, spring, summer] = [v7(), v7(), v7()];
    await run(`INSERT INTO lists (workspace_id, id, title) VALUES ($1, $2, 'News')`, list);
    for (const id of [spring, summer])
      await run(`INSERT INTO campaigns (workspace_id, id, name) VALUES ($1, $2, 'Sale')`, id);
    const [reader, other, outsider] = [await aPerson(), await aPerson(), await aPerson()];
    const create = (name: string, match: object) =>
      subject.all.segments.create(subject.workspaceId, { name, match: match as never });
    await expect(create('Unknown', { message: 'sent', of: { campaign: v7() } })).rejects.toThrow(/names the campaign/);
    const of = { campaign: spring };
    const sent = await create('Sent', { message: 'sent', of });
    const opened = await create('Opened', { message: 'opened', of, window: { last: { days: 30 } } });
    const silent = await create('Silent', { all: [{ message: 'sent', of }, { not: { message: 'opened', of } }] });
    const [mine, theirs, elsewhere] = [v7(), v7(), v7()];
    await aMessage(mine, reader, { list, campaign: spring });
    await aMessage(theirs, other, { list, campaign: spring });
    await aMessage(elsewhere, outsider, { list, campaign: summer });
    await handOver();
    for (const message of [mine, elsewhere]) await open(message);
    await current();
    await expectMembers(sent.id, [reader, other]);
    await expectMembers(opened.id, [reader]);
    await expectMembers(silent.id, [other]);
    // A segment that comes later counts what has been, and outlives its campaign.
    const later = await create('Later', { not: { message: 'arrived', of: { campaign: summer } } });
    await run(`DELETE FROM campaigns WHERE workspace_id = $1 AND id = $2`, summer);
    await current();
    await expectMembers(later.id, [reader, other]);
    const sentence = await subject.all.trees.sentences(subject.workspaceId, [later.tree]);
    expect(sentence(later.tree)).toBe('People who did not receive the campaign “deleted campaign”.');
  });

  it('follows who came by an import, of an import that is forgotten too', async () => {
    const [known, other, file] = [await aPerson(), await aPerson(), v7()];
    await run(`INSERT INTO imports (workspace_id, id, file_name, bytes) VALUES ($1, $2, 'people.csv', 1)`, file);
    const create = (name: string, match: object) =>
      subject.all.segments.create(subject.workspaceId, { name, match: match as never });
    const any = await create('Any', { imported: 'any' });
    const mine = await create('Mine', { all: [{ imported: file }, { not: { imported: 'any' } }] });
    const never = await create('Never', { not: { imported: file } });
    await expect(create('Unknown', { imported: v7() })).rejects.toThrow(/names the import/);
    await current();
    await expectMembers(never.id, [known, other]);
    await run(`INSERT INTO imported_people (workspace_id, import_id, person_id) VALUES ($1, $2, $3)`, file, known);
    await current();
    await expectMembers(any.id, [known]);
    await expectMembers(mine.id, []);
    await expectMembers(never.id, [other]);
    await run(`DELETE FROM imports WHERE workspace_id = $1`);
    const again = await create('Again', { imported: file });
    await current();
    await expectMembers(again.id, [known]);
  });

  it('empties a segment whose new conditions nobody meets, and moves those that name it', async () => {
    const person = await aPerson({ plan: 'pro' });
    const inner = await subject.all.segments.create(subject.workspaceId, { name: 'Inner', match: PRO });
    const outer = await subject.all.segments.create(subject.workspaceId, {
      name: 'Outer',
      match: { segment: inner.id },
    });
    await current();
    await expectMembers(outer.id, [person]);
    const changed = await subject.all.segments.update(subject.workspaceId, inner.id, {
      match: { ...PRO, value: 'none' },
    });
    expect(changed).toMatchObject({ version: 2, build_cause: 'definition' });
    await current();
    await expectMembers(inner.id, []);
    await expectMembers(outer.id, []);
  });

  it('begins a day: what has passed leaves, and the nightly check finds nothing to repair', async () => {
    const person = await aPerson();
    const recent = await subject.all.segments.create(subject.workspaceId, {
      name: 'Recent',
      match: { created: { last: { days: 2 } } },
    });
    await current();
    await expectMembers(recent.id, [person]);
    await run(`UPDATE segment_positions SET day = day - 1 WHERE workspace_id = $1`);
    await subject.db.database.execute(`ALTER TABLE people DISABLE TRIGGER USER`);
    await run(`UPDATE people SET created_at = now() - interval '5 days' WHERE workspace_id = $1`);
    await subject.db.database.execute(`ALTER TABLE people ENABLE TRIGGER USER`);
    await subject.all.drain(subject.workspaceId);
    await expectMembers(recent.id, []);
    const [last] = await subject.db.database.query(
      `SELECT cause FROM segment_changes WHERE workspace_id = $1 AND NOT entered`,
      [subject.workspaceId],
    );
    expect(last).toEqual({ cause: 'time' });
    expect(await subject.all.segments.get(subject.workspaceId, recent.id)).toMatchObject({ build_cause: 'repair' });
  });

  it('finds the suppression of an address with an international domain', async () => {
    const [person, other] = [await aPerson(), await aPerson()];
    for (const [id, email, key] of [
      [person, 'Björn@Bücher.example', 'björn@xn--bcher-kva.example'],
      [other, 'Ada@Bücher.example', 'ada@xn--bcher-kva.example'],
    ] as const) {
      await run(`UPDATE people SET email = $3 WHERE workspace_id = $1 AND id = $2`, id, email);
      await run(`INSERT INTO person_keys (workspace_id, kind, value, person_id) VALUES ($1, 'email', $3, $2)`, id, key);
    }
    const match = { reachable: 'email' };
    const { id } = await subject.all.segments.create(subject.workspaceId, { name: 'Reachable', match });
    await current();
    await expectMembers(id, [person, other]);
    await run(
      `INSERT INTO suppressions (workspace_id, address, reason) VALUES ($1, 'björn@xn--bcher-kva.example', 'manual')`,
    );
    await current();
    await expectMembers(id, [other]);
    await subject.all.segments.update(subject.workspaceId, id, { match: { all: [match, match] } });
    await current();
    await expectMembers(id, [other]);
  });

  it('refuses a window in which messages are deleted already', async () => {
    const { segments } = segmentServices(subject.db.database, { messagesDays: 90 });
    const create = (window: object) =>
      segments.create(subject.workspaceId, { name: 'Old', match: { all: [PRO, { message: 'opened', window }] } });
    for (const window of [{ last: { days: 92 } }, { before_last: { months: 4 } }, { from: '2024-01-01' }])
      await expect(create(window)).rejects.toMatchObject({
        fields: [{ field: 'match.all[1]', message: expect.stringMatching(/messages are deleted after 90 days/) }],
      });
    await create({ last: { days: 90 } });
    await create({ from: '2999-01-01' });
  });

  it('parks the segment that cannot be decided, and keeps the others current', async () => {
    const [broken, fine] = [
      await subject.all.segments.create(subject.workspaceId, { name: 'Broken', match: PRO }),
      await subject.all.segments.create(subject.workspaceId, { name: 'Fine', match: PRO }),
    ];
    await current();
    await run(
      `UPDATE segments SET tree = '{"list": "no uuid", "status": ["subscribed"]}' WHERE workspace_id = $1 AND id = $2`,
      broken.id,
    );
    const person = await aPerson({ plan: 'pro' });
    await current();
    await expectMembers(fine.id, [person]);
    expect((await subject.all.segments.get(subject.workspaceId, broken.id)).error).toContain('uuid');
    await subject.all.segments.update(subject.workspaceId, broken.id, { match: PRO });
    await current();
    await expectMembers(broken.id, [person]);
  });

  it('counts by the days of the zone that the workspace has now', async () => {
    const person = await aPerson();
    const match = { event: 'Paid', times: { at_least: 2 }, window: { last: { days: 1 } } };
    const { id } = await subject.all.segments.create(subject.workspaceId, { name: 'Today', match });
    await track(person, 'Paid');
    await track(person, 'Paid');
    await current();
    await expectMembers(id, [person]);
    await subject.db.database.execute(`UPDATE workspaces SET time_zone = 'Pacific/Kiritimati' WHERE id = $1`, [
      subject.workspaceId,
    ]);
    await track(person, 'Paid');
    await current();
    const names = await subject.all.names.all(subject.workspaceId);
    expect(names.map(({ zone }) => zone)).toEqual(['Pacific/Kiritimati']);
    await expectMembers(id, [person]);
  });
});
