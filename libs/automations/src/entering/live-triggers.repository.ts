import { Inject, Injectable } from '@nestjs/common';
import type { AutomationTrigger } from '@dundun/domain';
import { Database } from '@dundun/platform/database';

/** A live automation and what lets people in. */
export interface LiveTriggerRow extends Record<string, unknown> {
  id: string;
  name: string;
  trigger: AutomationTrigger;
}

/** A workspace has few automations. */
const LIVE = `
  SELECT a.id, a.name, live.trigger FROM automations a
  CROSS JOIN LATERAL (
    SELECT v.compiled->'trigger' AS trigger FROM automation_versions v
    WHERE v.workspace_id = $1 AND v.automation_id = a.id AND v.version = a.live_version OFFSET 0) AS live
  WHERE a.workspace_id = $1 AND a.state = 'live' AND a.enters ORDER BY a.name, a.id`;

/** Reads what starts automations. */
@Injectable()
export class LiveTriggers {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** Returns those of the automations that people may enter, by name. */
  all(workspaceId: number): Promise<LiveTriggerRow[]> {
    return this.database.query<LiveTriggerRow>(LIVE, [workspaceId]);
  }
}
