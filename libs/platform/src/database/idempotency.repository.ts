import { IdempotencyInProgressError, IdempotencyKeyReusedError, UnavailableError } from '@dundun/domain';
import type { Database } from './database.js';
import { isLockTimeout } from './database-errors.js';

/** One use of an `Idempotency-Key`: workspace, operation, key and a hash of the request. */
export interface IdempotencyClaim {
  workspaceId: number;
  method: string;
  /** The concrete path without the query. */
  path: string;
  key: string;
  /** SHA-256 of the caller's level and the canonical JSON body. */
  fingerprint: Buffer;
  /** Notices about the request; a replay repeats them. */
  notices?: string[];
}

/** The answer to a client, always with status 200. */
export interface StoredAnswer {
  body: unknown;
  notices?: string[];
}

/** The stored form: jsonb sorts keys, so a body in another order is stored as text too. */
interface StoredRow extends StoredAnswer {
  text?: string;
}

/** The answer of an earlier request with the same idempotency key. */
export class Replayed {
  constructor(readonly answer: StoredAnswer) {}
}

/** Another transaction has held one of the keys for longer than lock_timeout. */
export class KeyInUseError extends Error {
  /** The code of PostgreSQL's lock timeout, so that a group is halved until the key is alone. */
  readonly code = '55P03';
}

/** Limits how long a transaction waits for a lock, such as that on a key in use. */
export const SHORT_WAIT = '50ms';
export const LONG_WAIT = '2s';
const waiting = (limit: string) => `SET LOCAL lock_timeout = '${limit}'`;

/** The fields of a key in a JSON parameter, besides `workspace_id`. */
export const KEY_FIELDS = 'method text, path text, key text, fingerprint text, answer jsonb';

/** Returns the SQL that inserts the keys of these rows and returns those that are new. @param source has KEY_FIELDS and `workspace_id` */
export const claimedFrom = (source: string): string => `
    INSERT INTO idempotency_keys (workspace_id, method, path, key, fingerprint, answer)
    SELECT workspace_id, method, path, key, decode(fingerprint, 'hex'), answer FROM ${source}
    ORDER BY 1, 2, 3, 4
    ON CONFLICT (workspace_id, method, path, key) DO UPDATE
      SET fingerprint = excluded.fingerprint, answer = excluded.answer, created_at = now()
      WHERE idempotency_keys.created_at < now() - interval '24 hours'
    RETURNING workspace_id, method, path, key`;

const CLAIM = {
  name: 'idempotency-claim',
  text: claimedFrom(`jsonb_to_recordset($1::jsonb) AS claim(workspace_id int, ${KEY_FIELDS})`),
};

// Unnamed, so that PostgreSQL plans them each time: a plan cached for a small table would scan one that has grown.
const EARLIER = `
    SELECT k.workspace_id, k.method, k.path, k.key, k.fingerprint, k.answer
    FROM jsonb_to_recordset($1::jsonb) AS claim(workspace_id int, method text, path text, key text)
    JOIN idempotency_keys k USING (workspace_id, method, path, key)`;

const STORE = `
    UPDATE idempotency_keys k SET answer = stored.answer
    FROM jsonb_to_recordset($1::jsonb) AS stored(workspace_id int, method text, path text, key text, answer jsonb)
    WHERE k.workspace_id = stored.workspace_id AND k.method = stored.method AND k.path = stored.path AND k.key = stored.key`;

const FORGET = `
    DELETE FROM idempotency_keys k
    USING jsonb_to_recordset($1::jsonb) AS refused(workspace_id int, method text, path text, key text)
    WHERE k.workspace_id = refused.workspace_id AND k.method = refused.method AND k.path = refused.path AND k.key = refused.key`;

interface KeyRow extends Record<string, unknown> {
  workspace_id: number;
  method: string;
  path: string;
  key: string;
  fingerprint: Buffer;
  answer: StoredRow | null;
}

const idOf = (row: { workspace_id: number; method: string; path: string; key: string }) =>
  JSON.stringify([row.workspace_id, row.method, row.path, row.key]);
const rowOf = ({ workspaceId, method, path, key }: IdempotencyClaim) => ({
  workspace_id: workspaceId,
  method,
  path,
  key,
});

/**
 * Claims the keys inside the open transaction. Waits up to lock_timeout for a key that another transaction holds.
 * @returns per claim undefined when its key is new, else its replay or its refusal
 */
export async function claimKeys(
  database: Database,
  claims: IdempotencyClaim[],
): Promise<(Replayed | Error | undefined)[]> {
  const rows = claims.map((claim) => ({ ...rowOf(claim), fingerprint: claim.fingerprint.toString('hex') }));
  const taken = new Set((await insertClaims(database, rows)).map(idOf));
  return earlierOf(database, claims, (claim) => taken.has(idOf(rowOf(claim))));
}

