import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@dundun/platform/database';
import { v7 } from 'uuid';
import { kept } from '../message/storable.js';
import { suppressionKey } from '../message/suppression-key.js';

/** A person's opt-out from all messages, or its revocation, as a provider passed it on. */
export interface SaidConsent {
  workspaceId: number;
  address: string;
  action: 'unsubscribed' | 'resumed';
  method: 'sms' | 'provider';
  /** The person's own words, if they came along. */
  textSaid?: string;
  /** Null if unknown. It may be long before the report. */
  saidAt: Date | null;
}

/** A stored one that the consent ledger does not have yet. */
export interface ReportedConsent {
  workspaceId: number;
  id: string;
  /** In the spelling of suppressions; null once the person was erased. */
  address: string | null;
  action: SaidConsent['action'];
  method: SaidConsent['method'];
  textSaid: string | null;
  saidAt: Date;
}

interface ConsentRow extends Record<string, unknown> {
  workspace_id: number;
  id: string;
  address: string | null;
  action: SaidConsent['action'];
  method: SaidConsent['method'];
  text_said: string | null;
  said_at: Date;
}

/**
 * Queues opt-outs from all messages for the consent ledger. Every STOP and START is queued, even if it changes nothing:
 * the ledger records what was said and when, while suppressions hold the current state.
 */
@Injectable()
export class ReportedConsents {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** Call it in the transaction that applies the opt-out. */
  async add({ workspaceId, address, action, method, textSaid, saidAt }: SaidConsent): Promise<void> {
    const said = textSaid === undefined ? null : kept(textSaid);
    await this.database.execute(ADD, [workspaceId, v7(), suppressionKey(address), action, method, said, saidAt]);
  }

  /** Locks and returns the oldest until the transaction ends; other callers skip them. */
  async hold(most: number): Promise<ReportedConsent[]> {
    return (await this.database.query<ConsentRow>(HOLD, [most])).map(consentOf);
  }

  /** Deletes them from the queue. */
  async done(held: ReportedConsent[]): Promise<void> {
    const keys = held.map(({ workspaceId, id }) => ({ workspace_id: workspaceId, id }));
    if (keys.length > 0) await this.database.execute(DONE, [JSON.stringify(keys)]);
  }
}

const consentOf = ({ workspace_id, id, address, action, method, text_said, said_at }: ConsentRow): ReportedConsent => ({
  workspaceId: workspace_id,
  id,
  address,
  action,
  method,
  textSaid: text_said,
  saidAt: said_at,
});

const ADD = {
  name: 'reported-consents-add',
  text: `
    INSERT INTO reported_consents (workspace_id, id, address, action, method, text_said, said_at)
    VALUES ($1, $2, $3, $4, $5, $6, least(coalesce($7::timestamptz, now()), now()))`,
};

const HOLD = {
  name: 'reported-consents-hold',
  text: `
    SELECT workspace_id, id, address, action, method, text_said, said_at
    FROM reported_consents ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED`,
};

const DONE = {
  name: 'reported-consents-done',
  text: `
    DELETE FROM reported_consents r USING jsonb_to_recordset($1::jsonb) AS held(workspace_id int, id uuid)
    WHERE r.workspace_id = held.workspace_id AND r.id = held.id`,
};
