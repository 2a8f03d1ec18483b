import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@dundun/platform/database';
import { People } from '@dundun/people';
import type { SourcePerson } from '../adapters/source-adapter.js';
import type { SourceName } from '../intake/source-hooks.service.js';

const BY_NUMBER = `
  SELECT p.uid FROM person_keys k JOIN people p ON p.workspace_id = k.workspace_id AND p.id = k.person_id
  WHERE k.workspace_id = $1 AND k.kind = 'number' AND k.value = $2 AND p.number = $2`;

const BY_EXTERNAL = `SELECT uid FROM source_people WHERE workspace_id = $1 AND source_id = $2 AND external = $3`;

const REMEMBER = `
  INSERT INTO source_people (workspace_id, source_id, external, uid) VALUES ($1, $2, $3, $4)
  ON CONFLICT (workspace_id, source_id, external) DO UPDATE SET uid = excluded.uid WHERE source_people.uid <> excluded.uid`;

/** Finds the people that senders refer to, and remembers the senders' own ids. */
@Injectable()
export class SourcePeople {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(People) private readonly people: People,
  ) {}

  /** Looks up by uid, else by the sender's id, else by email, else by number. @returns the uid, or undefined */
  async find(source: SourceName, { uid, external, email, number }: SourcePerson): Promise<string | undefined> {
    const { workspaceId } = source;
    if (uid !== undefined) return (await this.people.findByUid(workspaceId, uid))?.uid;
    return (
      (await this.byExternal(source, external)) ??
      (email === undefined ? undefined : await this.people.uidOf(workspaceId, email)) ??
      (await this.byNumber(workspaceId, number))
    );
  }

  /** Remembers the sender's id of a person, so that a later event that carries only this id is attributed to them. */
  async remember({ workspaceId, sourceId }: SourceName, { external }: SourcePerson, uid: string): Promise<void> {
    if (external !== undefined) await this.database.execute(REMEMBER, [workspaceId, sourceId, external, uid]);
  }

  private async byExternal({ workspaceId, sourceId }: SourceName, external?: string): Promise<string | undefined> {
    if (external === undefined) return undefined;
    const [row] = await this.database.query<{ uid: string }>(BY_EXTERNAL, [workspaceId, sourceId, external]);
    // A merged person resolves to the destination. A deleted person must not be recreated from a remembered id.
    return row && (await this.people.findByUid(workspaceId, row.uid))?.uid;
  }

  private async byNumber(workspaceId: number, number?: string): Promise<string | undefined> {
    if (number === undefined) return undefined;
    const [row] = await this.database.query<{ uid: string }>(BY_NUMBER, [workspaceId, number]);
    return row?.uid;
  }
}
