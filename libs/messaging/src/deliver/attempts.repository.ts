import { Inject, Injectable } from '@nestjs/common';
import type { MessageLane } from '@dundun/domain';
import { isPaused } from '@dundun/people';
import { Database, GroupCommit, Replayed } from '@dundun/platform/database';
import { LEASE_MS } from './lane-claims.repository.js';
import { GATHER } from './gather.js';
import type { ClaimedMessage } from '../message/message.js';
import { GROUP_PAUSED, type GroupState } from '../message/message-groups.repository.js';
import { suppressionKey } from '../message/suppression-key.js';
import { isSuppressed } from '../suppressions/suppressed.statements.js';

interface Start {
  message: ClaimedMessage;
  provider: string;
  integrationId: string | null;
}

/**
 * The answer to a start: it may be lost to another worker, or name the suppressed addresses of the message, which were read at
 * `readAt`, and those of them that are only paused. `leasedAt` is when its lease began, by `performance.now()`.
 */
export type Started =
  | { kind: 'lost' }
  | { kind: 'started'; number: number; suppressed: string[]; paused: string[]; readAt: number; leasedAt: number }
  | { kind: 'suppressed'; suppressed: string[]; paused: string[] }
  /** Its group is paused, which keeps it back, or stopped. */
  | { kind: 'paused' }
  | { kind: 'stopped' };

/** Messages that one statement starts. A claim is one input of its group commit, so claims are counted by their messages. */
const MOST_STARTS = 500;

export type Begun = Extract<Started, { kind: 'started' }>;
export type Unstarted = Exclude<Started, Begun>;

/** How long a lease still lasts. */
const MS_LEFT = '(extract(epoch FROM due_at - clock_timestamp()) * 1000)::float8 AS ms';

/**
 * One statement and so one snapshot: addresses suppressed by then are left out. Leaving a list is stricter: it waits for
 * attempts that are being started, and later attempts see it (`readers_who_left`). Rows and advisory-lock buckets are locked in
 * key order, which prevents deadlocks. OFFSET 0 and IS TRUE keep lookups by key whatever the statistics say: no hash of all
 * suppressions, and no partial index in place of the key. The message itself is only locked, so that no other worker can claim it
 * meanwhile: its row says since the claim that it is being sent, and its lease is renewed by the heartbeat. A message of a paused
 * group is parked here, under the lock of the group: a resume waits for that and then finds it.
 */
const START = {
  name: 'attempts-start',
  text: `
    WITH wanted AS (
      SELECT * FROM jsonb_to_recordset($1::jsonb) AS wanted(
        workspace_id int, id uuid, claim int, provider text, integration_id uuid, list_id uuid, group_id uuid, addresses jsonb)
    ),
    groups AS MATERIALIZED (
      SELECT g.workspace_id, g.id, g.state
      FROM (SELECT DISTINCT workspace_id, group_id FROM wanted WHERE group_id IS NOT NULL OFFSET 0) AS w
      JOIN message_groups g ON g.workspace_id = w.workspace_id AND g.id = w.group_id
      ORDER BY 1, 2 FOR SHARE OF g
    ),
    asked AS MATERIALIZED (
      SELECT w.id, w.workspace_id, w.list_id, a.address, a.key
      FROM wanted w CROSS JOIN jsonb_to_recordset(w.addresses) AS a(address text, key text)
    ),
    gone AS MATERIALIZED (
      SELECT l.workspace_id, l.list_id, l.reader
      FROM (
        SELECT array_agg(workspace_id) AS workspaces, array_agg(list_id) AS lists, array_agg(key) AS readers
        FROM asked WHERE list_id IS NOT NULL) AS a
      CROSS JOIN LATERAL readers_who_left(a.workspaces, a.lists, a.readers) AS l
    ),
    suppressed AS MATERIALIZED (
      SELECT s.id, array_agg(s.address) AS addresses,
        coalesce(array_agg(s.address) FILTER (WHERE s.is_blocked IS NOT TRUE), '{}') AS paused
      FROM (
        SELECT a.id, a.address,
          ${isSuppressed('a.workspace_id', 'a.key', 'a.list_id')}
            OR (a.workspace_id, a.list_id, a.key) IN (SELECT g.workspace_id, g.list_id, g.reader FROM gone g) AS is_blocked,
          a.list_id IS NOT NULL AND ${isPaused('a.workspace_id', 'a.key')} AS is_paused
        FROM asked a OFFSET 0) AS s
      WHERE s.is_blocked OR s.is_paused
      GROUP BY s.id
    ),
    able AS MATERIALIZED (
      SELECT m.workspace_id, m.id, m.due_at, w.provider, w.integration_id, coalesce(g.state, 'open') AS state
      FROM wanted w
      JOIN messages m ON m.workspace_id = w.workspace_id AND m.id = w.id AND m.claim = w.claim
      LEFT JOIN suppressed s ON s.id = w.id
      LEFT JOIN groups g ON g.workspace_id = w.workspace_id AND g.id = w.group_id
      WHERE (m.due_at IS NOT NULL) IS TRUE AND coalesce(cardinality(s.addresses), 0) < jsonb_array_length(w.addresses)
      ORDER BY 1, 2 FOR NO KEY UPDATE OF m
    ),
    started AS (
      INSERT INTO attempts (workspace_id, message_id, number, provider, integration_id)
      SELECT workspace_id, id, coalesce(
        (SELECT a.number FROM attempts a WHERE a.workspace_id = able.workspace_id AND a.message_id = able.id
         ORDER BY a.number DESC LIMIT 1), 0) + 1, provider, integration_id
      FROM able WHERE state = 'open'
      RETURNING message_id, number
    ),
    parked AS (
      UPDATE messages m SET status = 'queued', due_at = 'infinity', reason = '${GROUP_PAUSED}'
      FROM able WHERE able.state = 'paused' AND m.workspace_id = able.workspace_id AND m.id = able.id
    )
    SELECT w.id, started.number, able.state, coalesce(s.addresses, '{}') AS suppressed,
      coalesce(s.paused, '{}') AS paused, ${MS_LEFT}
    FROM wanted w
    LEFT JOIN started ON started.message_id = w.id LEFT JOIN able ON able.id = w.id LEFT JOIN suppressed s ON s.id = w.id`,
};

