/**
 * Fills tables behind the back of their statistics.
 * @slow inserts 20,000 rows into each table, or 200,000 in a long run
 */
import { describe, expect, it } from '@jest/globals';
import { ContactBudgets, MessageGroups, ReplacedMessages } from '@dundun/messaging';
import { PersonContributions } from '@dundun/people';
import type { Database } from '@dundun/platform/database';
import { aWorkspace, useDatabase } from '@dundun/testing';
import { FILLING_MS, greedyStatements } from '@dundun/testing/plans';
import { repetitions } from '@dundun/testing/repetitions';
import { v7 } from 'uuid';
import { Audiences, NIL } from './audience/audience.repository.js';
import { RecipientPages } from './audience/recipient-pages.repository.js';
import { FailedRecipients } from './audience/failed-recipients.repository.js';
import { Recipients } from './audience/recipients.repository.js';
import { CampaignCounts } from './definitions/campaign-counts.repository.js';
import type { CampaignRow } from './definitions/campaign.js';
import { CampaignsRepository } from './definitions/campaigns.repository.js';
import { PersonCampaigns } from './definitions/person-campaigns.repository.js';
import { audienceOf } from './testing-audience.js';

const ROWS = repetitions(20_000, 200_000);
/** People of one statement. */
const SOME = 100;
const TABLES = [
  ...['people', 'person_keys', 'memberships', 'segment_members', 'suppressions', 'list_suppressions'],
  ...[
    'campaign_recipients',
    'campaign_counts',
    'contact_budgets',
    'contact_refunds',
    'messages',
    'message_group_counts',
    'message_engagement',
  ],
];

