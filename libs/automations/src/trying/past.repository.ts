import { Inject, Injectable } from '@nestjs/common';
import type { Hours, JsonObject, Told } from '@dundun/domain';
import { Database } from '@dundun/platform/database';

/** A person of the sample. */
export interface PastPerson extends Record<string, unknown> {
  id: string;
  uid: string;
  email: string | null;
  number: string | null;
  tz: string | null;
  meta: JsonObject | null;
  workspace_zone: string;
  email_quiet: Hours | null;
  sms_quiet: Hours | null;
  bucket: number;
}

/** What the version listens for, by its names. */
export interface PastNames {
  events: readonly string[];
  segments: readonly string[];
  lists: readonly string[];
}

/** Something of the past of a person. */
export interface PastFact extends Record<string, unknown>, Told {
  person_id: string;
  kind: 'event' | 'segment' | 'list' | 'entrance';
  /** The name, the segment, the list, or the key of the entrance. */
  key: string;
  /** For a segment whether it was entered, for a list what the ledger says. */
  what: string | null;
  cause: string | null;
  is_old: boolean;
  at: Date;
}

/** People in the order of their buckets, which is random. */
const PEOPLE = `
  SELECT p.id, p.uid, p.email, p.number, p.tz, p.meta, person_bucket(p.id) AS bucket,
    (SELECT time_zone FROM workspaces w WHERE w.id = $1) AS workspace_zone,
    (SELECT email_quiet_hours FROM workspaces w WHERE w.id = $1) AS email_quiet,
    (SELECT sms_quiet_hours FROM workspaces w WHERE w.id = $1) AS sms_quiet
  FROM people p
  WHERE p.workspace_id = $1 AND (person_bucket(p.id), p.id) > ($2::smallint, $3::uuid) AND person_bucket(p.id) < $4::smallint
  ORDER BY person_bucket(p.id), p.id LIMIT $5`;

const MOST_FACTS = 500;

/** One look into the index of each person. */
const FACTS = `
  SELECT fact.* FROM unnest($2::uuid[]) AS named(id) CROSS JOIN LATERAL (
    (SELECT e.person_id, 'event' AS kind, e.name AS key, NULL AS what, NULL AS cause, e.value, e.properties, e.received_at AS at,
       coalesce(e.occurred_at, e.received_at) < e.received_at - interval '24 hours' AS is_old
     FROM events e
     WHERE e.workspace_id = $1 AND e.person_id = named.id AND e.received_at >= $3 AND e.name = ANY($4::text[])
     ORDER BY e.received_at, e.id LIMIT ${MOST_FACTS})
    UNION ALL
    (SELECT c.person_id, 'segment', c.segment_id::text, c.entered::text, c.cause, NULL, NULL, c.at, false FROM segment_changes c
     WHERE c.workspace_id = $1 AND c.person_id = named.id AND c.segment_id = ANY($5::uuid[]) AND c.at >= $3
     ORDER BY c.at, c.id LIMIT ${MOST_FACTS})
    UNION ALL
    (SELECT c.person_id, 'list', c.list_id::text, c.action, c.method, NULL, NULL, c.at, false FROM consents c
     WHERE c.workspace_id = $1 AND c.person_id = named.id AND c.at >= $3 AND c.list_id = ANY($6::uuid[])
     ORDER BY c.at, c.id LIMIT ${MOST_FACTS})
    UNION ALL
    (SELECT r.person_id, 'entrance', r.key, NULL, NULL, r.vars->'entry'->'value', r.vars->'entry'->'properties', r.entered_at, false
     FROM enrolments r
     WHERE r.workspace_id = $1 AND r.person_id = named.id AND r.automation_id = $7 AND r.entered_at >= $3 AND NOT r.is_test
     ORDER BY r.entered_at, r.id LIMIT ${MOST_FACTS})
  ) AS fact
  ORDER BY fact.person_id, fact.at`;

/** Reads the past of a sample of people. Writes nothing. */
@Injectable()
export class Past {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** @param below the buckets of the sample: 10,000 are everybody */
  people(
    workspaceId: number,
    after: { bucket: number; id: string },
    below: number,
    most: number,
  ): Promise<PastPerson[]> {
    return this.database.query<PastPerson>(PEOPLE, [workspaceId, after.bucket, after.id, below, most]);
  }

  /** Returns what happened to people since an instant, by person in its order. @param entrancesOf the automation whose entrances count too */
  facts(
    workspaceId: number,
    people: readonly string[],
    since: Date,
    { events, segments, lists }: PastNames,
    entrancesOf: string | null,
  ): Promise<PastFact[]> {
    return this.database.query<PastFact>(FACTS, [workspaceId, people, since, events, segments, lists, entrancesOf]);
  }
}
