import { Inject, Injectable } from '@nestjs/common';
import type { HookOwner } from '@dundun/accounts';
import { Database, type Expiry } from '@dundun/platform/database';
import type { InboundSms } from '@dundun/providers';
import { kept } from '../message/storable.js';

/** An inbound SMS that a provider repeats later than this is handled again. */
export const inboundSmsExpiry: Expiry = { table: 'inbound_sms', column: 'received_at', after: '90 days' };

/** Remembers the event ids of inbound SMS. */
@Injectable()
export class InboundSmsReceipts {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** Records receipt, and returns the SMS that are new. Providers repeat unanswered calls, sometimes much later. */
  async add({ workspaceId, integrationId }: HookOwner, inbound: InboundSms[]): Promise<InboundSms[]> {
    if (inbound.length === 0) return [];
    const byId = new Map(inbound.map((sms) => [kept(sms.eventId, 500), sms]));
    const values = [workspaceId, integrationId, JSON.stringify([...byId.keys()])];
    const fresh = await this.database.query<{ event_id: string }>(ADD, values);
    const ids = new Set(fresh.map(({ event_id }) => event_id));
    return [...byId].filter(([id]) => ids.has(id)).map(([, sms]) => sms);
  }
}

const ADD = `
  INSERT INTO inbound_sms (workspace_id, integration_id, event_id)
  SELECT $1, $2, event_id FROM jsonb_array_elements_text($3::jsonb) AS event_id ORDER BY event_id
  ON CONFLICT DO NOTHING
  RETURNING event_id`;
