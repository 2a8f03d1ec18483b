import { Inject, Injectable } from '@nestjs/common';
import type { ConsentChannel } from '@dundun/domain';
import { Database, keyset, newId, toPage, type Page, type PageRequest } from '@dundun/platform/database';
import type { Consent } from './consent.js';
import type { ConsentMethod } from './evidence.js';

/** One entry of the ledger; without a list it concerns all messages. */
export interface ConsentRow extends Record<string, unknown> {
  id: string;
  list_id: string | null;
  list_title: string | null;
  action: Consent['action'];
  method: ConsentMethod;
  address: string | null;
  ip: string | null;
  user_agent: string | null;
  request_id: string | null;
  text_shown: string | null;
  text_said: string | null;
  /** Null means both. */
  channels: ConsentChannel[] | null;
  at: Date;
}

const ADD = {
  name: 'consents-add',
  text: `
    INSERT INTO consents
      (workspace_id, id, list_id, person_id, action, method, address, ip, user_agent, request_id, text_shown, text_said, at,
       channels, message_id)
    SELECT "workspaceId", id, "listId", "personId", action, method, address, ip, "userAgent", "requestId", "textShown", "textSaid",
      coalesce(at, now()), (SELECT array_agg(channel) FROM jsonb_array_elements_text(channels) AS channel), "messageId"
    FROM jsonb_to_recordset($1::jsonb) AS consent(
      "workspaceId" int, id uuid, "listId" uuid, "personId" uuid, action text, method text, address text,
      ip text, "userAgent" text, "requestId" text, "textShown" text, "textSaid" text, at timestamptz, channels jsonb,
      "messageId" uuid)`,
};

const COLUMNS = `
  c.id, c.list_id, l.title AS list_title, c.action, c.method, c.address, c.ip, c.user_agent, c.request_id, c.text_shown,
  c.text_said, c.channels, c.at`;

/**
 * Records who agreed or declined, when, how, from where, and to which text or in which words. For a list it has every change;
 * for all messages every statement, even a START without a STOP: the current state is in the suppressions. The ledger is
 * append-only; the database refuses changes.
 */
@Injectable()
export class ConsentLedger {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** @param isAlways runs the statement even without entries */
  async add(consents: Consent[], isAlways = false): Promise<void> {
    if (consents.length > 0 || isAlways) await this.database.execute(ADD, [JSON.stringify(consents.map(rowOf))]);
  }

  /** Returns entries of a person, newest first. @param lists only entries about these */
  async page(
    workspaceId: number,
    personId: string,
    page: PageRequest,
    lists?: readonly string[],
  ): Promise<Page<ConsentRow>> {
    const { where, orderAndLimit, values } = keyset(page, 'c.at', 'c.id', 4);
    const rows = await this.database.query<ConsentRow>(
      `SELECT ${COLUMNS} FROM consents c
       LEFT JOIN lists l ON l.workspace_id = c.workspace_id AND l.id = c.list_id
       WHERE c.workspace_id = $1 AND c.person_id = $2 AND ($3::uuid[] IS NULL OR c.list_id = ANY($3)) AND ${where}
       ${orderAndLimit}`,
      [workspaceId, personId, lists ?? null, ...values],
    );
    return toPage(page, rows, ({ at, id }) => ({ at: at.toISOString(), id }));
  }
}

function rowOf({ evidence, ...consent }: Consent): object {
  const { method, ip, userAgent, requestId, textShown, textSaid, messageId } = evidence;
  return { ...consent, id: newId(), method, ip, userAgent, requestId, textShown, textSaid, messageId };
}
