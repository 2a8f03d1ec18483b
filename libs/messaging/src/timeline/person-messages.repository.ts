import { Inject, Injectable } from '@nestjs/common';
import {
  exportedRows,
  PersonContributions,
  PersonRows,
  type ExportedRows,
  type PersonErasure,
  type PersonToExport,
  type RowsToErase,
  type RowsToMove,
} from '@dundun/people';
import { Database } from '@dundun/platform/database';
import * as sql from './person-messages.statements.js';

interface Redacted extends Record<string, unknown> {
  id: string;
  alone: boolean;
  addresses: string[];
}

const MAIL_STOPS = 'keeps mail from the address after its person is erased';
/** Files may have megabytes. */
const FILES_AT_ONCE = 4;
const SHORT_LIVED = 'expires within days';

/** Merges, erases and exports a person's messages with their engagement and reports, and the person's suppressions. */
@Injectable()
export class PersonMessages extends PersonRows {
  readonly name = 'messages';
  readonly columns = [
    'message_people.person_id',
    'message_people.address',
    'messages.recipients',
    'messages.content',
    'messages.metadata',
    'message_words.words',
    'message_attachments.content',
    'hits.message_id',
    'hits.ip',
    'hits.user_agent',
    'inbox_messages.recipients',
    'attempts.detail',
    'delivery_reports.recipient',
    'reported_consents.address',
    'reported_consents.text_said',
  ];
  override readonly kept = {
    'suppressions.address': MAIL_STOPS,
    'list_suppressions.address': MAIL_STOPS,
    'reported_departures.address': SHORT_LIVED,
    'soft_bounces.address': SHORT_LIVED,
  };

  constructor(
    @Inject(PersonContributions) contributions: PersonContributions,
    @Inject(Database) private readonly database: Database,
  ) {
    super(contributions);
  }

  override moveChunk({ workspaceId, from, to }: RowsToMove): Promise<number> {
    return this.database.execute(sql.MOVE, [workspaceId, from, to]);
  }

  override async erase({ workspaceId, addresses }: PersonErasure): Promise<void> {
    await this.database.execute(sql.FORGET_WHO_SAID, [workspaceId, addresses]);
  }

  override async eraseChunk({ workspaceId, personId }: RowsToErase): Promise<number> {
    const messages = await this.database.query<Redacted>(sql.REDACT, [workspaceId, personId]);
    if (messages.length === 0) return 0;
    const all = messages.map(({ id }) => id);
    await this.database.execute(sql.WORDS, [workspaceId, all]);
    const alone = messages.filter((message) => message.alone).map(({ id }) => id);
    for (const statement of [sql.HITS, sql.ATTACHMENTS, sql.INBOX, sql.ATTEMPTS, sql.REPORTS])
      await this.database.execute(statement, [workspaceId, alone]);
    const shared = messages.filter((message) => !message.alone);
    await this.database.execute(sql.REPORTS_OF_ADDRESS, [workspaceId, JSON.stringify(shared)]);
    return messages.length;
  }

  async *export({ workspaceId, personId, addresses }: PersonToExport): AsyncGenerator<ExportedRows> {
    const values = [workspaceId, personId];
    const ofPerson = 'message_id IN (SELECT message_id FROM message_people WHERE workspace_id = $1 AND person_id = $2)';
    yield* exportedRows(this.database, {
      table: 'messages',
      from: 'messages m',
      columns: sql.EXPORTED_MESSAGE,
      where: `m.workspace_id = $1 AND m.${ofPerson.replace('message_id', 'id')}`,
      values,
      key: { 'm.id': 'id' },
    });
    yield* exportedRows(this.database, {
      table: 'message_attachments',
      columns: `message_id, number, translate(encode(content, 'base64'), E'\\n', '') AS content`,
      where: `workspace_id = $1 AND ${ofPerson}`,
      values,
      key: { message_id: 'message_id', number: 'number' },
      atOnce: FILES_AT_ONCE,
    });
    yield* exportedRows(this.database, {
      table: 'hits',
      columns: 'message_id, at, id, kind, link, host(ip) AS ip, user_agent, machine',
      where: `workspace_id = $1 AND ${ofPerson}`,
      values,
      key: { message_id: 'message_id', at: 'at', id: 'id' },
    });
    yield* exportedRows(this.database, {
      table: 'suppressions',
      columns: 'address, reason, created_at',
      where: 'workspace_id = $1 AND address = ANY($2::text[])',
      values: [workspaceId, addresses],
      key: { address: 'address' },
    });
    yield* exportedRows(this.database, {
      table: 'list_suppressions',
      columns: 'list_id, address, created_at',
      where: 'workspace_id = $1 AND address = ANY($2::text[])',
      values: [workspaceId, addresses],
      key: { list_id: 'list_id', address: 'address' },
    });
  }
}
