import { Inject, Injectable } from '@nestjs/common';
import { hasLength, InvalidInputError, isHeaderText, type JsonObject, type SmsSource } from '@dundun/domain';
import { Seal } from '@dundun/platform/config';
import { Database, sqlState } from '@dundun/platform/database';
import { IsNull, Not } from 'typeorm';
import { v7 } from 'uuid';
import { BriefCache } from './brief.cache.js';
import { Integration } from './integration.entity.js';
import { splitSettings } from './integration.settings.js';

/** The provider that keeps messages for the console to show and sends nothing. */
export const INBOX = 'inbox';

/** A connected SMS provider with its settings opened. */
export interface SmsIntegration {
  id: string;
  provider: string;
  settings: JsonObject;
  senderIds: string[];
}

interface Question {
  workspaceId: number;
  source: SmsSource;
}

const UNIQUE_VIOLATION = '23505';
const isSenderId = (text: string) => hasLength(text, 1, 64) && isHeaderText(text) && text.trim() === text;

/** The providers that a workspace has connected. */
@Injectable()
export class Integrations {
  private readonly known: BriefCache<Question, IntegrationRow>;

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Seal) private readonly seal: Seal,
  ) {
    this.known = new BriefCache(database, (questions) => this.load(questions));
  }

  /** Connects an account at the source's provider. @throws InvalidInputError */
  async connectSms(
    workspaceId: number,
    source: SmsSource,
    settings: unknown,
    senderIds: string[],
  ): Promise<Integration> {
    const { plain, secret } = splitSettings(source, settings);
    const sealed = Object.keys(secret).length > 0 ? this.seal.seal(JSON.stringify(secret)) : null;
    return this.insert({ workspaceId, source, provider: source, settings: plain, sealedSettings: sealed, senderIds });
  }

  /** Lets the source's messages be kept in the inbox. @throws InvalidInputError */
  connectInbox(workspaceId: number, source: SmsSource, senderIds: string[]): Promise<Integration> {
    return this.insert({ workspaceId, source, provider: INBOX, settings: {}, sealedSettings: null, senderIds });
  }

  /** Without the secrets. */
  list(workspaceId: number): Promise<Integration[]> {
    return this.database
      .repository(Integration)
      .find({ where: { workspaceId }, order: { createdAt: 'ASC', id: 'ASC' } });
  }

  /** What is connected for an SMS source; at most a second old. @throws CannotOpenError when SECRET_KEY has changed */
  async smsBySource(workspaceId: number, source: SmsSource): Promise<SmsIntegration | null> {
    const row = await this.known.recall(`${workspaceId} ${source}`, () => ({ workspaceId, source }));
    return row && this.opened(row);
  }

  /**
   * Seals every secret again under SECRET_KEY, so that SECRET_KEY_PREVIOUS can go. @returns how many
   * @throws CannotOpenError
   */
  async rotate(): Promise<number> {
    const rows = await this.database.repository(Integration).find({
      select: { workspaceId: true, id: true, sealedSettings: true },
      where: { sealedSettings: Not(IsNull()) },
    });
    for (const { workspaceId, id, sealedSettings } of rows) {
      const again = this.seal.seal(this.seal.open(sealedSettings as string));
      await this.database
        .repository(Integration)
        .update({ workspaceId, id, sealedSettings: sealedSettings as string }, { sealedSettings: again });
    }
    return rows.length;
  }

  private async insert(row: Omit<Integration, 'id' | 'channel' | 'createdAt'>): Promise<Integration> {
    const { workspaceId, source, senderIds } = row;
    if (senderIds.length === 0 || !senderIds.every(isSenderId)) {
      throw new InvalidInputError([
        { field: 'sender_ids', message: 'must be at least one text of 1 to 64 characters' },
      ]);
    }
    const id = v7();
    try {
      await this.database.repository(Integration).insert({ ...row, id, channel: 'sms' });
    } catch (error) {
      if (sqlState(error) !== UNIQUE_VIOLATION) throw error;
      throw new InvalidInputError([{ field: 'source', message: `has an integration already: ${source}` }]);
    }
    this.database.afterCommit(() => this.known.clear());
    return this.database.repository(Integration).findOneByOrFail({ workspaceId, id });
  }

  private async load(questions: Question[]): Promise<(IntegrationRow | undefined)[]> {
    const rows = await this.database.query<IntegrationRow>(FIND, [
      JSON.stringify(questions.map(({ workspaceId, source }) => ({ workspace_id: workspaceId, source }))),
    ]);
    const byId = new Map(rows.map((row) => [`${row.workspace_id} ${row.source}`, row]));
    return questions.map(({ workspaceId, source }) => byId.get(`${workspaceId} ${source}`));
  }

  private opened({ id, provider, settings, sealed_settings, sender_ids }: IntegrationRow): SmsIntegration {
    const secret = sealed_settings === null ? {} : (JSON.parse(this.seal.open(sealed_settings)) as JsonObject);
    return { id, provider, settings: { ...settings, ...secret }, senderIds: sender_ids };
  }
}

interface IntegrationRow extends Record<string, unknown> {
  workspace_id: number;
  source: SmsSource;
  id: string;
  provider: string;
  settings: JsonObject;
  sealed_settings: string | null;
  sender_ids: string[];
}

const FIND = {
  name: 'find-sms-integrations',
  text: `
    SELECT i.workspace_id, i.source, i.id, i.provider, i.settings, i.sealed_settings, i.sender_ids
    FROM jsonb_to_recordset($1::jsonb) AS asked(workspace_id int, source text)
    JOIN integrations i ON i.workspace_id = asked.workspace_id AND i.channel = 'sms' AND i.source = asked.source`,
};
