import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@dundun/platform/database';
import { v7 } from 'uuid';
import { kept } from '../message/storable.js';
import { suppressionKey } from '../message/suppression-key.js';

/** What somebody said to a provider of all messages at once. */
export interface SaidConsent {
  workspaceId: number;
  address: string;
  action: 'unsubscribed' | 'resumed';
  method: 'sms' | 'provider';
  /** The person's own words, where they came along. */
  textSaid?: string;
  /** When, where that is known; it may have come here later. */
  saidAt: Date | null;
}

/** One that is on its way into the ledger. */
export interface ReportedConsent extends Record<string, unknown> {
  workspaceId: number;
  id: string;
  /** As suppressions know it; null once its person was erased. */
  address: string | null;
  action: SaidConsent['action'];
  method: SaidConsent['method'];
  textSaid: string | null;
  saidAt: Date;
}

/**
 * What people said of all messages at once, on its way into the ledger of consents. Every STOP and START is one, also one
 * that changed nothing: the ledger has what was said and when, what holds at the moment is with the suppressions.
 */
@Injectable()
export class ReportedConsents {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** Belongs into the transaction of what follows from it. */
  async add({ workspaceId, address, action, method, textSaid, saidAt }: SaidConsent): Promise<void> {
    const said = textSaid === undefined ? null : kept(textSaid);
    await this.database.execute(ADD, [workspaceId, v7(), suppressionKey(address), action, method, said, saidAt]);
  }

  /** The oldest, held until the transaction ends. Others pass them over meanwhile. */
  hold(most: number): Promise<ReportedConsent[]> {
    return this.database.query<ReportedConsent>(HOLD, [most]);
  }

  async done(held: ReportedConsent[]): Promise<void> {
    if (held.length > 0) await this.database.execute(DONE, [JSON.stringify(held)]);
  }
}

const ADD = {
  name: 'reported-consents-add',
  text: `
    INSERT INTO reported_consents (workspace_id, id, address, action, method, text_said, said_at)
    VALUES ($1, $2, $3, $4, $5, $6, least(coalesce($7::timestamptz, now()), now()))`,
};

const HOLD = {
  name: 'reported-consents-hold',
  text: `
    SELECT workspace_id AS "workspaceId", id, address, action, method, text_said AS "textSaid", said_at AS "saidAt"
    FROM reported_consents ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED`,
};

const DONE = {
  name: 'reported-consents-done',
  text: `
    DELETE FROM reported_consents r USING jsonb_to_recordset($1::jsonb) AS held("workspaceId" int, id uuid)
    WHERE r.workspace_id = held."workspaceId" AND r.id = held.id`,
};
