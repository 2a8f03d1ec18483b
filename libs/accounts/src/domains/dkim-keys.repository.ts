import type { KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { domainsOver, UnknownDomainError } from '@dundun/domain';
import { Seal } from '@dundun/platform/config';
import { Database, sqlState, TtlCache } from '@dundun/platform/database';
import type { DkimKey } from '@dundun/providers';
import { LRUCache } from 'lru-cache';
import { newPair, openPrivateKey, type NewKey } from './dkim-pair.js';
import type { Finding } from './sending-domain.entity.js';
import { SigningKey } from './signing-key.entity.js';

interface UsableKey {
  domain: string;
  domain_id: string;
  selector: string;
  algorithm: DkimKey['algorithm'];
}

const MOST_OPEN = 10_000;
const FOREIGN_KEY_VIOLATION = '23503';

/** The DKIM keys of the sending domains. */
@Injectable()
export class DkimKeys {
  private readonly usable: TtlCache<number, UsableKey[]>;
  /** The key of a selector never changes, so opened keys stay valid. */
  private readonly open = new LRUCache<string, Promise<KeyObject>>({ max: MOST_OPEN });

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Seal) private readonly seal: Seal,
  ) {
    this.usable = new TtlCache(database, (workspaceIds) => this.load(workspaceIds));
  }

  /**
   * Returns the keys that sign mail from this address, RSA first: the active keys with a seen record, of the nearest connected
   * domain above it that has any. Cached for up to a second.
   * @throws CannotOpenError when SECRET_KEY has changed
   */
  async signingKeys(workspaceId: number, fromEmail: string): Promise<DkimKey[]> {
    const usable = await this.usable.recall(String(workspaceId), () => workspaceId);
    for (const domain of usable ? domainsOver(fromEmail) : []) {
      const keys = usable?.filter((key) => key.domain === domain) ?? [];
      if (keys.length > 0) return Promise.all(keys.map((key) => this.opened(workspaceId, key)));
    }
    return [];
  }

  /** Returns the keys of a domain without their private halves: active, next, retired. */
  of(workspaceId: number, domainId: string): Promise<SigningKey[]> {
    return this.database
      .repository(SigningKey)
      .find({ where: { workspaceId, domainId }, order: { state: 'ASC', createdAt: 'ASC', algorithm: 'DESC' } });
  }

  /**
   * Creates the missing key pairs of a domain, one to sign and one for the next rotation.
   * @throws UnknownDomainError when it was removed in the meantime
   */
  async ensure(workspaceId: number, domainId: string): Promise<SigningKey[]> {
    const there = await this.of(workspaceId, domainId);
    const absent = (['active', 'next'] as const).filter((state) => there.every((key) => key.state !== state));
    if (absent.length === 0) return there;
    const pairs = await Promise.all(absent.map(() => newPair()));
    for (const [index, state] of absent.entries()) await this.insert(workspaceId, domainId, state, pairs[index] ?? []);
    return this.of(workspaceId, domainId);
  }

  /** Retires the active pair, activates the next one and stores `following`. Runs in a transaction. */
  async rotate(workspaceId: number, domainId: string, following: NewKey[]): Promise<void> {
    await this.database.execute(RETIRE, [workspaceId, domainId]);
    await this.database.execute(ACTIVATE, [workspaceId, domainId]);
    await this.insert(workspaceId, domainId, 'next', following);
  }

  /** Stores which key records a check found right. */
  async noteSeen(workspaceId: number, domainId: string, findings: Finding[]): Promise<void> {
    await this.database.execute(NOTE_SEEN, [workspaceId, domainId, JSON.stringify(findings)]);
  }

  /** Clears the cache after a change; other processes notice within a second. */
  forget(): void {
    this.usable.clear();
  }

  /** Seals every private key again under SECRET_KEY. @returns the number of keys @throws CannotOpenError */
  async reseal(): Promise<number> {
    const rows = await this.database.query<SealedRow>(SEALED);
    for (const row of rows) {
      const again = this.seal.seal(this.seal.open(row.sealed_private_key));
      await this.database.execute(RESEAL, [row.workspace_id, row.domain_id, row.selector, again]);
    }
    return rows.length;
  }

  private async insert(workspaceId: number, domainId: string, state: 'active' | 'next', keys: NewKey[]): Promise<void> {
    const rows = keys.map((key) => ({
      selector: key.selector,
      algorithm: key.algorithm,
      public_key: key.publicKey,
      sealed_private_key: this.seal.seal(key.privateKey),
    }));
    try {
      await this.database.execute(INSERT, [workspaceId, domainId, state, JSON.stringify(rows)]);
    } catch (error) {
      throw sqlState(error) === FOREIGN_KEY_VIOLATION ? new UnknownDomainError() : error;
    }
  }

  private async opened(workspaceId: number, key: UsableKey): Promise<DkimKey> {
    const { domain, domain_id: domainId, selector, algorithm } = key;
    const id = `${domainId} ${selector}`;
    let privateKey = this.open.get(id);
    if (!privateKey) {
      privateKey = this.read(workspaceId, domainId, selector);
      this.open.set(id, privateKey);
      privateKey.catch(() => this.open.delete(id));
    }
    return { domain, selector, algorithm, privateKey: await privateKey };
  }

  private async read(workspaceId: number, domainId: string, selector: string): Promise<KeyObject> {
    const { sealedPrivateKey } = await this.database.repository(SigningKey).findOneOrFail({
      select: { selector: true, sealedPrivateKey: true },
      where: { workspaceId, domainId, selector },
    });
    return openPrivateKey(this.seal.open(sealedPrivateKey));
  }

  private async load(workspaceIds: number[]): Promise<(UsableKey[] | null)[]> {
    const rows = await this.database.query<{ workspace_id: number; keys: UsableKey[] }>(USABLE, [workspaceIds]);
    const byWorkspace = new Map(rows.map((row) => [row.workspace_id, row.keys]));
    return workspaceIds.map((id) => byWorkspace.get(id) ?? null);
  }
}

