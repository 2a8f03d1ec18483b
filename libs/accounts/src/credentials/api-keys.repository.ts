import { hash, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { hasLength, InvalidInputError, isWellFormed, type KeyKind, type Plan } from '@dundun/domain';
import { Database, sqlState, TtlCache } from '@dundun/platform/database';
import type { Caller } from '@dundun/platform/http';
import { IsNull } from 'typeorm';
import { v7 } from 'uuid';
import { ApiKey } from './api-key.entity.js';
import { KeyUses } from './key-uses.repository.js';
import { parseBasic, type BasicCredentials } from './basic-credentials.js';
import { newKey, newSecret } from './random-token.js';

/** The fields of a new key; missing ones are generated. */
export interface NewApiKey {
  workspaceId: number;
  name?: string;
  kind?: KeyKind;
  key?: string;
  secret?: string;
  /** Whether the caller hands out the secret; those of browser keys are thrown away. */
  hasSecret?: boolean;
}

/** A created key; the secret cannot be read again. */
export interface CreatedApiKey {
  id: string;
  kind: KeyKind;
  key: string;
  secret: string;
}

interface KeyRow extends Record<string, unknown> {
  workspace_id: number;
  plan: Plan;
  strict_public_keys: boolean;
  id: string;
  kind: KeyKind;
  key: string;
  secret_hash: Buffer;
}

const UNIQUE_VIOLATION = '23505';
const digest = (text: string) => hash('sha256', text, 'buffer');
/** Stands in for the hash of an unknown key, so that both refusals take the same time. */
const NO_KEY = digest(newSecret());

/** The API keys of workspaces, and the authentication by key. */
@Injectable()
export class ApiKeys {
  private readonly callers: TtlCache<BasicCredentials | null, Caller>;
  private readonly uses: KeyUses;
  private readonly lastHeaders = new WeakMap<object, { authorization: string; id: string }>();

  constructor(@Inject(Database) private readonly database: Database) {
    this.callers = new TtlCache(database, (credentials) => this.check(credentials));
    this.uses = new KeyUses(database);
  }

  /** @throws InvalidInputError */
  async create({
    workspaceId,
    name = 'API key',
    kind = 'public',
    key = newKey(),
    secret = newSecret(),
    hasSecret = kind !== 'browser',
  }: NewApiKey): Promise<CreatedApiKey> {
    if (!hasLength(key, 1, 255) || key.includes(':') || !isWellFormed(key)) {
      throw new InvalidInputError([{ field: 'key', message: 'must be 1 to 255 characters without a colon' }]);
    }
    if (!hasLength(secret, 1, 255) || !isWellFormed(secret)) {
      throw new InvalidInputError([{ field: 'secret', message: 'must be 1 to 255 characters' }]);
    }
    const id = v7();
    try {
      await this.database
        .repository(ApiKey)
        .insert({ workspaceId, id, name, kind, key, secretHash: digest(secret), hasSecret });
    } catch (error) {
      if (sqlState(error) !== UNIQUE_VIOLATION) throw error;
      throw new InvalidInputError([{ field: 'key', message: 'is in use already' }]);
    }
    this.database.afterCommit(() => this.callers.clear());
    return { id, kind, key, secret };
  }

  list(workspaceId: number): Promise<ApiKey[]> {
    return this.database.repository(ApiKey).find({ where: { workspaceId }, order: { createdAt: 'ASC', id: 'ASC' } });
  }

  /** Counts the keys that work. */
  count(workspaceId: number): Promise<number> {
    return this.database.repository(ApiKey).countBy({ workspaceId, revokedAt: IsNull() });
  }

  find(workspaceId: number, id: string): Promise<ApiKey | null> {
    return this.database.repository(ApiKey).findOneBy({ workspaceId, id });
  }

  /** Revokes a key; other processes notice within a second. @returns whether the key was active */
  async revoke(key: string): Promise<boolean> {
    const { affected } = await this.database
      .repository(ApiKey)
      .update({ key, revokedAt: IsNull() }, { revokedAt: () => 'now()' });
    this.database.afterCommit(() => this.callers.clear());
    return affected === 1;
  }

  /**
   * Identifies the caller of an Authorization header; null for invalid credentials. With an empty secret the caller has the access
   * of the key alone. Answers are cached under the hash of the header, so that no secret outlives its connection in memory.
   */
  identify(authorization: string, connection?: object): Caller | null | Promise<Caller | null> {
    return this.callers.recall(this.idOf(authorization, connection), () => parseBasic(authorization));
  }

  /** Hashes the header. Connections repeat their header, and hashing is the most expensive part, so the last hash is kept. */
  private idOf(authorization: string, connection: object | undefined): string {
    const last = connection && this.lastHeaders.get(connection);
    if (last?.authorization === authorization) return last.id;
    const id = hash('sha256', authorization, 'base64');
    if (connection) this.lastHeaders.set(connection, { authorization, id });
    return id;
  }

  /** Null is a malformed header, which needs no query. */
  private async check(credentials: (BasicCredentials | null)[]): Promise<(Caller | null)[]> {
    const keys = credentials.flatMap((each) => (each ? [each.key] : []));
    const rows = keys.length > 0 ? await this.database.query<KeyRow>(FIND, [keys]) : [];
    const byKey = new Map(rows.map((row) => [row.key, row]));
    const callers = credentials.map((each) => each && callerOf(byKey.get(each.key), each.secret));
    this.uses.note(callers.filter((caller) => caller !== null));
    return callers;
  }
}

function callerOf(row: KeyRow | undefined, secret: string): Caller | null {
  const isRight = timingSafeEqual(digest(secret), row?.secret_hash ?? NO_KEY);
  if (!row || (secret !== '' && !isRight)) return null;
  const { workspace_id: workspaceId, plan, strict_public_keys: strictKeys, kind, id: keyId } = row;
  return Object.freeze({ workspaceId, plan, level: secret === '' ? 'key' : 'full', kind, strictKeys, keyId });
}

/** Not limited to a workspace: the credentials determine it. */
const FIND = {
  name: 'find-api-keys',
  text: `
    SELECT k.workspace_id, w.plan, w.strict_public_keys, k.id, k.kind, k.key, k.secret_hash
    FROM api_keys k JOIN workspaces w ON w.id = k.workspace_id
    WHERE k.key = ANY($1::text[]) AND k.revoked_at IS NULL`,
};
