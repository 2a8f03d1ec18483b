import { Inject, Injectable } from '@nestjs/common';
import { emailKey, isWellFormed } from '@dundun/domain';
import { Database } from '@dundun/platform/database';
import { v7 } from 'uuid';
import { uidKeyOf } from './people-set.js';
import { keyValue, type MatchKeyKind } from './person-keys.js';
import { Person } from './person.entity.js';

export interface UidName {
  workspaceId: number;
  uid: string;
}

const BY_ADDRESS = `
  SELECT p.uid, p.email, p.number FROM person_keys k
  JOIN people p ON p.workspace_id = k.workspace_id AND p.id = k.person_id
  WHERE k.workspace_id = $1 AND k.kind = $3 AND k.value = $2`;

/** Skips locked rows: a transaction that removes a person may be waiting for rows of this one. */
const HOLD = `
  WITH found AS MATERIALIZED (
    SELECT asked."workspaceId" AS workspace_id, asked.address, asked.kind, p.id, p.email, p.number
    FROM jsonb_to_recordset($1::jsonb) AS asked("workspaceId" int, kind text, address text)
    JOIN person_keys k ON k.workspace_id = asked."workspaceId" AND k.kind = asked.kind AND k.value = asked.address
    JOIN people p ON p.workspace_id = k.workspace_id AND p.id = k.person_id
  ),
  held AS MATERIALIZED (
    SELECT p.workspace_id, p.id FROM people p
    WHERE (p.workspace_id, p.id) IN (SELECT workspace_id, id FROM found) FOR KEY SHARE SKIP LOCKED
  )
  SELECT found.*, held.id IS NOT NULL AS is_held
  FROM found LEFT JOIN held ON held.workspace_id = found.workspace_id AND held.id = found.id`;

/** One statement for own uids and those that lead elsewhere, so that a handle does not tell by its time whose it is. */
const FIND = `
  SELECT named."workspaceId" AS workspace_id, named.uid, coalesce(p.id, m.person_id) AS id
  FROM jsonb_to_recordset($1::jsonb) AS named("workspaceId" int, uid text)
  LEFT JOIN people p ON p.workspace_id = named."workspaceId" AND p.uid = named.uid
  LEFT JOIN merged_uids m ON m.workspace_id = named."workspaceId" AND m.uid = named.uid
  WHERE p.id IS NOT NULL OR m.person_id IS NOT NULL`;

const FIND_MERGED = `
  SELECT m.workspace_id, m.uid, m.person_id AS id
  FROM jsonb_to_recordset($1::jsonb) AS named("workspaceId" int, uid text)
  JOIN merged_uids m ON m.workspace_id = named."workspaceId" AND m.uid = named.uid`;

const FIND_OWN = `SELECT id FROM people WHERE workspace_id = $1 AND uid = $2`;

const FORMER_UIDS = `SELECT uid FROM merged_uids WHERE workspace_id = $1 AND person_id = $2`;

const ARCHIVE = `
  UPDATE people SET archived_at = coalesce(archived_at, now()), updated_at = now() WHERE workspace_id = $1 AND id = $2`;

const ADD = {
  name: 'people-add-uids',
  text: `
    INSERT INTO people (workspace_id, id, uid, uid_updateable)
    SELECT "workspaceId", id, uid, false
    FROM jsonb_to_recordset($1::jsonb) AS named("workspaceId" int, id uuid, uid text)
    ORDER BY "workspaceId", uid
    ON CONFLICT (workspace_id, uid) DO NOTHING
    RETURNING workspace_id, uid, id`,
};

/** An address as keys spell it; null belongs to no person. */
interface KeyedAddress {
  workspaceId: number;
  address: string | null;
}

interface Holder extends Record<string, unknown> {
  workspace_id: number;
  address: string;
  kind: MatchKeyKind;
  id: string;
  email: string | null;
  number: string | null;
  is_held: boolean;
}

interface Found extends Record<string, unknown> {
  workspace_id: number;
  uid: string;
  id: string;
}

/** Finds people by uid, address and key. A uid that was merged or replaced leads to the person who has it now. */
@Injectable()
export class People {
  constructor(@Inject(Database) private readonly database: Database) {}

