import { Inject, Injectable } from '@nestjs/common';
import { EmptyUpdateError, InvalidInputError } from '@dundun/domain';
import { CannotOpenError, Seal } from '@dundun/platform/config';
import { Database, TtlCache } from '@dundun/platform/database';
import { newIdentitySecret } from './random-token.js';
import { WorkspaceIdentity } from './workspace-identity.js';

/** The settings of signed identities, as the console shows them. */
export interface IdentitySettings {
  /** Null if it cannot be opened with the keys of this process. */
  secret: string | null;
  /** Until when the secret before the last rotation is accepted too. */
  previousUntil: Date | null;
  isRequired: boolean;
  closedAttributes: string[];
  closesUsedAttributes: boolean;
  /** Attributes that are closed because a current template or segment uses them. */
  usedAttributes: string[];
}

type Changes = Partial<Pick<IdentitySettings, 'isRequired' | 'closedAttributes' | 'closesUsedAttributes'>>;

interface IdentityRow extends Record<string, unknown> {
  workspace_id: number;
  strict_public_keys: boolean;
  sealed_secret: string | null;
  sealed_previous: string | null;
  previous_until: Date | null;
  sealed_handle_key: string;
  is_required: boolean;
  closed_attributes: string[];
  closes_used_attributes: boolean;
  used_attributes: string[];
}

/** A variable is named by its path; the attribute is its first part. Templates and segments are read only where the switch is on. */
const FIND = {
  name: 'identities-find',
  text: `
    SELECT w.id AS workspace_id, w.strict_public_keys, i.sealed_secret, i.sealed_handle_key, i.is_required, i.closed_attributes,
      i.closes_used_attributes, CASE WHEN i.closes_used_attributes THEN ARRAY(
        SELECT split_part(variable, '.', 1) FROM templates t
        JOIN template_versions v ON v.workspace_id = t.workspace_id AND v.template_id = t.id AND v.version = t.version
        CROSS JOIN unnest(v.variables) AS variable
        WHERE t.workspace_id = w.id AND t.archived_at IS NULL
        UNION
        SELECT u.key FROM segments s JOIN segment_uses u ON u.workspace_id = s.workspace_id AND u.segment_id = s.id
        WHERE s.workspace_id = w.id AND s.archived_at IS NULL AND u.what = 'attribute' ORDER BY 1) ELSE '{}' END AS used_attributes,
      CASE WHEN i.previous_until > now() THEN i.sealed_previous END AS sealed_previous,
      CASE WHEN i.previous_until > now() THEN i.previous_until END AS previous_until
    FROM workspaces w LEFT JOIN workspace_identities i ON i.workspace_id = w.id
    WHERE w.id = ANY($1::int[])`,
};

const CREATE = `
  INSERT INTO workspace_identities (workspace_id, sealed_secret, sealed_handle_key) VALUES ($1, $2, $3)
  ON CONFLICT (workspace_id) DO NOTHING`;

/** The previous secret keeps working for a day, so that pages which were served before keep working. $3: see `rotate`. */
const ROTATE = `
  UPDATE workspace_identities SET sealed_previous = sealed_secret, previous_until = now() + interval '24 hours',
    sealed_secret = $2, sealed_handle_key = coalesce($3, sealed_handle_key), updated_at = now()
  WHERE workspace_id = $1`;

const UPDATE = `
  UPDATE workspace_identities SET is_required = coalesce($2, is_required),
    closed_attributes = coalesce($3::text[], closed_attributes),
    closes_used_attributes = coalesce($4, closes_used_attributes), updated_at = now()
  WHERE workspace_id = $1`;

const SEALED = `SELECT workspace_id, sealed_secret, sealed_previous, sealed_handle_key FROM workspace_identities ORDER BY 1 FOR UPDATE`;

const RESEAL = `
  UPDATE workspace_identities SET sealed_secret = $2, sealed_previous = $3, sealed_handle_key = $4 WHERE workspace_id = $1`;

