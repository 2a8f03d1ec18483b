import { Inject, Injectable } from '@nestjs/common';
import type { Told } from '@dundun/domain';
import { Database } from '@dundun/platform/database';

const EVENTS = `
  SELECT e.value, e.properties, e.received_at,
    coalesce(e.occurred_at, e.received_at) < e.received_at - interval '24 hours' AS is_old
  FROM events e
  WHERE e.workspace_id = $1 AND e.person_id = $2 AND e.name = $3 AND e.received_at > now() - interval '31 days'
  ORDER BY e.received_at DESC, e.id DESC LIMIT 20`;
const CHANGE = `
  SELECT c.at, c.cause FROM segment_changes c
  WHERE c.workspace_id = $1 AND c.person_id = $2 AND c.segment_id = $3 AND c.entered = $4 ORDER BY c.at DESC LIMIT 1`;
const STEP = `
  SELECT c.at, c.method FROM consents c
  WHERE c.workspace_id = $1 AND c.person_id = $2 AND c.list_id = $3 AND c.action = ANY($4::text[]) ORDER BY c.at DESC LIMIT 1`;
const RUN = `
  SELECT e.id FROM enrolments e
  WHERE e.workspace_id = $1 AND e.automation_id = $2 AND e.entry_id = $3 AND e.person_id = $4`;

const ACTIONS: Record<string, readonly string[]> = {
  subscribed: ['subscribed', 'confirmed'],
  confirmed: ['confirmed'],
  unsubscribed: ['unsubscribed', 'removed'],
};

/** An event by which somebody could have come in. */
export interface PersonEvent extends Record<string, unknown>, Told {
  received_at: Date;
  is_old: boolean;
}

/** Reads what could have brought one person in. */
@Injectable()
export class PersonTriggers {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** Returns the latest events of a name. */
  events(workspaceId: number, personId: string, name: string): Promise<PersonEvent[]> {
    return this.database.query<PersonEvent>(EVENTS, [workspaceId, personId, name]);
  }

  async change(
    workspaceId: number,
    personId: string,
    segmentId: string,
    entered: boolean,
  ): Promise<{ at: Date; cause: string } | undefined> {
    const [row] = await this.database.query<{ at: Date; cause: string }>(CHANGE, [workspaceId, personId, segmentId, entered]); // prettier-ignore
    return row;
  }

  async listStep(
    workspaceId: number,
    personId: string,
    listId: string,
    change: string,
  ): Promise<{ at: Date; method: string } | undefined> {
    const [row] = await this.database.query<{ at: Date; method: string }>(STEP, [workspaceId, personId, listId, ACTIONS[change] ?? []]); // prettier-ignore
    return row;
  }

  /** Returns the run that an entrance led to. */
  async runOf(
    workspaceId: number,
    automationId: string,
    entryId: string,
    personId: string,
  ): Promise<string | undefined> {
    const [row] = await this.database.query<{ id: string }>(RUN, [workspaceId, automationId, entryId, personId]);
    return row?.id;
  }
}
