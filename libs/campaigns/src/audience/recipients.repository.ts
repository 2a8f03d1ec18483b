import { Inject, Injectable } from '@nestjs/common';
import type { Skip } from '@dundun/domain';
import { isSuppressed } from '@dundun/messaging';
import { Database } from '@dundun/platform/database';
import { isTransactional, type CampaignRow } from '../definitions/campaign.js';
import { allotted, placeOf, splitVariant, type Allotment } from './allotment.js';
import { addressKey, type Wanted } from './candidates.js';
import type { Reader } from './reader.js';

type Named = Pick<CampaignRow, 'workspace_id' | 'id'>;
type MaybeForAll = Partial<Pick<CampaignRow, 'transactional_reason'>>;
type Fed = Pick<CampaignRow, 'workspace_id' | 'id' | 'channel'> & MaybeForAll;

/** A recipient whose turn it is, as the person is now; fields are null if the person is gone. */
export interface DueRecipient extends Reader, Record<string, unknown> {
  person_id: string;
  address_key: string;
  /** Null for somebody who is subscribed to none of the lists. */
  list_id: string | null;
  /** Null for the only content, in campaigns of before. */
  variant: number | null;
  is_subscribed: boolean;
  is_paused: boolean;
  /** Null for the zone of the workspace. */
  zone: string | null;
  /** How many messages of theirs were replaced by another one. */
  generation: number;
  /** By a cap, a day before. */
  is_put_off: boolean;
}

/** What became of a recipient whose turn it was. */
export interface Settled {
  person_id: string;
  address_key: string;
  message_id: string | null;
  reason: Skip | null;
}

/** A recipient as found by the key of an address. */
export interface AddressedRecipient extends Record<string, unknown> {
  person_id: string;
  /** Null for the zone of the workspace. */
  zone: string | null;
  message_id: string | null;
}

/** What a slice of the freeze came to. */
interface FrozenCounts {
  free: number;
  planned: number;
  held_out: number;
}

/** Prints a turn at a time: those more engaged come some milliseconds earlier, so that an index of turns is enough. */
const behind = (at: string, rank = 'r.rank'): string => `${at} + ${rank} * interval '1 ms'`;

/**
 * Prints whether an address is suppressed, or has left the list that the message would belong to. A transactional message belongs to none,
 * and is stopped by what stops all messages.
 */
const isUnwanted = (
  isForAll: string,
): string => `${isSuppressed('$1', 'g.key', `CASE WHEN ${isForAll} THEN NULL ELSE g.list_id END`)}
      OR NOT ${isForAll} AND EXISTS (SELECT FROM list_suppressions s
        WHERE s.workspace_id = $1 AND s.list_id = g.list_id AND s.address = g.key OFFSET 0)`;

/**
 * Of two people with one address, the one who has been on the list for longer is written to, also when the other was frozen
 * before.
 */
const FREEZE = `
  WITH given AS (
    SELECT * FROM unnest($3::uuid[], $4::uuid[], $5::timestamptz[], $6::text[], $7::uuid[], $8::timestamptz[], $9::smallint[], $10::boolean[], $11::text[],
        $12::smallint[]) AS given(person_id, list_id, since, key, address_key, turn, variant, is_held, zone, rank)),
  free AS MATERIALIZED (
    SELECT * FROM given g
    WHERE NOT (${isUnwanted('$13::boolean')})),
  one AS (
    SELECT DISTINCT ON (address_key) * FROM free ORDER BY address_key, since, person_id),
  put AS (
    INSERT INTO campaign_recipients AS r (workspace_id, campaign_id, person_id, address_key, list_id, since, variant, state, send_at, zone, rank)
    SELECT $1, $2, person_id, address_key, list_id, since, variant, CASE WHEN is_held THEN 'held_out' ELSE 'planned' END,
      CASE WHEN variant IS NULL AND NOT is_held THEN 'infinity' ELSE ${behind('turn', 'rank')} END, zone, rank
    FROM one ORDER BY person_id
    ON CONFLICT (workspace_id, campaign_id, address_key)
      DO UPDATE SET person_id = excluded.person_id, list_id = excluded.list_id, since = excluded.since, zone = excluded.zone,
        rank = excluded.rank, send_at = CASE WHEN r.send_at = 'infinity' THEN r.send_at ELSE excluded.send_at END
      WHERE r.since > excluded.since
    RETURNING xmax = 0 AS is_new, r.state)
  SELECT (SELECT count(*)::int FROM free) AS free, count(*) FILTER (WHERE state = 'planned')::int AS planned,
    count(*) FILTER (WHERE state = 'held_out')::int AS held_out
  FROM put WHERE is_new`;

