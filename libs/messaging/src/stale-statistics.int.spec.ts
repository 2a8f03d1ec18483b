/**
 * Fills tables behind the back of their statistics, as a bulk send does before autovacuum has seen it.
 * @slow inserts 20,000 rows into each table, or 200,000 in a long run
 */
import { describe, expect, it } from '@jest/globals';
import { createLogger } from '@dundun/platform/config';
import { aWorkspace, useDatabase } from '@dundun/testing';
import { FILLING_MS, greedyStatements } from '@dundun/testing/plans';
import { repetitions } from '@dundun/testing/repetitions';
import { v7 } from 'uuid';
import { Attempts } from './deliver/attempts.repository.js';
import { LaneClaims } from './deliver/lane-claims.repository.js';
import { MailboxLimits } from './deliver/mailbox-limits.repository.js';
import { Outcomes } from './deliver/outcomes.repository.js';
import { Attachments } from './message/attachments.repository.js';
import { MessageGroups } from './message/message-groups.repository.js';
import { MessageRepository } from './message/message.repository.js';
import type { ClaimedMessage } from './message/message.js';
import { DeliveryReportRepository } from './reports/delivery-reports.repository.js';
import { ReportedMessages } from './reports/reported-messages.repository.js';
import { ReportedConsents } from './reports/reported-consents.repository.js';
import { ReportedOptOuts } from './reports/reported-opt-outs.repository.js';
import { Suppressions } from './suppressions/suppressions.repository.js';
import { aMessage, queued } from './testing.js';
import { Engagements } from './tracking/engagements.repository.js';
import { MessageSearch } from './timeline/message-search.repository.js';
import { MessageSearchStatements } from './timeline/message-search.statements.js';
import { TrackedMessages } from './tracking/tracked-messages.repository.js';
import { ScannerNetworks } from './tracking/scanner-networks.service.js';

const ROWS = repetitions(20_000, 200_000);
/** Rows of one call. */
const MANY = 50;
/** A row costs a few descents of indexes and its heap page, and the same for each index entry written. */
const MOST = { rows: MANY * 10, pages: MANY * 60 };
const TABLES = [
  'messages',
  'attempts',
  'message_people',
  'message_words',
  'suppressions',
  'delivery_reports',
  'hits',
  'short_links',
  'mailbox_limits',
];

const NO_SCANNERS = new ScannerNetworks({});