/** The signed identities of workspaces: secrets and settings, cached for less than a second. */
@Injectable()
export class Identities {
  private readonly known: TtlCache<number, WorkspaceIdentity>;

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Seal) private readonly seal: Seal,
  ) {
    this.known = new TtlCache(database, async (ids) => {
      const rows = await this.rows(ids);
      return ids.map((id) => this.identityOf(rows.find((row) => row.workspace_id === id)));
    });
  }

  /** Returns the identity of a workspace, without a promise if it is cached. */
  of(workspaceId: number): WorkspaceIdentity | Promise<WorkspaceIdentity> {
    const known = this.known.recall(String(workspaceId), () => workspaceId);
    return known instanceof Promise ? known.then(existing) : existing(known);
  }

  async settings(workspaceId: number): Promise<IdentitySettings> {
    const [row] = await this.rows([workspaceId]);
    if (!row) throw new InvalidInputError([{ field: 'workspace', message: 'is unknown' }]);
    return {
      secret: this.open(row.sealed_secret),
      previousUntil: row.previous_until,
      isRequired: row.is_required,
      closedAttributes: row.closed_attributes,
      closesUsedAttributes: row.closes_used_attributes,
      usedAttributes: row.used_attributes,
    };
  }

  /** Changes the given settings; absent ones stay. @throws EmptyUpdateError */
  async update(workspaceId: number, changes: Changes): Promise<IdentitySettings> {
    const { isRequired, closedAttributes, closesUsedAttributes } = changes;
    if (Object.values(changes).every((value) => value === undefined))
      throw new EmptyUpdateError(['required', 'closed_attributes', 'close_used_attributes']);
    await this.rows([workspaceId]);
    const closed = closedAttributes && [...new Set(closedAttributes)].sort();
    await this.database.execute(UPDATE, [
      workspaceId,
      isRequired ?? null,
      closed ?? null,
      closesUsedAttributes ?? null,
    ]);
    this.database.afterCommit(() => this.known.clear());
    return this.settings(workspaceId);
  }

  /** Creates a new secret; the one before is accepted for 24 hours. A handle key that cannot be opened is replaced too. */
  async rotate(workspaceId: number): Promise<IdentitySettings> {
    const [row] = await this.rows([workspaceId]);
    const hasHandles = row !== undefined && this.open(row.sealed_handle_key) !== null;
    const handleKey = hasHandles ? null : this.newSealed();
    await this.database.execute(ROTATE, [workspaceId, this.newSealed(), handleKey]);
    this.database.afterCommit(() => this.known.clear());
    return this.settings(workspaceId);
  }

  /** Encrypts all secrets again with the current key. @returns how many rows */
  async reseal(): Promise<number> {
    const again = (sealed: string | null) => (sealed === null ? null : this.seal.seal(this.seal.open(sealed)));
    return this.database.transaction(async () => {
      const rows = await this.database.query<IdentityRow>(SEALED);
      for (const { workspace_id, sealed_secret, sealed_previous, sealed_handle_key } of rows) {
        const sealed = [sealed_secret, sealed_previous, sealed_handle_key].map(again);
        await this.database.execute(RESEAL, [workspace_id, ...sealed]);
      }
      return rows.length;
    });
  }

  /** Reads the rows, and creates missing ones. */
  private async rows(workspaceIds: number[]): Promise<IdentityRow[]> {
    const read = () => this.database.query<IdentityRow>(FIND, [workspaceIds]);
    const rows = await read();
    const missing = rows.filter(({ sealed_secret }) => sealed_secret === null);
    for (const { workspace_id } of missing) {
      await this.database.execute(CREATE, [workspace_id, this.newSealed(), this.newSealed()]);
    }
    return missing.length > 0 ? read() : rows;
  }

  private identityOf(row: IdentityRow | undefined): WorkspaceIdentity | null {
    if (!row) return null;
    const secrets = [row.sealed_secret, row.sealed_previous].map((sealed) => this.open(sealed));
    return new WorkspaceIdentity({
      isStrict: row.strict_public_keys,
      isRequired: row.is_required,
      secrets: secrets.filter((secret) => secret !== null),
      handleKey: this.open(row.sealed_handle_key),
      closedAttributes: [...row.closed_attributes, ...row.used_attributes],
    });
  }

  private newSealed(): string {
    return this.seal.seal(newIdentitySecret());
  }

  /** Returns null for a secret that was sealed with a key which this process does not have. */
  private open(sealed: string | null): string | null {
    try {
      return sealed === null ? null : this.seal.open(sealed);
    } catch (error) {
      if (error instanceof CannotOpenError) return null;
      throw error;
    }
  }
}

function existing(identity: WorkspaceIdentity | null): WorkspaceIdentity {
  if (!identity) throw new Error('a caller names a workspace that does not exist');
  return identity;
}