interface SealedRow extends Record<string, unknown> {
  workspace_id: number;
  domain_id: string;
  selector: string;
  sealed_private_key: string;
}

/** Of concurrent inserts the first pair is kept, as a whole. */
const INSERT = `
  INSERT INTO dkim_keys (workspace_id, domain_id, state, selector, algorithm, public_key, sealed_private_key)
  SELECT $1, $2, $3, selector, algorithm, public_key, sealed_private_key
  FROM jsonb_to_recordset($4::jsonb)
    AS made(selector text, algorithm text, public_key text, sealed_private_key text)
  ORDER BY algorithm
  ON CONFLICT DO NOTHING`;

const RETIRE = `
  UPDATE dkim_keys SET state = 'retired', retired_at = now()
  WHERE workspace_id = $1 AND domain_id = $2 AND state = 'active'`;

const ACTIVATE = `
  UPDATE dkim_keys SET state = 'active' WHERE workspace_id = $1 AND domain_id = $2 AND state = 'next'`;

/** Without an answer the state stays, so that mail is signed while the name servers are unavailable. */
const NOTE_SEEN = `
  UPDATE dkim_keys k SET seen_at = CASE WHEN f.status = 'ok' THEN coalesce(k.seen_at, now()) END
  FROM jsonb_to_recordset($3::jsonb) AS f(name text, status text)
  WHERE k.workspace_id = $1 AND k.domain_id = $2 AND f.status <> 'error'
    AND starts_with(f.name, k.selector || '._domainkey.')`;

/** Not limited to a workspace: the operator's command covers all. */
const SEALED = 'SELECT workspace_id, domain_id, selector, sealed_private_key FROM dkim_keys';

const RESEAL = `
  UPDATE dkim_keys SET sealed_private_key = $4 WHERE workspace_id = $1 AND domain_id = $2 AND selector = $3`;

const USABLE = {
  name: 'usable-dkim-keys',
  text: `
    SELECT d.workspace_id, jsonb_agg(jsonb_build_object(
      'domain', d.domain, 'domain_id', k.domain_id, 'selector', k.selector, 'algorithm', k.algorithm)
      ORDER BY k.algorithm DESC) AS keys
    FROM sending_domains d
    JOIN dkim_keys k ON k.workspace_id = d.workspace_id AND k.domain_id = d.id
    WHERE d.workspace_id = ANY($1::int[]) AND d.connected_at IS NOT NULL
      AND k.state = 'active' AND k.seen_at IS NOT NULL
    GROUP BY d.workspace_id`,
};