describe('with stale statistics', () => {
  const db = useDatabase();
  const logger = createLogger('test', 'silent');
  const integrationId = v7();
  let workspaceId: number;
  /** The workspace of the rows that the statistics describe. */
  let known: number;

  it(
    'every statement of deliveries, reports and tracking reads in proportion to its input',
    async () => {
      [workspaceId, known] = [await aWorkspace(db.database), await aWorkspace(db.database)];
      const { greedy, explained } = await greedyStatements(db, {
        tables: TABLES,
        rows: ROWS,
        most: MOST,
        fill,
        run: async (database) => {
          await deliver(database);
          await report(database);
          await track(database);
          await search(database);
        },
      });
      expect(greedy).toEqual([]);
      expect(explained).toBeGreaterThan(50);
    },
    FILLING_MS,
  );

  const fill = async (rows: number, what: 'ended' | 'waiting') => {
    const isEnded = what === 'ended';
    const values = [isEnded ? known : workspaceId, rows];
    await db.database.execute(
      `INSERT INTO messages (workspace_id, id, channel, lane, status, due_at, sender, recipients, content)
       SELECT $1, gen_random_uuid(), 'email', 'bulk', $3, CASE WHEN NOT $4 THEN now() - interval '1 second' END,
         '{"name":null,"address":"ada@example.com"}',
         jsonb_build_array(jsonb_build_object('address', 'p' || n || '@example.com', 'kind', 'to', 'status', 'queued')),
         '{"subject":"S","text":"T"}'
       FROM generate_series(1, $2) AS n`,
      [...values, isEnded ? 'sent' : 'queued', isEnded],
    );
    await db.database.execute(
      `INSERT INTO attempts (workspace_id, message_id, number, provider, integration_id, provider_message_id)
       SELECT $1, gen_random_uuid(), 1, 'smtp', $3, gen_random_uuid()::text FROM generate_series(1, $2)`,
      [...values, integrationId],
    );
    await db.database.execute(
      `INSERT INTO suppressions (workspace_id, address, reason)
       SELECT $1, $3 || random() || '@example.org', 'manual' FROM generate_series(1, $2) AS n`,
      [...values, what],
    );
    await db.database.execute(
      `INSERT INTO delivery_reports (workspace_id, integration_id, event_id, message_id, kind, detail)
       SELECT $1, $3, $4 || random(), CASE WHEN $5 THEN gen_random_uuid() END, 'delivered', '' FROM generate_series(1, $2) AS n`,
      [...values, integrationId, what, isEnded],
    );
    await db.database.execute(
      `INSERT INTO mailbox_limits (workspace_id, account_id, mailbox, per_second, tokens, detail)
       SELECT $1, $2, 'd' || random(), 1, 0, '' FROM generate_series(1, $3) AS n`,
      [known, integrationId, rows],
    );
    await db.database.execute(
      `INSERT INTO hits (workspace_id, message_id, at, id, kind, link)
       SELECT $1, gen_random_uuid(), now(), gen_random_uuid(), 'click', 0 FROM generate_series(1, $2) AS n`,
      values,
    );
    await db.database.execute(
      `INSERT INTO short_links (code, workspace_id, message_id, number)
       SELECT $3 || random(), $1, gen_random_uuid(), 0 FROM generate_series(1, $2) AS n`,
      [...values, what],
    );
  };

  const deliver = async (database: typeof db.database) => {
    const [claims, attempts, outcomes] = [new LaneClaims(database), new Attempts(database), new Outcomes(database)];
    const [groups, group] = [new MessageGroups(database), v7()];
    await groups.open(workspaceId, group);
    await queued(
      db.database,
      ...Array.from({ length: MANY }, () => aMessage(workspaceId, { lane: 'bulk', group_id: group })),
    );
    await claims.workspacesWithWork('email', 'bulk');
    const claimed = await claims.claim('email', 'bulk', workspaceId, MANY);
    expect(claimed).toHaveLength(MANY);
    await claims.extend(claimed);
    await groups.pause(workspaceId, group);
    await attempts.isStopped(claimed[0] as ClaimedMessage);
    await attempts.start(claimed[0] as ClaimedMessage, 'smtp', null);
    await groups.resume(workspaceId, group);
    await groups.stateOf(workspaceId, group);
    await attempts.last(claimed[0] as ClaimedMessage);
    const started = await Promise.all(claimed.map((message) => attempts.start(message, 'smtp', null)));
    const endings = claimed.map((message, index) => ({
      message,
      next: { status: 'sent' as const, wait: null, recipients: message.recipients, reason: null },
      attempt: {
        number: (started[index] as { number: number }).number,
        provider: 'smtp',
        outcome: { kind: 'accepted' as const, providerId: null, detail: '', recipients: [] },
      },
    }));
    await Promise.all(endings.map((ending) => outcomes.record(ending as never)));
    await claims.release(claimed);
    const limits = new MailboxLimits(database);
    const key = { workspaceId, accountId: integrationId, mailbox: 'google' };
    await limits.defer(key, '421');
    await limits.of(workspaceId);
    await limits.take(key, 'bulk');
    await limits.end(key, true);
    const messages = new MessageRepository(database);
    const [first] = claimed as [ClaimedMessage];
    await messages.insert([aMessage(workspaceId, { scheduled_at: new Date('2100-01-01') })]);
    await messages.insert([aMessage(workspaceId, { attachments: [Buffer.from('Hello')] })]);
    await new Attachments(database).of({ ...first, attachment_bytes: 5 });
    await messages.find(workspaceId, first.id);
    await messages.cancel(workspaceId, first.id);
    await messages.attempts(workspaceId, first.id);
    await messages.mailOfList(workspaceId, first.id);
  };

  const report = async (database: typeof db.database) => {
    const reports = new DeliveryReportRepository(database);
    const reported = new ReportedMessages(database);
    const stored = await db.database.query<{ id: string }>(
      "SELECT id FROM messages WHERE workspace_id = $1 AND status = 'sent' ORDER BY created_at LIMIT $2",
      [workspaceId, MANY],
    );
    const given = stored.map(({ id }, index) => ({
      eventId: v7(),
      reference: index % 2 === 0 ? id : null,
      providerId: id,
      kind: 'delivered' as const,
      recipient: null,
      detail: 'ok',
      at: new Date(),
    }));
    const rows = await reports.store({ workspaceId, integrationId } as never, given as never);
    expect(rows).toHaveLength(MANY);
    await reports.match(MANY);
    await reports.forgetUnmatched();
    await reports.of(workspaceId, (stored[0] as { id: string }).id);
    await reports.forgetRecipients(rows);
    const messages = await db.database.transaction(() => reported.lock(rows));
    await reported.change(messages);
    await reported.charge(rows.map((row) => ({ ...row, cost: { amount: '1', currency: 'EUR' } })));
    await reported.recipientsOf({ workspaceId, id: (stored[0] as { id: string }).id }, integrationId, 10);
    await new ReportedOptOuts(database).claim(MANY);
    await db.database.transaction(() => new ReportedConsents(database).hold(MANY));
    const suppressions = new Suppressions(database);
    await suppressions.of(
      workspaceId,
      stored.map(({ id }) => `${id}@example.org`),
    );
    await suppressions.add([{ workspaceId, address: `${v7()}@example.org`, reason: 'manual' }]);
  };

  const search = async (database: typeof db.database) => {
    const found = new MessageSearch(database);
    const page = { limit: 1 };
    const personId = v7();
    await found.page(workspaceId, { address: 'nobody@example.com' }, page);
    await found.page(workspaceId, { personId }, page);
    await found.page(workspaceId, { search: v7() }, page);
    // A search for words compares the newest messages first, which is a fixed number of rows.
    const rare = new MessageSearchStatements(workspaceId, {}, page, { words: `'${workspaceId}:rare':*` }).lookUp();
    await database.query(rare.text, rare.values);
    await found.page(workspaceId, { status: 'bounced' }, page);
    await found.page(workspaceId, { tag: 'receipt' }, page);
    await found.page(workspaceId, {}, page);
    const messages = new MessageRepository(database);
    await messages.settle(workspaceId, v7(), 'delivered', 'r');
  };

  const track = async (database: typeof db.database) => {
    const engagements = new Engagements(database, logger, NO_SCANNERS);
    const stored = await db.database.query<{ id: string }>('SELECT id FROM messages WHERE workspace_id = $1 LIMIT $2', [
      workspaceId,
      MANY,
    ]);
    for (const { id: messageId } of stored)
      engagements.record({
        workspaceId,
        messageId,
        link: 0,
        kind: 'click',
        userAgent: null,
        declared: null,
        ip: '192.0.2.7',
      });
    await engagements.beforeApplicationShutdown();
    await engagements.ofMessage(workspaceId, (stored[0] as { id: string }).id);
    const tracked = new TrackedMessages(database);
    await tracked.find(workspaceId, (stored[0] as { id: string }).id);
    await tracked.findByCode('abcdefgh');
  };
});
