import { Inject, Injectable } from '@nestjs/common';
import type { MembershipState } from '@dundun/domain';
import {
  exportedRows,
  PersonContributions,
  PersonRows,
  type ExportedRows,
  type PersonErasure,
  type PersonMerge,
  type PersonToExport,
} from '@dundun/people';
import { Database } from '@dundun/platform/database';

/** A change of one membership, and whether it can still be undone. */
export interface ChangeToUndo extends Record<string, unknown> {
  person_id: string;
  list_id: string;
  uid: string;
  before: MembershipState;
  after: MembershipState;
  double_optin: boolean;
  /** The states of the channels before. */
  email: MembershipState;
  sms: MembershipState;
  /** Whether anybody, above all the person, has changed it since. */
  is_changed: boolean;
}

export interface MembershipName {
  person_id: string;
  list_id: string;
}

/** $3: the changes. Times and consents are those of memberships that the job is about to remove. */
const ADD = `
  INSERT INTO bulk_changes (workspace_id, job_id, person_id, list_id, before, after, joined_at, confirmed_at, email_consent, sms_consent)
  SELECT $1, $2, person_id, list_id, before, after, joined_at, confirmed_at, email_consent, sms_consent
  FROM jsonb_to_recordset($3::jsonb) AS change(
    person_id uuid, list_id uuid, before text, after text, joined_at timestamptz, confirmed_at timestamptz,
    email_consent text, sms_consent text)
  ORDER BY person_id, list_id ON CONFLICT DO NOTHING`;

const TIMES = `
  SELECT m.person_id, m.list_id, m.joined_at, m.confirmed_at, m.email_consent, m.sms_consent FROM people p
  JOIN memberships m ON m.workspace_id = p.workspace_id AND m.person_id = p.id
  WHERE p.workspace_id = $1 AND p.uid = ANY($3::text[]) AND m.list_id = ANY($2::uuid[])`;

const PLACES = `
  SELECT person_id, list_id FROM bulk_changes
  WHERE workspace_id = $1 AND job_id = $2 AND (person_id, list_id) > ($3::uuid, $4::uuid)
  ORDER BY person_id, list_id LIMIT $5`;

/** Nothing changes a person's memberships while the row is locked. */
const LOCK = 'SELECT FROM people WHERE workspace_id = $1 AND id = ANY($2::uuid[]) ORDER BY id FOR UPDATE';

/** An entry of the ledger that is younger than the change, about the list or about everything, is a choice made since. */
const TO_UNDO = `
  SELECT c.person_id, c.list_id, p.uid, c.before, c.after, l.double_optin,
    consent_status(c.before, c.email_consent, p.email) AS email, consent_status(c.before, c.sms_consent, p.number) AS sms,
    coalesce(m.status, 'none') <> c.after OR EXISTS (
      SELECT FROM consents k WHERE k.workspace_id = $1 AND k.person_id = c.person_id
        AND (k.list_id = c.list_id OR k.list_id IS NULL) AND k.at > c.changed_at) AS is_changed
  FROM jsonb_to_recordset($3::jsonb) AS named(person_id uuid, list_id uuid)
  JOIN bulk_changes c ON c.workspace_id = $1 AND c.job_id = $2 AND c.person_id = named.person_id AND c.list_id = named.list_id
  JOIN people p ON p.workspace_id = $1 AND p.id = c.person_id
  JOIN lists l ON l.workspace_id = $1 AND l.id = c.list_id
  LEFT JOIN memberships m ON m.workspace_id = $1 AND m.list_id = c.list_id AND m.person_id = c.person_id
  ORDER BY c.person_id, c.list_id`;

const RESTORE_TIMES = `
  UPDATE memberships m SET joined_at = coalesce(c.joined_at, m.joined_at), confirmed_at = c.confirmed_at,
    email_consent = c.email_consent, sms_consent = c.sms_consent
  FROM jsonb_to_recordset($3::jsonb) AS named(person_id uuid, list_id uuid)
  JOIN bulk_changes c ON c.workspace_id = $1 AND c.job_id = $2 AND c.person_id = named.person_id AND c.list_id = named.list_id
  WHERE m.workspace_id = $1 AND m.list_id = c.list_id AND m.person_id = c.person_id AND m.status = c.before`;

