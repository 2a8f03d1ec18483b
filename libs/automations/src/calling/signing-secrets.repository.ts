import { Inject, Injectable } from '@nestjs/common';
import { CannotOpenError, Seal } from '@dundun/platform/config';
import { Database } from '@dundun/platform/database';
import { newSigningSecret } from '@dundun/webhooks';

const CREATE = `
  INSERT INTO automation_secrets (workspace_id, sealed_secret) VALUES ($1, $2) ON CONFLICT DO NOTHING`;
const FIND = `
  SELECT array_remove(ARRAY[sealed_secret, CASE WHEN previous_until > now() THEN sealed_previous END], NULL) AS sealed
  FROM automation_secrets WHERE workspace_id = $1`;
const ROTATE = `
  INSERT INTO automation_secrets (workspace_id, sealed_secret) VALUES ($1, $2)
  ON CONFLICT (workspace_id) DO UPDATE SET
    sealed_previous = automation_secrets.sealed_secret, previous_until = now() + interval '24 hours',
    sealed_secret = excluded.sealed_secret`;

/** The secret that signs the calls of all automations of a workspace. It is made when it is first needed. */
@Injectable()
export class SigningSecrets {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Seal) private readonly seal: Seal,
  ) {}

  /** Returns the newest secret, if one was made. Makes none. @throws CannotOpenError after a change of SECRET_KEY */
  async find(workspaceId: number): Promise<string | null> {
    const [row] = await this.database.query<{ sealed: [string, ...string[]] }>(FIND, [workspaceId]);
    return row ? this.seal.open(row.sealed[0]) : null;
  }

  /** Returns the valid secrets, the newest first, and makes the first one. @throws CannotOpenError after a change of SECRET_KEY */
  async of(workspaceId: number): Promise<[string, ...string[]]> {
    for (;;) {
      const [row] = await this.database.query<{ sealed: [string, ...string[]] }>(FIND, [workspaceId]);
      if (row) {
        const [newest, ...former] = row.sealed;
        return [this.seal.open(newest), ...former.flatMap((sealed) => this.openable(sealed))];
      }
      await this.database.execute(CREATE, [workspaceId, this.seal.seal(newSigningSecret())]);
    }
  }

  /** A former secret that a change of SECRET_KEY made unreadable signs nothing any more. */
  private openable(sealed: string): string[] {
    try {
      return [this.seal.open(sealed)];
    } catch (error) {
      if (error instanceof CannotOpenError) return [];
      throw error;
    }
  }

  /** Makes a new secret, or the first one; a former one signs too for 24 hours. @returns the new one */
  async rotate(workspaceId: number): Promise<string> {
    const secret = newSigningSecret();
    await this.database.execute(ROTATE, [workspaceId, this.seal.seal(secret)]);
    return secret;
  }
}