const SUPPRESSED = `
  SELECT g.person_id FROM unnest($2::uuid[], $3::uuid[], $4::text[]) AS g(person_id, list_id, key)
  WHERE ${isUnwanted('$5::boolean')}`;

const dueOf = (lock: string, consent: string) => `
  WITH due AS MATERIALIZED (
    SELECT person_id, address_key, list_id, send_at, variant, zone, generation, is_put_off FROM campaign_recipients
    WHERE workspace_id = $1 AND campaign_id = $2 AND state = 'planned' AND send_at <= now()
    ORDER BY send_at, person_id LIMIT $3 ${lock})
  SELECT due.person_id, due.address_key, due.list_id, due.variant, due.zone, due.generation, due.is_put_off, p.uid, p.email, p.number, p.first_name, p.last_name, p.meta,
    $4::boolean OR coalesce(consent_status(m.status, ${consent}) = 'subscribed', false) AS is_subscribed,
    NOT $4 AND coalesce(p.marketing_paused_until > now(), false) AS is_paused
  FROM due
  LEFT JOIN people p ON p.workspace_id = $1 AND p.id = due.person_id AND p.archived_at IS NULL
  LEFT JOIN memberships m ON m.workspace_id = $1 AND m.list_id = due.list_id AND m.person_id = due.person_id
  ORDER BY due.send_at, due.person_id`;
const CONSENT = { email: 'm.email_consent, p.email', sms: 'm.sms_consent, p.number' };
const DUE = { email: dueOf('FOR UPDATE', CONSENT.email), sms: dueOf('FOR UPDATE', CONSENT.sms) };
const NEXT = { email: dueOf('', CONSENT.email), sms: dueOf('', CONSENT.sms) };

/**
 * The rows of a campaign that an update changes: found by their key, one by one, and then by their place. Asked for anything else, a
 * planner with old statistics would read the whole campaign. The rows are locked, or looked at again by the next round. Who is planned
 * has neither a message nor a reason.
 */
const GIVEN = `
  r.ctid = ANY(ARRAY(
    SELECT c.place FROM unnest($3::uuid[]) AS named(person_id) CROSS JOIN LATERAL (
      SELECT ctid AS place FROM campaign_recipients
      WHERE workspace_id = $1 AND campaign_id = $2 AND person_id = named.person_id OFFSET 0) AS c))`;

const DEFER = `
  UPDATE campaign_recipients r SET send_at = ${behind('g.send_at')}
  FROM unnest($3::uuid[], $4::timestamptz[]) AS g(person_id, send_at)
  WHERE r.person_id = g.person_id AND r.message_id IS NULL AND r.reason IS NULL AND ${GIVEN}`;

const PUT_OFF = `
  UPDATE campaign_recipients r SET send_at = ${behind("coalesce(g.send_at, now() + interval '1 day')")}, is_put_off = true
  FROM unnest($3::uuid[], $4::timestamptz[]) AS g(person_id, send_at)
  WHERE r.person_id = g.person_id AND r.message_id IS NULL AND r.reason IS NULL AND ${GIVEN}`;

const TAKEN = `
  SELECT key AS address_key FROM unnest($3::uuid[]) AS given(key)
  WHERE EXISTS (
    SELECT FROM campaign_recipients WHERE workspace_id = $1 AND campaign_id = $2 AND address_key = key OFFSET 0)`;

const ADDRESSED = `
  SELECT key, r.person_id, r.zone, r.message_id FROM unnest($3::uuid[]) AS given(key) CROSS JOIN LATERAL (
    SELECT person_id, zone, message_id FROM campaign_recipients
    WHERE workspace_id = $1 AND campaign_id = $2 AND address_key = key OFFSET 0) AS r`;

/** Their next message is another one. */
const TAKE_BACK = `
  UPDATE campaign_recipients r SET state = CASE WHEN g.at IS NULL THEN 'skipped' ELSE 'planned' END,
    reason = CASE WHEN g.at IS NULL THEN 'no_hour' END, send_at = coalesce(${behind('g.at')}, r.send_at), message_id = NULL,
    generation = r.generation + 1, is_put_off = false
  FROM unnest($3::uuid[], $4::timestamptz[]) AS g(person_id, at)
  WHERE r.person_id = g.person_id AND ${GIVEN}`;