const COUNT = 'SELECT count(*)::int AS count FROM bulk_changes WHERE workspace_id = $1 AND job_id = $2';
const MERGE = [
  `DELETE FROM bulk_changes c WHERE workspace_id = $1 AND person_id = $2 AND EXISTS (
     SELECT FROM bulk_changes o WHERE o.workspace_id = $1 AND o.job_id = c.job_id AND o.list_id = c.list_id AND o.person_id = $3)`,
  'UPDATE bulk_changes SET person_id = $3 WHERE workspace_id = $1 AND person_id = $2',
];
const ERASE = 'DELETE FROM bulk_changes WHERE workspace_id = $1 AND person_id = $2';

interface Times extends Record<string, unknown> {
  joined_at: Date;
  confirmed_at: Date | null;
  email_consent: string | null;
  sms_consent: string | null;
}

/** What bulk jobs changed about memberships. */
@Injectable()
export class BulkChanges extends PersonRows {
  readonly name = 'bulk changes';
  readonly columns = ['bulk_changes.person_id'];

  constructor(
    @Inject(PersonContributions) contributions: PersonContributions,
    @Inject(Database) private readonly database: Database,
  ) {
    super(contributions);
  }

  /** Returns when memberships began and were confirmed, and their consents, by person and list. */
  async timesOf(workspaceId: number, lists: string[], uids: string[]): Promise<Map<string, Times>> {
    if (lists.length === 0) return new Map();
    const rows = await this.database.query<Times & MembershipName>(TIMES, [workspaceId, lists, uids]);
    return new Map(rows.map(({ person_id, list_id, ...times }) => [`${person_id} ${list_id}`, times]));
  }

  async add(workspaceId: number, jobId: string, changes: object[]): Promise<void> {
    if (changes.length > 0) await this.database.execute(ADD, [workspaceId, jobId, JSON.stringify(changes)]);
  }

  async count(workspaceId: number, jobId: string): Promise<number> {
    const [row] = await this.database.query<{ count: number }>(COUNT, [workspaceId, jobId]);
    return row?.count ?? 0;
  }

  after(workspaceId: number, jobId: string, place: MembershipName, limit: number): Promise<MembershipName[]> {
    const values = [workspaceId, jobId, place.person_id, place.list_id, limit];
    return this.database.query<MembershipName & Record<string, unknown>>(PLACES, values);
  }

  /** Locks the people and reads what has become of their memberships. */
  async lock(workspaceId: number, jobId: string, named: MembershipName[]): Promise<ChangeToUndo[]> {
    await this.database.execute(LOCK, [workspaceId, named.map(({ person_id }) => person_id)]);
    return this.database.query<ChangeToUndo>(TO_UNDO, [workspaceId, jobId, JSON.stringify(named)]);
  }

  async restoreTimes(workspaceId: number, jobId: string, named: MembershipName[]): Promise<void> {
    if (named.length > 0) await this.database.execute(RESTORE_TIMES, [workspaceId, jobId, JSON.stringify(named)]);
  }

  override async merge({ workspaceId, from, to }: PersonMerge): Promise<void> {
    for (const statement of MERGE) await this.database.execute(statement, [workspaceId, from.id, to.id]);
  }

  override async erase({ workspaceId, person }: PersonErasure): Promise<void> {
    await this.database.execute(ERASE, [workspaceId, person.id]);
  }

  async *export({ workspaceId, personId }: PersonToExport): AsyncGenerator<ExportedRows> {
    yield* exportedRows(this.database, {
      table: 'bulk_changes',
      columns: 'job_id, list_id, before, after, changed_at',
      where: 'workspace_id = $1 AND person_id = $2',
      values: [workspaceId, personId],
      key: { job_id: 'job_id', list_id: 'list_id' },
    });
  }
}