/** Reads the answers to earlier requests. @returns per claim undefined when its key is new, else its replay or its refusal */
export async function earlierOf(
  database: Database,
  claims: IdempotencyClaim[],
  isNew: (claim: IdempotencyClaim, index: number) => boolean,
): Promise<(Replayed | Error | undefined)[]> {
  const others = claims.filter((claim, index) => !isNew(claim, index));
  if (others.length === 0) return claims.map(() => undefined);
  const found = await database.query<KeyRow>(EARLIER, [JSON.stringify(others.map(rowOf))]);
  const earlier = new Map(found.map((row) => [idOf(row), row]));
  return claims.map((claim, index) =>
    isNew(claim, index) ? undefined : replayOf(earlier.get(idOf(rowOf(claim))), claim),
  );
}

/** Returns a key with the answer that is known before its effect, as members of a JSON object: KEY_FIELDS. */
export function keyMembers(claim: IdempotencyClaim, answer: StoredAnswer): string {
  const { method, path, key, fingerprint } = claim;
  const members = { method, path, key, fingerprint: fingerprint.toString('hex'), answer: rowOfAnswer(claim, answer) };
  return JSON.stringify(members).slice(1, -1);
}

async function insertClaims(database: Database, rows: object[]): Promise<KeyRow[]> {
  try {
    return await database.query<KeyRow>(CLAIM, [JSON.stringify(rows)]);
  } catch (error) {
    throw isLockTimeout(error) ? new KeyInUseError('an idempotency key is in use', { cause: error }) : error;
  }
}

/** Limits the waits of the open transaction for locks. */
export const limitWait = (database: Database, limit: string): Promise<number> => database.execute(waiting(limit));

/** Translates a lock timeout for a caller with a key: the first request still runs, or another lock took too long. */
export function waitedTooLong(error: unknown): unknown {
  if (!isLockTimeout(error)) return error;
  return error instanceof KeyInUseError ? new IdempotencyInProgressError() : new UnavailableError();
}

function replayOf(row: KeyRow | undefined, claim: IdempotencyClaim): Replayed | Error {
  if (!row?.answer) return new IdempotencyInProgressError();
  if (!row.fingerprint.equals(claim.fingerprint)) return new IdempotencyKeyReusedError();
  const { body, notices, text } = row.answer;
  return new Replayed({ body: text === undefined ? body : (JSON.parse(text) as unknown), notices });
}

function rowOfAnswer({ notices = [] }: IdempotencyClaim, { body, notices: more = [] }: StoredAnswer): StoredRow {
  const all = [...notices, ...more];
  return {
    body,
    ...(all.length > 0 && { notices: all }),
    ...(!isInOrderOfJsonb(body) && { text: JSON.stringify(body) }),
  };
}

/** Returns whether jsonb keeps the order of all keys: it sorts them by their length in bytes, then by their bytes. */
function isInOrderOfJsonb(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isInOrderOfJsonb);
  const keys = Object.keys(value).map((key) => Buffer.from(key));
  return (
    keys.every((key, index) => index === 0 || compared(keys[index - 1] as Buffer, key) < 0) &&
    Object.values(value).every(isInOrderOfJsonb)
  );
}

const compared = (one: Buffer, other: Buffer) => one.length - other.length || one.compare(other);

/** Stores each answer in the transaction of its effect; removes the key of a refused request. */
export async function storeAnswers(
  database: Database,
  all: { claim: IdempotencyClaim; answer?: StoredAnswer }[],
): Promise<void> {
  const stored = all
    .filter(({ answer }) => answer)
    .map(({ claim, answer }) => ({ ...rowOf(claim), answer: rowOfAnswer(claim, answer as StoredAnswer) }));
  const refused = all.filter(({ answer }) => !answer).map(({ claim }) => rowOf(claim));
  if (stored.length > 0) await database.execute(STORE, [JSON.stringify(stored)]);
  if (refused.length > 0) await database.execute(FORGET, [JSON.stringify(refused)]);
}

/**
 * Runs the effect once per key, in one transaction with the key.
 * @throws IdempotencyInProgressError when the first request is still running after two seconds
 */
export async function once(
  database: Database,
  claim: IdempotencyClaim,
  effect: () => Promise<StoredAnswer>,
): Promise<StoredAnswer | Replayed> {
  try {
    return await database.transaction(async () => {
      await limitWait(database, LONG_WAIT);
      const [earlier] = await claimKeys(database, [claim]);
      if (earlier instanceof Error) throw earlier;
      if (earlier) return earlier;
      const answer = await effect();
      await storeAnswers(database, [{ claim, answer }]);
      return answer;
    });
  } catch (error) {
    throw waitedTooLong(error);
  }
}