const SETTLE = `
  UPDATE campaign_recipients r SET state = CASE WHEN g.reason IS NULL THEN 'queued' ELSE 'skipped' END, reason = g.reason,
    message_id = g.message_id, address_key = g.address_key
  FROM unnest($3::uuid[], $4::uuid[], $5::uuid[], $6::text[]) AS g(person_id, address_key, message_id, reason)
  WHERE r.person_id = g.person_id AND ${GIVEN}`;

/** Those who wait for the decision of a test stand at the end of the index of planned recipients. */
const WAITING = `
  SELECT person_id, address_key FROM campaign_recipients
  WHERE workspace_id = $1 AND campaign_id = $2 AND state = 'planned' AND send_at = 'infinity'
  ORDER BY send_at, person_id LIMIT $3 FOR UPDATE`;
const RELEASE = `
  UPDATE campaign_recipients r SET variant = g.variant, send_at = ${behind('now()')}
  FROM unnest($3::uuid[], $4::smallint[]) AS g(person_id, variant)
  WHERE r.person_id = g.person_id AND ${GIVEN}`;

/** Moves those whose turn it is in zones where nothing may leave now; the zone of the workspace is empty. */
const WAIT = `
  WITH front AS MATERIALIZED (
    SELECT person_id, coalesce(zone, '') AS zone FROM campaign_recipients
    WHERE workspace_id = $1 AND campaign_id = $2 AND state = 'planned' AND send_at <= now()
    ORDER BY send_at, person_id LIMIT $5 FOR UPDATE)
  UPDATE campaign_recipients r SET send_at = ${behind('g.opens')}
  FROM front JOIN unnest($3::text[], $4::timestamptz[]) AS g(zone, opens) ON g.zone = front.zone
  WHERE r.workspace_id = $1 AND r.campaign_id = $2 AND r.person_id = front.person_id`;

/** The first entry of the index of planned recipients; those who wait for a decision stand at its end. */
const NEXT_TURN = `
  SELECT nullif(send_at, 'infinity') AS at FROM campaign_recipients
  WHERE workspace_id = $1 AND campaign_id = $2 AND state = 'planned' ORDER BY send_at, person_id LIMIT 1`;

const FORGET = `DELETE FROM campaign_recipients WHERE workspace_id = $1 AND campaign_id = $2`;

/** Stores the recipients of campaigns: one row each, from the freeze until the campaign is deleted. */
@Injectable()
export class Recipients {
  constructor(@Inject(Database) private readonly database: Database) {}

  /**
   * Adds recipients, except suppressed ones and those whose address another one has.
   * @returns how many are not suppressed, and how many of them were planned or held out
   */
  async freeze(campaign: Named & MaybeForAll, wanted: readonly Wanted[], allotment: Allotment): Promise<FrozenCounts> {
    const { workspace_id, id } = campaign;
    const keys = wanted.map(({ key }) => addressKey(key));
    const places = keys.map((key) => allotted(placeOf(id, key), allotment));
    const [row] = await this.database.query<FrozenCounts & Record<string, unknown>>(FREEZE, [
      workspace_id,
      id,
      wanted.map(({ person_id }) => person_id),
      wanted.map(({ list_id }) => list_id),
      wanted.map(({ since }) => since),
      wanted.map(({ key }) => key),
      keys,
      wanted.map(({ send_at }) => send_at),
      places.map((place) => (place === 'held_out' ? null : place)),
      places.map((place) => place === 'held_out'),
      wanted.map(({ zone }) => zone),
      wanted.map(({ rank }) => rank),
      isTransactional(campaign),
    ]);
    return row ?? { free: 0, planned: 0, held_out: 0 };
  }

  /** Returns the people whose address is suppressed for such a campaign, or has left the list. */
  async suppressed(
    campaign: Pick<CampaignRow, 'workspace_id'> & MaybeForAll,
    wanted: readonly Wanted[],
  ): Promise<Set<string>> {
    const rows = await this.database.query<{ person_id: string }>(SUPPRESSED, [
      campaign.workspace_id,
      wanted.map(({ person_id }) => person_id),
      wanted.map(({ list_id }) => list_id),
      wanted.map(({ key }) => key),
      isTransactional(campaign),
    ]);
    return new Set(rows.map(({ person_id }) => person_id));
  }

  /** Returns those whose turn it is, the earliest first, locked until the open transaction ends. */
  due(campaign: Fed, most: number): Promise<DueRecipient[]> {
    return this.database.query<DueRecipient>(DUE[campaign.channel], valuesOf(campaign, most));
  }

