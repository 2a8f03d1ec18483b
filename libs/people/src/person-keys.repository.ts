import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@dundun/platform/database';
import { RELEASE_KEYS, UNSHARE_KEYS } from './people-writes.statements.js';
import { keysOf } from './person-keys.js';
import type { Person } from './person.entity.js';

const KEYS = `
  SELECT kind, value FROM person_keys WHERE workspace_id = $1 AND person_id = $2
  UNION
  SELECT kind, value FROM shared_keys WHERE workspace_id = $1 AND person_id = $2`;

const SHARE = `
  INSERT INTO shared_keys (workspace_id, kind, value, person_id)
  SELECT k.workspace_id, k.kind, k.value, $2
  FROM jsonb_to_recordset($3::jsonb) AS own(kind text, value text)
  JOIN person_keys k ON k.workspace_id = $1 AND k.kind = own.kind AND k.value = own.value
  WHERE k.person_id <> $2 AND k.kind <> 'device'
  ORDER BY 1, 2, 3
  ON CONFLICT DO NOTHING`;

const HAND_OVER_DEVICES = `
  UPDATE person_keys k SET person_id = $3
  FROM jsonb_to_recordset($4::jsonb) AS own(kind text, value text)
  WHERE k.workspace_id = $1 AND k.person_id = $2 AND k.kind = 'device' AND own.kind = k.kind AND own.value = k.value`;

/** The keys of people who are merged or erased. The rows of these people must be locked. */
@Injectable()
export class PersonKeys {
  constructor(@Inject(Database) private readonly database: Database) {}

  /**
   * Passes each key of the person to the oldest person who shares it, or drops it.
   * @param heir the person of a merge, with the fields they took over; they share the keys
   */
  async release(workspaceId: number, personId: string, heir?: Person): Promise<void> {
    if (heir) {
      const own = JSON.stringify(keysOf(heir));
      await this.database.execute(HAND_OVER_DEVICES, [workspaceId, personId, heir.id, own]);
      await this.database.execute(SHARE, [workspaceId, heir.id, own]);
    }
    const rows = await this.database.query<{ kind: string; value: string }>(KEYS, [workspaceId, personId]);
    const released = JSON.stringify(rows.map(({ kind, value }) => ({ workspaceId, kind, value, personId })));
    await this.database.execute(UNSHARE_KEYS, [released]);
    await this.database.execute(RELEASE_KEYS, [released]);
  }
}