/** The attempts in flight of which an address must not be written to any more, or whose group is not open. */
const STOPPED = {
  name: 'attempts-stopped',
  text: `
    SELECT DISTINCT a.id
    FROM (
      SELECT w.workspace_id, w.id, w.list_id, w.group_id, key
      FROM jsonb_to_recordset($1::jsonb) AS w(workspace_id int, id uuid, list_id uuid, group_id uuid, keys jsonb)
      CROSS JOIN jsonb_array_elements_text(w.keys) AS key OFFSET 0) AS a
    WHERE ${isSuppressed('a.workspace_id', 'a.key', 'a.list_id')}
      OR a.list_id IS NOT NULL AND ${isPaused('a.workspace_id', 'a.key')}
      OR EXISTS (
        SELECT FROM list_suppressions l
        WHERE l.workspace_id = a.workspace_id AND l.list_id = a.list_id AND l.address = a.key OFFSET 0)
      OR EXISTS (
        SELECT FROM message_groups g
        WHERE g.workspace_id = a.workspace_id AND g.id = a.group_id AND g.state <> 'open' OFFSET 0)`,
};

/** How long the lease of a message still lasts, if this worker has it. */
const LEASE_OF = {
  name: 'attempts-lease',
  text: `
    SELECT ${MS_LEFT} FROM messages
    WHERE workspace_id = $1 AND id = $2 AND claim = $3`,
};

const LAST = {
  name: 'attempts-last',
  text: 'SELECT number, provider, outcome FROM attempts WHERE workspace_id = $1 AND message_id = $2 ORDER BY number DESC LIMIT 1',
};

interface LastAttempt extends Record<string, unknown> {
  number: number;
  provider: string;
  outcome: string | null;
}

interface StartRow extends Record<string, unknown> {
  id: string;
  number: number | null;
  /** Null for a message that this worker has lost, or of which every recipient is suppressed. */
  state: GroupState | null;
  suppressed: string[];
  /** Of them, those only paused. */
  paused: string[];
  /** How long the lease still lasts. */
  ms: number;
}

/**
 * Marks the start of network calls. The row of an attempt is committed under the claim's fencing token before its first
 * byte is sent, and the suppressions are read in the same transaction.
 */
@Injectable()
export class Attempts {
  private readonly starts: Record<MessageLane, GroupCommit<Start, Started>>;
  private readonly claims: GroupCommit<Start[], Started[]>;
  private readonly checks: GroupCommit<ClaimedMessage, boolean>;