  async findByUid(workspaceId: number, uid: string): Promise<Person | null> {
    if (!isWellFormed(uid)) return null;
    const people = this.database.repository(Person);
    const person = await people.findOneBy({ workspaceId, uid });
    if (person) return person;
    const [merged] = await this.find([{ workspaceId, uid }], FIND_MERGED);
    return merged ? people.findOneBy({ workspaceId, id: merged.id }) : null;
  }

  /** Returns the id of the person whose own uid this is; a uid that was merged away leads to none. */
  async idOfOwn(workspaceId: number, uid: string): Promise<string | undefined> {
    const [row] = await this.database.query<{ id: string }>(FIND_OWN, [workspaceId, uid]);
    return row?.id;
  }

  /** Returns the uids that lead to the person besides the own one. */
  async formerUids(workspaceId: number, personId: string): Promise<string[]> {
    const rows = await this.database.query<{ uid: string }>(FORMER_UIDS, [workspaceId, personId]);
    return rows.map(({ uid }) => uid);
  }

  /** Keeps the first time when the person is archived already. @returns false when there is no such person */
  async archive(workspaceId: number, personId: string): Promise<boolean> {
    return (await this.database.execute(ARCHIVE, [workspaceId, personId])) > 0;
  }

  /** Finds the person with this email address or number. @returns the uid, or null when no person has it */
  async uidOf(workspaceId: number, address: string): Promise<string | null> {
    const kind = address.includes('@') ? 'email' : 'number';
    const key = (value: string) => (kind === 'email' ? emailKey(value) : value);
    const [row] = await this.database.query<{ uid: string; email: string | null; number: string | null }>(BY_ADDRESS, [
      workspaceId,
      key(address),
      kind,
    ]);
    // A key row can still name a person who has released the key.
    const held = row?.[kind] ?? null;
    return row && held !== null && key(held) === key(address) ? row.uid : null;
  }

  /**
   * Finds the holders of these addresses and keeps them from being removed until the open transaction ends. A holder whom
   * another transaction is removing is busy.
   */
  async holding(all: KeyedAddress[]) {
    const asked = all.filter(({ address }) => address !== null);
    const keys = asked.map((each) => ({ ...each, kind: each.address?.includes('@') ? 'email' : 'number' }));
    const rows = keys.length > 0 ? await this.database.query<Holder>(HOLD, [JSON.stringify(keys)]) : [];
    const holders = rows.filter((row) => keyValue(row, row.kind) === row.address);
    const of = ({ workspaceId, address }: KeyedAddress) =>
      holders.find((row) => row.workspace_id === workspaceId && row.address === address);
    return {
      idOf: (one: KeyedAddress): string | null => of(one)?.id ?? null,
      isBusy: (one: KeyedAddress): boolean => of(one)?.is_held === false,
    };
  }

  /**
   * Returns the ids of the people with these uids, and creates missing people. The uids must be storable text.
   * @returns ids by workspace id and uid, separated by a space
   */
  async ensureUids(names: UidName[]): Promise<Map<string, string>> {
    const ids = new Map<string, string>();
    const keep = (rows: Found[]) => rows.forEach((row) => ids.set(uidKeyOf(row.workspace_id, row.uid), row.id));
    const missing = () => names.filter(({ workspaceId, uid }) => !ids.has(uidKeyOf(workspaceId, uid)));
    keep(await this.find(names));
    if (missing().length > 0) keep(await this.add(missing()));
    // A concurrent transaction created them first.
    if (missing().length > 0) keep(await this.find(missing()));
    return ids;
  }

  private find(names: UidName[], statement = FIND): Promise<Found[]> {
    return this.database.query<Found>(statement, [
      JSON.stringify(names.map(({ workspaceId, uid }) => ({ workspaceId, uid }))),
    ]);
  }

  private add(names: UidName[]): Promise<Found[]> {
    const rows = names.map(({ workspaceId, uid }) => ({ workspaceId, uid, id: v7() }));
    return this.database.query<Found>(ADD, [JSON.stringify(rows)]);
  }
}
