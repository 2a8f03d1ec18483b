/**
 * @slow changes the lists of over a thousand people, and undoes it
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { InvalidInputError, JobNotUndoableError, UnknownListError } from '@dundun/domain';
import type { List } from '@dundun/lists';
import { Memberships } from '@dundun/subscribers';
import { useDatabase } from '@dundun/testing';
import { v7 } from 'uuid';
import { aProcess, anOrigin, aStage, entities, type Stage } from '../testing.js';
import { BulkJobs } from '../jobs/bulk-jobs.repository.js';
import { PeopleMatching } from './people-matching.repository.js';
import { ListChanges } from './list-changes.service.js';

const db = useDatabase(entities);
let process: INestApplicationContext;
let stage: Stage;
let news: List;
let asks: List;
beforeAll(async () => {
  process = await aProcess(db.config);
});
afterAll(() => process?.close());
beforeEach(async () => {
  stage = await aStage(process);
  [news, asks] = [await stage.list('News'), await stage.list('Asks', true)];
});

const CONSENT = 'Asked for it at the fair.';

async function people(...uids: string[]): Promise<void> {
  for (const uid of uids)
    await stage.rows(
      `INSERT INTO people (workspace_id, id, uid, uid_updateable, email) VALUES ($1, $2, $3, false, $3 || '@example.com')`,
      v7(),
      uid,
    );
}

const queue = (body: object) => stage.of(ListChanges).queue(stage.workspaceId, body, anOrigin);
const undo = (id: string) => stage.of(ListChanges).undo(stage.workspaceId, id, anOrigin);
const set = (list: List, uid: string, subscribed: boolean) =>
  stage.of(Memberships).setSubscribed(stage.caller, list.id, uid, subscribed, anOrigin);
const jobOf = (id: string) => stage.of(BulkJobs).get(stage.workspaceId, id);
const short = async (list: List) =>
  Object.fromEntries(
    Object.entries(await stage.states(list)).map(([address, state]) => [address.split('@')[0], state]),
  );

describe('a change of lists', () => {
  it('adds and removes people of a choice, and mails nobody', async () => {
    await people('ada', 'bob', 'left');
    await set(asks, 'bob', true);
    await set(news, 'left', false);
    await stage.rows('DELETE FROM messages WHERE workspace_id = $1');
    const { id } = await queue({ uids: ['ada', 'bob', 'left', 'nobody'], add: [news.id, asks.id], consent: CONSENT });
    await stage.work();
    expect(await short(news)).toEqual({ ada: 'subscribed', bob: 'subscribed', left: 'unsubscribed' });
    expect(await short(asks)).toEqual({ ada: 'pending', bob: 'pending', left: 'pending' });
    expect(await stage.rows('SELECT FROM messages WHERE workspace_id = $1')).toEqual([]);
    expect(await jobOf(id)).toMatchObject({
      ...{ state: 'done', total: 4, done: 3, failed: 1 },
      counts: { joined: 2, pending: 2, kept_away: 1 },
    });
    const [entry] = await stage.rows(`SELECT method, text_shown FROM consents WHERE workspace_id = $1 AND list_id = $2 AND action = 'subscribed'`, news.id); // prettier-ignore
    expect(entry).toEqual({ method: 'console', text_shown: CONSENT });
  });

  it('works on everybody who matches a filter, except some, over many chunks and kills', async () => {
    await stage.rows(
      `INSERT INTO people (workspace_id, id, uid, uid_updateable, email)
       SELECT $1, gen_random_uuid(), 'u-' || n, false, 'u-' || n || '@example.com' FROM generate_series(1, 1200) AS n`,
    );
    await queue({ except: ['u-7'], add: [news.id], consent: CONSENT });
    const first = await stage.claim();
    let turns = 0;
    const once = { isStopping: () => false, isOver: () => ++turns > 1 };
    await stage.runOf(first as never).run(first as never, once);
    expect(await stage.subscriberCount(news)).toBeGreaterThanOrEqual(499);
    expect(await stage.subscriberCount(news)).toBeLessThan(1_199);
    const job = await stage.work();
    expect(await stage.subscriberCount(news)).toBe(1_199);
    expect(await jobOf(job.id)).toMatchObject({ state: 'done', total: 1_199, done: 1_199, counts: { joined: 1_199 } });

    await queue({ list: news.id, status: 'subscribed', remove: [news.id] });
    const removal = await stage.work();
    expect(await stage.subscriberCount(news)).toBe(0);
    await undo(removal.id);
    const undone = await stage.work();
    expect(await stage.subscriberCount(news)).toBe(1_199);
    expect((await jobOf(undone.id)).counts).toEqual({ undone: 1_199, kept: 0 });
  });

  it('works on people who match conditions, and counts them', async () => {
    await people('ada', 'bob', 'carl');
    await stage.rows(`UPDATE people SET meta = '{"plan": "pro"}' WHERE workspace_id = $1 AND uid IN ('ada', 'bob')`);
    const match = JSON.stringify({ attribute: 'plan', type: 'text', is: 'equals', value: 'pro' });
    expect(await stage.of(PeopleMatching).count(stage.workspaceId, { match })).toBe(2);
    const { id } = await queue({ match, except: ['bob'], add: [news.id], consent: CONSENT });
    await stage.work();
    expect(await short(news)).toEqual({ ada: 'subscribed' });
    expect(await jobOf(id)).toMatchObject({ state: 'done', total: 1, done: 1 });
    expect(JSON.stringify(await jobOf(id))).not.toContain('plan');
    await expect(queue({ match: '{"attribute":1}', add: [news.id], consent: CONSENT })).rejects.toThrow(
      InvalidInputError,
    );
  });

  it('is undone with the times and consents of before', async () => {
    await people('ada', 'bob');
    await set(news, 'ada', true);
    await stage.rows(
      `UPDATE memberships SET joined_at = '2024-01-01', confirmed_at = '2024-01-02', email_consent = 'subscribed',
         sms_consent = 'unsubscribed' WHERE workspace_id = $1`,
    );
    const { id } = await queue({ uids: ['ada', 'bob'], add: [asks.id], remove: [news.id], consent: CONSENT });
    await stage.work();
    expect([await short(news), await short(asks)]).toEqual([{}, { ada: 'pending', bob: 'pending' }]);
    await undo(id);
    await stage.work();
    expect([await short(news), await short(asks)]).toEqual([{ ada: 'subscribed' }, {}]);
    const row = 'SELECT joined_at, confirmed_at, email_consent, sms_consent FROM memberships WHERE workspace_id = $1';
    expect(await stage.rows(row)).toEqual([
      {
        ...{ joined_at: new Date('2024-01-01'), confirmed_at: new Date('2024-01-02') },
        ...{ email_consent: 'subscribed', sms_consent: 'unsubscribed' },
      },
    ]);
    await expect(undo(id)).rejects.toThrow(JobNotUndoableError);
  });

  it('is not undone where consent has changed meanwhile', async () => {
    await people('ada', 'bob', 'carl', 'dora');
    for (const uid of ['ada', 'bob', 'carl']) await set(news, uid, true);
    const { id } = await queue({
      uids: ['ada', 'bob', 'carl', 'dora'],
      add: [asks.id],
      remove: [news.id],
      consent: CONSENT,
    });
    await stage.work();
    // Ada opts out, Bob says STOP to everything, Dora unsubscribes from the list that she was added to.
    await set(news, 'ada', false);
    await stage.rows(
      `INSERT INTO consents (workspace_id, id, list_id, person_id, action, method, at)
       SELECT $1, gen_random_uuid(), NULL, id, 'unsubscribed', 'sms', now() + interval '1 second' FROM people WHERE workspace_id = $1 AND uid = 'bob'`,
    );
    await set(asks, 'dora', false);
    await undo(id);
    const { id: undone } = await stage.work();
    expect(await short(news)).toEqual({ ada: 'unsubscribed', carl: 'subscribed' });
    expect(await short(asks)).toMatchObject({ dora: 'unsubscribed' });
    expect((await jobOf(undone)).counts).toMatchObject({ kept: 4, undone: 3 });
  });

  it('is refused without a consent, for unknown lists, and undone only when it has ended', async () => {
    await people('ada');
    await expect(queue({ uids: ['ada'], add: [news.id] })).rejects.toThrow(InvalidInputError);
    await expect(queue({ uids: ['ada'], remove: [v7()] })).rejects.toThrow(UnknownListError);
    const { id } = await queue({ uids: ['ada'], remove: [news.id] });
    await expect(undo(id)).rejects.toThrow(JobNotUndoableError);
    await stage.work();
    await undo(id);
    const { id: undone } = await stage.work();
    await expect(undo(undone)).rejects.toThrow(JobNotUndoableError);
  });
});
