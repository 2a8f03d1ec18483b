import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  CampaignBegunError,
  CampaignStateError,
  InvalidInputError,
  NothingToRetryError,
  RetryUnconfirmedError,
  unaccounted,
  type Followed,
  type Retried,
} from '@dundun/domain';
import { SENT_AGAIN } from '@dundun/messaging';
import { aWorkspace, until, useDatabase } from '@dundun/testing';
import { CampaignChecks } from './checks/campaign-checks.service.js';
import type { CampaignFields } from './definitions/campaign.js';
import { FollowUps } from './definitions/follow-ups.service.js';
import { CampaignRetries } from './sending/campaign-retries.service.js';
import { audienceOf } from './testing-audience.js';
import { aProcess, type Process } from './testing.js';

describe('what comes after a campaign', () => {
  const db = useDatabase();
  let workspaceId: number;
  let all: Process;
  let list: string;

  beforeAll(async () => {
    all = await aProcess(db.config);
  });
  beforeEach(async () => {
    workspaceId = await aWorkspace(db.database);
    list = await aList();
  });
  afterAll(() => all.close());

  const { run, aList, aMember } = audienceOf(
    () => db.database,
    () => workspaceId,
  );
  const named = (id: string) => ({ workspace_id: workspaceId, id });
  const follow = (id: string, who: Followed, resends = false) =>
    all.get(FollowUps).create(workspaceId, id, who, resends);
  const retry = (id: string, what: Retried, confirmed?: number) =>
    all.get(CampaignRetries).retry(workspaceId, id, what, confirmed);
  const messageOf = async (id: string, person: string): Promise<string> => {
    const [row] = await db.database.query<{ message_id: string }>(
      'SELECT message_id FROM campaign_recipients WHERE workspace_id = $1 AND campaign_id = $2 AND person_id = $3',
      [workspaceId, id, person],
    );
    return (row as { message_id: string }).message_id;
  };
  /** Ends the message of a recipient, as workers and reports do. */
  const became = async (id: string, person: string, status: string, reason: string | null = null) => {
    const message = await messageOf(id, person);
    await run('UPDATE messages SET status = $3, reason = $4, due_at = NULL WHERE workspace_id = $1 AND id = $2', ...[message, status, reason]); // prettier-ignore
    await run('INSERT INTO message_group_counts (workspace_id, group_id, status, slot, count) VALUES ($1, $2, $3, 0, 1) ON CONFLICT (workspace_id, group_id, status, slot) DO UPDATE SET count = message_group_counts.count + 1', ...[id, status]); // prettier-ignore
  };
  const reacted = async (id: string, person: string, opened: number, clicked: number) =>
    run('INSERT INTO message_engagement (workspace_id, message_id, opened, clicked) VALUES ($1, $2, $3, $4)', ...[await messageOf(id, person), opened, clicked]); // prettier-ignore
  /** A campaign that was fed to everybody of the list. */
  const aFedCampaign = async (fields: Partial<CampaignFields> = {}) => {
    const id = await all.started(workspaceId, {
      lists: [list],
      track_opens: true,
      content: { subject: 'News', text: 'Hello' },
      ...fields,
    });
    await all.freezeAll(workspaceId, id);
    await all.feedAll(workspaceId, id);
    return id;
  };
  const isSent = async (id: string) => {
    await all.database.execute('UPDATE campaigns SET due_at = now() WHERE workspace_id = $1 AND id = $2', [workspaceId, id]); // prettier-ignore
    await all.feeder.round(workspaceId, id);
    expect((await all.campaigns.get(workspaceId, id)).state).toBe('sent');
  };
  const reachedBy = async (id: string): Promise<string[]> => {
    const draft = await all.campaigns.get(workspaceId, id);
    const started = await all.started(workspaceId, draft);
    await all.repository.follow(workspaceId, started, draft.follows!);
    await all.freezeAll(workspaceId, started);
    const rows = await db.database.query<{ person_id: string }>(
      'SELECT person_id FROM campaign_recipients WHERE workspace_id = $1 AND campaign_id = $2',
      [workspaceId, started],
    );
    expect((await all.counts.of(named(started))).matched).toBeGreaterThanOrEqual(rows.length);
    expect(unaccounted(await all.counts.of(named(started)))).toBe(0);
    return rows.map(({ person_id }) => person_id).sort();
  };
  /** What the feed says of its last steps, with the state before each. */
  const announced = async (id: string) => {
    const rows = await db.database.query<{ type: string; data: { previous_state: string } }>(
      `SELECT type, data FROM feed_entries WHERE workspace_id = $1 AND data->>'campaign_id' = $2 ORDER BY id`,
      [workspaceId, id],
    );
    return rows.slice(-3).map(({ type, data }) => [type, data.previous_state]);
  };
  const numbered = (name: string) => aMember(list, `${name}@example.com`);

  it('reaches those who got it, opened, clicked or did not open, with unknown opens as neither', async () => {
    const [reader, clicker, proxy, silent, bounced, gone, stuck, refusing] = [
      await numbered('reader'),
      await numbered('clicker'),
      await numbered('proxy'),
      await numbered('silent'),
      await numbered('bounced'),
      await numbered('gone'),
      await numbered('stuck'),
      await numbered('refusing'),
    ];
    const id = await aFedCampaign();
    for (const person of [reader, clicker, proxy, silent, gone, refusing]) await became(id, person, 'sent');
    await became(id, bounced, 'bounced');
    await became(id, stuck, 'failed', 'given up after 9 attempts: mailbox full');
    await reacted(id, reader, 2, 0);
    await reacted(id, clicker, 1, 2);
    await reacted(id, proxy, 1, 0);
    await reacted(id, gone, 2, 2);
    // Nobody knows what people do who refuse tracking.
    await run(`UPDATE messages m SET is_untracked = true FROM campaign_recipients r WHERE m.workspace_id = $1 AND r.workspace_id = $1 AND r.message_id = m.id AND r.person_id = $2`, refusing); // prettier-ignore
    await isSent(id);
    await run(`UPDATE memberships SET status = 'unsubscribed' WHERE workspace_id = $1 AND person_id = $2`, gone);
    // Somebody who joins later got nothing.
    await numbered('later');
    const expected: [Followed, string[]][] = [
      ['arrived', [reader, clicker, proxy, silent, refusing]],
      ['opened', [reader]],
      ['clicked', [clicker]],
      ['not_opened', [silent]],
      ['not_opened_or_unknown', [silent, proxy, refusing]],
      ['not_reached', [stuck]],
    ];
    for (const [who, people] of expected) {
      const draft = await follow(id, who);
      expect([who, await reachedBy(draft.id)]).toEqual([who, people.sort()]);
    }
  });

  it('is looked at in slices, however many are meant', async () => {
    const people: string[] = [];
    for (let index = 0; index < 7; index++) people.push(await numbered(`p${index}`));
    const id = await aFedCampaign();
    for (const person of people.slice(3)) await became(id, person, 'sent');
    const draft = await follow(id, 'arrived');
    all.freeze.slice = 2;
    try {
      expect(await reachedBy(draft.id)).toEqual(people.slice(3).sort());
    } finally {
      all.freeze.slice = 10_000;
    }
  });

  it('keeps a draft from starting while the other campaign is sent, or under the same subject', async () => {
    const reader = await numbered('reader');
    const id = await aFedCampaign();
    const draft = await follow(id, 'not_opened', true);
    expect(draft).toMatchObject({ state: 'draft', lists: [list], content: { text: 'Hello' }, name: 'News – who did not open' }); // prettier-ignore
    const codes = async () => {
      const { problems, warnings } = await all
        .get(CampaignChecks)
        .check(await all.campaigns.get(workspaceId, draft.id));
      return [...problems, ...warnings].map(({ code }) => code);
    };
    expect(await codes()).toEqual(expect.arrayContaining(['source_unfinished', 'no_subject', 'nobody']));
    await became(id, reader, 'sent');
    await isSent(id);
    await all.campaigns.update(workspaceId, draft.id, { subject: 'News' });
    expect(await codes()).toEqual(expect.arrayContaining(['no_subject', 'follows_early']));
    await all.campaigns.update(workspaceId, draft.id, { subject: 'Did you see this?' });
    const now = await codes();
    for (const code of ['source_unfinished', 'no_subject', 'nobody']) expect(now).not.toContain(code);
    const copy = await all.campaigns.duplicate(workspaceId, draft.id);
    expect(copy.follows).toEqual({ campaign: id, who: 'not_opened', resends: true });
  });

  it('is refused for a campaign that has no recipients yet, and for opens of SMS', async () => {
    const { id } = await all.campaigns.create(workspaceId, { name: 'Draft' });
    await expect(follow(id, 'arrived')).rejects.toThrow(CampaignStateError);
    const { id: sms } = await all.campaigns.create(workspaceId, { name: 'By SMS', channel: 'sms' });
    await expect(follow(sms, 'opened')).rejects.toThrow(InvalidInputError);
    await expect(follow(sms, 'arrived', true)).rejects.toThrow(InvalidInputError);
  });

  it('is refused for opens that the campaign did not track', async () => {
    await numbered('reader');
    const id = await aFedCampaign({ track_opens: false });
    for (const who of ['opened', 'not_opened', 'not_opened_or_unknown'] as const)
      await expect(follow(id, who)).rejects.toThrow(/the campaign did not track them/);
    expect((await follow(id, 'clicked')).follows?.who).toBe('clicked');
  });

  it('says what won a test again, under a subject that no variant had', async () => {
    await numbered('reader');
    const id = await aFedCampaign();
    const variants = JSON.stringify([{ subject: 'Sale', text: 'Half price' }]);
    await run(`UPDATE campaigns SET variants = '${variants}', decision = '{"winner": 1}' WHERE workspace_id = $1 AND id = $2`, id); // prettier-ignore
    const draft = await follow(id, 'not_reached', true);
    expect(draft.content).toEqual({ text: 'Half price' });
    for (const [subject, isTaken] of [
      ['News', true],
      ['Sale', true],
      ['Seen this?', false],
    ] as const) {
      // prettier-ignore
      const { problems } = await all.get(CampaignChecks).check({ ...draft, content: { ...draft.content, subject } });
      expect([subject, problems.some(({ code }) => code === 'no_subject')]).toEqual([subject, isTaken]);
    }
  });

  it('makes messages of unknown outcome again, once, and only for the number that was confirmed', async () => {
    const [lost, other, fine] = [await numbered('lost'), await numbered('other'), await numbered('fine')];
    const id = await aFedCampaign();
    await expect(retry(id, 'unknown', 2)).rejects.toThrow(CampaignStateError);
    await became(id, lost, 'unknown');
    await became(id, other, 'unknown');
    await became(id, fine, 'sent');
    await isSent(id);
    const before = await messageOf(id, lost);
    expect(await all.get(CampaignRetries).count(workspaceId, id)).toEqual({ unknown: 2, not_reached: 0 });
    await expect(retry(id, 'not_reached', 1)).rejects.toThrow(NothingToRetryError);
    for (const wrong of [undefined, 1, 3])
      await expect(retry(id, 'unknown', wrong)).rejects.toThrow(new RetryUnconfirmedError(2, 'unknown').message);
    expect((await all.campaigns.get(workspaceId, id)).state).toBe('sent');
    const twice = await Promise.allSettled([retry(id, 'unknown', 2), retry(id, 'unknown', 2)]);
    expect(twice.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await all.counts.of(named(id))).toMatchObject({ planned: 2, queued: 1, retried: 2 });
    await all.feedAll(workspaceId, id);
    expect(await messageOf(id, lost)).not.toBe(before);
    const count = async (person: string) => {
      const [row] = await db.database.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM messages WHERE workspace_id = $1 AND group_id = $2 AND recipients->0->>'address' = $3`,
        [workspaceId, id, `${person}@example.com`],
      );
      return row?.count;
    };
    expect([await count('lost'), await count('other'), await count('fine')]).toEqual([2, 2, 1]);
    // It is not over before the new messages are.
    await all.database.execute('UPDATE campaigns SET due_at = now() WHERE workspace_id = $1 AND id = $2', [workspaceId, id]); // prettier-ignore
    await all.feeder.round(workspaceId, id);
    expect((await all.campaigns.get(workspaceId, id)).state).toBe('sending');
    await became(id, lost, 'sent');
    await became(id, other, 'sent');
    await isSent(id);
    expect(unaccounted(await all.counts.of(named(id)))).toBe(0);
    await expect(retry(id, 'unknown', 2)).rejects.toThrow(NothingToRetryError);
  });

  it('keeps a campaign from being taken back when everybody is tried again', async () => {
    const lost = await numbered('lost');
    const id = await aFedCampaign();
    await became(id, lost, 'unknown');
    await isSent(id);
    await retry(id, 'unknown', 1);
    await all.control.pause(workspaceId, id);
    await expect(all.control.undo(workspaceId, id)).rejects.toThrow(CampaignBegunError);
    expect(await all.counts.of(named(id))).toMatchObject({ planned: 1, retried: 1 });
  });

  it('leaves alone whom a member has written to again, and who has opened or clicked', async () => {
    const [lost, repeated, reader, clicker] = [
      await numbered('lost'),
      await numbered('repeated'),
      await numbered('reader'),
      await numbered('clicker'),
    ];
    const id = await aFedCampaign();
    await became(id, repeated, 'unknown', `${SENT_AGAIN} as another`);
    for (const person of [lost, reader, clicker]) await became(id, person, 'unknown', 'no answer');
    await reacted(id, reader, 2, 0);
    await reacted(id, clicker, 0, 2);
    await isSent(id);
    const before = await messageOf(id, lost);
    await retry(id, 'unknown', 1);
    const people = await db.database.query('SELECT person_id FROM campaign_recipients WHERE workspace_id = $1 AND campaign_id = $2 AND generation > 0', [workspaceId, id]); // prettier-ignore
    expect(people).toEqual([{ person_id: lost }]);
    // What a member gives up reads the same, and its page does not offer to send it once more.
    const [replaced] = await db.database.query('SELECT status, reason FROM messages WHERE workspace_id = $1 AND id = $2', [workspaceId, before]); // prettier-ignore
    expect(replaced).toEqual({ status: 'unknown', reason: expect.stringContaining(SENT_AGAIN) });
  });

  it('is refused as a whole for messages that a member settles at the same moment', async () => {
    const lost = await numbered('lost');
    const id = await aFedCampaign();
    await became(id, lost, 'unknown');
    await isSent(id);
    const message = await messageOf(id, lost);
    let late: Promise<unknown> | undefined;
    await db.database.transaction(async () => {
      await run('UPDATE messages SET reason = $3 WHERE workspace_id = $1 AND id = $2', message, `${SENT_AGAIN} as another`); // prettier-ignore
      late = retry(id, 'unknown', 1).catch((error: unknown) => error);
      const waiting = `SELECT FROM pg_locks WHERE NOT granted AND transactionid::text = pg_current_xact_id()::xid::text`;
      await until('the retry waits for the member', async () => (await db.database.query(waiting)).length > 0);
    });
    expect(await late).toBeInstanceOf(RetryUnconfirmedError);
    expect((await all.campaigns.get(workspaceId, id)).state).toBe('sent');
    expect(await all.counts.of(named(id))).toMatchObject({ planned: 0, queued: 1 });
  });

  it('leaves alone whose failed message a member has sent again', async () => {
    const [full, repeated] = [await numbered('full'), await numbered('repeated')];
    const id = await aFedCampaign();
    for (const person of [full, repeated]) await became(id, person, 'failed', 'given up after 9 attempts');
    await run(`UPDATE messages SET replaced_by = 'member' WHERE workspace_id = $1 AND id = $2`, await messageOf(id, repeated)); // prettier-ignore
    await isSent(id);
    expect(await all.get(CampaignRetries).count(workspaceId, id)).toEqual({ unknown: 0, not_reached: 1 });
    await retry(id, 'not_reached', 1);
    expect(await all.counts.of(named(id))).toMatchObject({ planned: 1, queued: 1, retried: 1 });
    expect(await all.groups.ended(workspaceId, id)).toMatchObject({ failed: 1, replaced: 1 });
  });

  it('halts for what fails after a retry, whatever the guard had seen before', async () => {
    const full = await numbered('full');
    const id = await aFedCampaign();
    await became(id, full, 'failed', 'given up after 9 attempts: 452 mailbox full');
    const seen = { tried: 61, refused: 61, bounced: 0, complained: 0 };
    await all.repository.remember(workspaceId, id, { base: seen, samples: [{ at: Date.now(), ...seen }] });
    await isSent(id);
    await retry(id, 'not_reached', 1);
    const failed = `INSERT INTO message_group_counts (workspace_id, group_id, status, slot, count) VALUES ($1, $2, $3, 1, $4)`;
    await run(failed, id, 'sent', 40);
    await run(failed, id, 'failed', 10);
    await all.database.execute('UPDATE campaigns SET due_at = now() WHERE workspace_id = $1 AND id = $2', [workspaceId, id]); // prettier-ignore
    await all.feeder.round(workspaceId, id);
    const { state, halt } = await all.campaigns.get(workspaceId, id);
    expect([state, halt?.code]).toEqual(['halted', 'refusals']);
  });

  it('tries again what was given up, and not what was refused', async () => {
    const [full, refused] = [await numbered('full'), await numbered('refused')];
    const id = await aFedCampaign();
    await became(id, full, 'failed', 'given up after 9 attempts: 452 mailbox full');
    await became(id, refused, 'failed', '550 no such user');
    await isSent(id);
    await retry(id, 'not_reached', 1);
    await all.feedAll(workspaceId, id);
    expect(await all.counts.of(named(id))).toMatchObject({ planned: 0, queued: 2, retried: 1 });
    await became(id, full, 'sent');
    await isSent(id);
    expect(await announced(id)).toEqual([
      ['campaign.sent', 'sending'],
      ['campaign.resumed', 'sent'],
      ['campaign.sent', 'sending'],
    ]);
  });
});