  /** Like `due`, without a lock: to prepare what takes a while. */
  next(campaign: Fed, most: number): Promise<DueRecipient[]> {
    return this.database.query<DueRecipient>(NEXT[campaign.channel], valuesOf(campaign, most));
  }

  /** Gives recipients another time. */
  async defer({ workspace_id, id }: Named, deferred: readonly { person_id: string; at: Date }[]): Promise<void> {
    if (deferred.length === 0) return;
    const people = deferred.map(({ person_id }) => person_id);
    await this.database.execute(DEFER, [workspace_id, id, people, deferred.map(({ at }) => at)]);
  }

  /** Gives recipients whose turn it is another time, the same one of the next day if it is null, and notes it: that happens once. */
  async putOff({ workspace_id, id }: Named, later: readonly { person_id: string; at: Date | null }[]): Promise<void> {
    if (later.length === 0) return;
    const people = later.map(({ person_id }) => person_id);
    await this.database.execute(PUT_OFF, [workspace_id, id, people, later.map(({ at }) => at)]);
  }

  /** Returns which of the keys recipients of the campaign have. */
  async taken({ workspace_id, id }: Named, keys: readonly string[]): Promise<Set<string>> {
    if (keys.length === 0) return new Set();
    const rows = await this.database.query<{ address_key: string }>(TAKEN, [workspace_id, id, keys]);
    return new Set(rows.map(({ address_key }) => address_key));
  }

  /** Returns recipients by the keys of their addresses. */
  async addressed({ workspace_id, id }: Named, keys: readonly string[]): Promise<Map<string, AddressedRecipient>> {
    const values = [workspace_id, id, keys];
    const rows = await this.database.query<AddressedRecipient & { key: string }>(ADDRESSED, values);
    return new Map(rows.map((row) => [row.key, row]));
  }

  /** Plans recipients again whose message was taken back, and skips those without a time. */
  async takeBack({ workspace_id, id }: Named, back: readonly { person_id: string; at: Date | null }[]): Promise<void> {
    if (back.length === 0) return;
    const people = back.map(({ person_id }) => person_id);
    await this.database.execute(TAKE_BACK, [workspace_id, id, people, back.map(({ at }) => at)]);
  }

  async settle({ workspace_id, id }: Named, settled: readonly Settled[]): Promise<void> {
    await this.database.execute(SETTLE, [
      workspace_id,
      id,
      settled.map(({ person_id }) => person_id),
      settled.map(({ address_key }) => address_key),
      settled.map(({ message_id }) => message_id),
      settled.map(({ reason }) => reason),
    ]);
  }

  /** Puts off those whose turn it is in zones, up to `most` of all whose turn it is. @param openings null names the workspace's */
  async wait({ workspace_id, id }: Named, openings: ReadonlyMap<string | null, Date>, most: number): Promise<void> {
    const zones = [...openings.keys()].map((zone) => zone ?? '');
    await this.database.execute(WAIT, [workspace_id, id, zones, [...openings.values()], most]);
  }

  /** Returns when the next turn is of those who do not wait for a decision; null if there are none. */
  async nextTurn({ workspace_id, id }: Named): Promise<Date | null> {
    const [row] = await this.database.query<{ at: Date | null }>(NEXT_TURN, [workspace_id, id]);
    return row?.at ?? null;
  }

  /**
   * Gives up to `most` of those who wait for a decision their variant.
   * @param variant null to give each variant the same share of them
   * @returns how many there were
   */
  async release(
    { workspace_id, id }: Named,
    { variant, variants, most }: { variant: number | null; variants: number; most: number },
  ): Promise<number> {
    const rows = await this.database.query<{ person_id: string; address_key: string }>(WAITING, [
      workspace_id,
      id,
      most,
    ]);
    if (rows.length === 0) return 0;
    const of = (key: string) => variant ?? splitVariant(placeOf(id, key), variants);
    await this.database.execute(RELEASE, [
      workspace_id,
      id,
      rows.map(({ person_id }) => person_id),
      rows.map(({ address_key }) => of(address_key)),
    ]);
    return rows.length;
  }

  async forget({ workspace_id, id }: Named): Promise<void> {
    await this.database.execute(FORGET, [workspace_id, id]);
  }
}

const valuesOf = (campaign: Fed, most: number) => [campaign.workspace_id, campaign.id, most, isTransactional(campaign)];