  constructor(@Inject(Database) private readonly database: Database) {
    const starts = (gather?: typeof GATHER) =>
      new GroupCommit<Start, Started>(database, {
        name: 'attempts',
        flush: (group) => this.flush(group),
        answer: () => ({ body: null }),
        singleStatement: true,
        gather,
      });
    this.starts = { fast: starts(), bulk: starts(GATHER) };
    this.claims = new GroupCommit(database, {
      name: 'attempts of claims',
      flush: (claims) => this.flushClaims(claims),
      answer: () => ({ body: null }),
      size: (claim) => claim.length,
      maxBytes: MOST_STARTS,
      singleStatement: true,
    });
    this.checks = new GroupCommit(database, {
      name: 'checks of attempts',
      flush: (group) => this.stopped(group),
      answer: () => ({ body: null }),
      singleStatement: true,
    });
  }

  async start(message: ClaimedMessage, provider: string, integrationId: string | null): Promise<Started> {
    const started = await this.starts[message.lane].submit({ message, provider, integrationId });
    if (started instanceof Replayed) throw new Error('an attempt has no idempotency key');
    return started;
  }

  /** Marks the starts of messages in one statement, to the same account. @returns one answer per message, in order */
  async startAll(messages: ClaimedMessage[], provider: string, integrationId: string | null): Promise<Started[]> {
    const starts = messages.map((message) => ({ message, provider, integrationId }));
    return (await this.claims.submit(starts)) as Started[];
  }

  /** Whether an open recipient was suppressed, paused marketing or left the list since the attempt began, or the group was paused or stopped. @throws UnavailableError */
  async isStopped(message: ClaimedMessage): Promise<boolean> {
    return (await this.checks.submit(message)) === true;
  }

  /** Returns when the current lease of a message began, by `performance.now()`. @returns undefined if another worker has it */
  async leasedAt({ workspace_id, id, claim }: ClaimedMessage): Promise<number | undefined> {
    const now = performance.now();
    const [lease] = await this.database.query<{ ms: number }>(LEASE_OF, [workspace_id, id, claim]);
    return lease && now + lease.ms - LEASE_MS;
  }

  /** Returns the newest attempt of a message; a null outcome means that it was never recorded. */
  async last({ workspace_id, id }: ClaimedMessage): Promise<LastAttempt | undefined> {
    const [last] = await this.database.query<LastAttempt>(LAST, [workspace_id, id]);
    return last;
  }

  private async stopped(group: ClaimedMessage[]): Promise<boolean[]> {
    const asked = group.map((message) => {
      const { workspace_id, id, list_id, group_id } = message;
      return { workspace_id, id, list_id, group_id, keys: openAddresses(message).map(suppressionKey) };
    });
    const rows = await this.database.query<{ id: string }>(STOPPED, [JSON.stringify(asked)]);
    const stopped = new Set(rows.map(({ id }) => id));
    return group.map(({ id }) => stopped.has(id));
  }

  private async flushClaims(claims: Start[][]): Promise<Started[][]> {
    const started = await this.flush(claims.flat());
    let at = 0;
    return claims.map((claim) => started.slice(at, (at += claim.length)));
  }

  private async flush(group: Start[]): Promise<Started[]> {
    const now = performance.now();
    const rows = await this.database.query<StartRow>(START, [JSON.stringify(group.map(wanted))]);
    const byId = new Map(rows.map((row) => [row.id, row]));
    return group.map(({ message }): Started => {
      const { number = null, state, suppressed = [], paused = [], ms = 0 } = byId.get(message.id) ?? {};
      if (state === 'paused' || state === 'stopped') return { kind: state };
      if (number !== null)
        return { kind: 'started', number, suppressed, paused, readAt: now, leasedAt: now + ms - LEASE_MS };
      return openAddresses(message).every((address) => suppressed.includes(address))
        ? { kind: 'suppressed', suppressed, paused }
        : { kind: 'lost' };
    });
  }
}

const openAddresses = ({ recipients }: ClaimedMessage) =>
  recipients.filter(({ status }) => status === 'queued').map(({ address }) => address);

const wanted = ({ message, provider, integrationId }: Start) => ({
  workspace_id: message.workspace_id,
  id: message.id,
  claim: message.claim,
  list_id: message.list_id,
  group_id: message.group_id,
  provider,
  integration_id: integrationId,
  addresses: openAddresses(message).map((address) => ({ address, key: suppressionKey(address) })),
});