describe('with stale statistics', () => {
  const db = useDatabase();

  it(
    'every statement of freeze, feeder, retry and caps reads in proportion to its round, not to the campaign or the workspace',
    async () => {
      const busy = await aWorkspace(db.database);
      const [list, other, segment, campaign] = [v7(), v7(), v7(), v7()];
      const run = (text: string, ...values: unknown[]) => db.database.execute(text, values);
      await run(`INSERT INTO campaigns (workspace_id, id, name) VALUES ($1, $2, 'News')`, busy, campaign);
      await run(`UPDATE workspaces SET email_day_cap = 5, caps_since = now() WHERE id = $1`, busy);

      const fill = async (rows: number, kind: 'ended' | 'waiting') => {
        const people = `
          WITH new AS MATERIALIZED (SELECT gen_random_uuid() AS id, n FROM generate_series(1, $2::int) AS n),
          known AS (
            INSERT INTO people (workspace_id, id, uid, uid_updateable, email) SELECT $1, id, id::text, false, id || '@example.com' FROM new),
          joined AS (
            INSERT INTO memberships (workspace_id, list_id, person_id, status) SELECT $1, $3, id, 'subscribed' FROM new),
          inside AS (
            INSERT INTO segment_members (workspace_id, segment_id, person_id) SELECT $1, $4, id FROM new),
          reached AS (
            INSERT INTO contact_budgets (workspace_id, person_id, channel, day, day_used, week, week_used)
            SELECT $1, id, 'email', now(), 1, now(), 1 FROM new)
          INSERT INTO campaign_recipients (workspace_id, campaign_id, person_id, address_key, list_id, since, state, send_at, variant)
          SELECT $1, $5, id, gen_random_uuid(), $3, now(), CASE WHEN $6 THEN 'queued' ELSE 'planned' END,
            CASE WHEN n % 2 = 0 THEN 'infinity' ELSE now() - n * interval '1 ms' END, 0 FROM new`;
        await run(people, busy, rows, list, segment, campaign, kind === 'ended');
        const each = 'FROM generate_series(1, $2::int) AS n';
        await run(`INSERT INTO suppressions (workspace_id, address, reason) SELECT $1, gen_random_uuid() || '@example.org', 'manual' ${each}`, busy, rows); // prettier-ignore
        await run(`INSERT INTO list_suppressions (workspace_id, list_id, address) SELECT $1, $3, gen_random_uuid() || '@example.org' ${each}`, busy, rows, list); // prettier-ignore
        await run(`INSERT INTO contact_refunds (workspace_id, message_id) SELECT $1, gen_random_uuid() ${each}`, busy, rows); // prettier-ignore
        await run(
          `INSERT INTO messages (workspace_id, id, channel, lane, status, due_at, ended_at, group_id, sender, recipients, content)
           SELECT $1, gen_random_uuid(), 'email', 'bulk', 'sent', NULL, now(), $3, '{}',
             jsonb_build_array(jsonb_build_object('address', gen_random_uuid() || '@example.com')), '{}' ${each}`,
          ...[busy, rows, campaign],
        );
        await run(`INSERT INTO message_people (workspace_id, address, message_id) SELECT $1, gen_random_uuid() || '@example.com', gen_random_uuid() ${each}`, busy, rows); // prettier-ignore
        await run(`INSERT INTO message_engagement (workspace_id, message_id, opened, clicked) SELECT $1, gen_random_uuid(), 2, 2 ${each}`, busy, rows); // prettier-ignore
        await run(`INSERT INTO message_group_counts (workspace_id, group_id, status, slot, count) SELECT $1, gen_random_uuid(), 'sent', 0, 1 ${each}`, busy, rows); // prettier-ignore
        await run(`INSERT INTO campaign_counts (workspace_id, campaign_id, what, count) SELECT $1, gen_random_uuid(), 'matched', 1 ${each}`, busy, rows); // prettier-ignore
      };

      const { greedy, explained } = await greedyStatements(db, {
        tables: TABLES,
        rows: ROWS,
        most: { rows: 3_000, pages: 4_000 },
        fill,
        run: async (database) => {
          const named = { workspace_id: busy, id: campaign, channel: 'email' as const };
          const audience = { ...named, lists: [list], segments: [], without_lists: [other], without_segments: [], list_id: null, follows: null }; // prettier-ignore
          await freeze(database, audience);
          await freeze(database, { ...audience, lists: [], segments: [segment], list_id: list });
          await freeze(database, { ...audience, lists: [other], without_segments: [segment], channel: 'sms' });
          await feed(database, named);
          await again(database, named);
          await keep(database, named);
        },
      });
      expect(greedy).toEqual([]);
      expect(explained).toBeGreaterThan(40);
    },
    FILLING_MS,
  );

  type Named = Pick<CampaignRow, 'workspace_id' | 'id' | 'channel'>;
  const NEW = { holdout: 0, percent: 100, variants: 1 };

  /** A slice of people who are recipients of nothing yet. */
  const freeze = async (database: Database, audience: Parameters<Audiences['slice']>[0] & Named) => {
    const [audiences, recipients] = [new Audiences(database), new Recipients(database)];
    const people = await audiences.slice(audience, NIL, SOME);
    await audiences.slice(audience, v7(), SOME);
    const wanted = Array.from({ length: SOME }, (_, index) => ({
      ...{ person_id: v7(), list_id: v7(), since: new Date(), zone: null, send_at: new Date(), rank: 0 },
      key: `${v7()}-${index}@example.com`,
    }));
    await recipients.freeze({ workspace_id: audience.workspace_id, id: v7() }, wanted, NEW);
    await recipients.suppressed(audience, wanted);
    await audiences.ranks(
      audience.workspace_id,
      people.map(({ address }) => address ?? ''),
    );
    await audiences.readers(
      audience.workspace_id,
      people.map(({ person_id }) => person_id),
    );
  };

  /** A round: what it reads, and what it writes. */
  const feed = async (database: Database, named: Named) => {
    const [recipients, counts, campaigns] = [new Recipients(database), new CampaignCounts(database), new CampaignsRepository(database)]; // prettier-ignore
    const [groups, budgets] = [new MessageGroups(database), new ContactBudgets(database)];
    await campaigns.due(20);
    await campaigns.claim(named.workspace_id, named.id);
    await counts.of(named);
    await groups.ended(named.workspace_id, named.id);
    await recipients.next(named, SOME);
    const due = await recipients.due(named, SOME);
    const people = due.map(({ person_id }) => person_id);
    await recipients.taken(
      named,
      due.map(({ address_key }) => address_key),
    );
    await budgets.take(named.workspace_id, named.channel, people);
    await budgets.refund(SOME);
    await counts.sending(named.workspace_id);
    await recipients.settle(
      named,
      due.map(({ person_id, address_key }) => ({ person_id, address_key, message_id: v7(), reason: null })),
    );
    await counts.add(named, [{ what: 'queued', by: due.length }]);
    await recipients.defer(
      named,
      people.map((person_id) => ({ person_id, at: new Date() })),
    );
    await recipients.putOff(named, people.map((person_id) => ({ person_id, at: null }))); // prettier-ignore
    await recipients.takeBack(named, people.map((person_id) => ({ person_id, at: new Date() }))); // prettier-ignore
    await recipients.addressed(
      named,
      due.map(({ address_key }) => address_key),
    );
    await recipients.nextTurn(named);
    await recipients.release(named, { variant: 0, variants: 2, most: SOME });
    const pages = new RecipientPages(database);
    await pages.exported(named, NIL, SOME);
    await pages.page(named, {}, { limit: SOME });
    await pages.page(named, {}, { limit: SOME, after: { at: '-', id: people[0] ?? v7() } });
  };

  /** A retry of people whose message is unknown. */
  const again = async (database: Database, { workspace_id, id }: Named) => {
    const given = [workspace_id, id];
    const people = await db.database.query<{ person_id: string }>(`SELECT person_id FROM campaign_recipients WHERE workspace_id = $1 AND campaign_id = $2 LIMIT ${SOME}`, given); // prettier-ignore
    await new FailedRecipients(database).planAgain({ workspace_id, id }, people.map(({ person_id }) => person_id), 'unknown'); // prettier-ignore
    const messages = await db.database.query<{ id: string }>(`SELECT id FROM messages WHERE workspace_id = $1 AND group_id = $2 LIMIT ${SOME}`, given); // prettier-ignore
    const ids = messages.map((message) => message.id);
    await new ReplacedMessages(database).giveUp(workspace_id, ids);
    await new ReplacedMessages(database).takeBack(workspace_id, ids, 'replaced');
  };

  /** Somebody who is merged into another person and erased. */
  const keep = async (database: Database, { workspace_id: workspaceId, id }: Named) => {
    const { aPerson } = audienceOf(
      () => db.database,
      () => workspaceId,
    );
    const [from, to] = [await aPerson(null), await aPerson(null)];
    for (const person of [from, to])
      await db.database.execute(`INSERT INTO campaign_recipients (workspace_id, campaign_id, person_id, address_key, list_id, since, send_at) VALUES ($1, $2, $3, $3, $3, now(), now())`, [workspaceId, id, person]); // prettier-ignore
    const rows = new PersonCampaigns(new PersonContributions(), database);
    const row = (person: string) => ({ id: person, uid: person, addresses: [] });
    await rows.merge({ workspaceId, from: row(from), to: row(to) } as never);
    await rows.eraseChunk({ workspaceId, personId: to, uids: [], before: new Date() });
  };
});
