import { Inject, Injectable } from '@nestjs/common';
import {
  hasLength,
  InvalidInputError,
  isHeaderText,
  parseHostName,
  UnknownIntegrationError,
  type JsonObject,
  type SmsSource,
} from '@dundun/domain';
import { Seal } from '@dundun/platform/config';
import { Database, sqlState } from '@dundun/platform/database';
import type { Verification } from '@dundun/providers';
import { IsNull, Not } from 'typeorm';
import { v7, validate } from 'uuid';
import { Integration } from './integration.entity.js';
import { mergedSettings, splitSettings, type Descriptor } from './integration-settings.js';
import { noteHealth, noteTest } from './integration-tests.repository.js';
import type { ProviderAccount } from './provider-set.js';
import { ProviderSets } from './provider-sets.repository.js';

/** What stands at an account whose secrets were sealed under a key that is gone. */
export const CANNOT_OPEN =
  'Its secrets were sealed under another SECRET_KEY. Set that one as SECRET_KEY_PREVIOUS, or enter the secrets again.';

/** The provider that keeps messages for the console to show and sends nothing. */
export const INBOX = 'inbox';

/** What may be said of an integration beside its settings; an absent key leaves what is there. */
export interface IntegrationFields {
  name?: string | null;
  endpoint?: string | null;
  senderIds?: string[];
  domains?: string[];
  rateLimit?: number | null;
  enabled?: boolean;
}

const MOST_DOMAINS = 1_000;
const LONGEST_FAILURE = 500;
/** All of a workspace are read together, for what it sends. */
const MOST = 100;
const UNIQUE_VIOLATION = '23505';
const isSenderId = (text: string) => hasLength(text, 1, 64) && isHeaderText(text) && text.trim() === text;

/** The accounts at providers that a workspace has connected. */
@Injectable()
export class Integrations {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Seal) private readonly seal: Seal,
    @Inject(ProviderSets) private readonly sets: ProviderSets,
  ) {}

  /** Stores an account as it was entered; whether the provider accepts it is not tried here. @throws InvalidInputError */
  async connect(
    workspaceId: number,
    descriptor: Descriptor,
    settings: unknown,
    fields: IntegrationFields,
  ): Promise<Integration> {
    const { channel, name: provider } = descriptor;
    const source = channel === 'sms' ? (provider as SmsSource) : null;
    return this.insert({ workspaceId, channel, provider, source, ...this.sealed(descriptor, settings) }, fields);
  }

  /** Lets the source's messages be kept in the inbox. @throws InvalidInputError */
  connectInbox(workspaceId: number, source: SmsSource, senderIds: string[]): Promise<Integration> {
    const row = { workspaceId, channel: 'sms' as const, provider: INBOX, source, settings: {}, sealedSettings: null };
    return this.insert(row, { senderIds });
  }

  /** Without the secrets. */
  list(workspaceId: number): Promise<Integration[]> {
    return this.database
      .repository(Integration)
      .find({ where: { workspaceId }, order: { createdAt: 'ASC', id: 'ASC' } });
  }

  /** Without the secrets. @throws UnknownIntegrationError */
  async find(workspaceId: number, id: string): Promise<Integration> {
    const found = validate(id) && (await this.database.repository(Integration).findOneBy({ workspaceId, id }));
    if (!found) throw new UnknownIntegrationError();
    return found;
  }

  /** The same, or undefined for one that is not there. */
  async known(workspaceId: number, id: string): Promise<Integration | undefined> {
    return (await this.database.repository(Integration).findOneBy({ workspaceId, id })) ?? undefined;
  }

  /** The settings with their secrets and the changes on top; null clears one. @throws UnknownIntegrationError, CannotOpenError */
  async settingsWith(workspaceId: number, id: string, changes: JsonObject = {}): Promise<JsonObject> {
    const { settings } = await this.find(workspaceId, id);
    const secrets = await this.secretsOf(workspaceId, id);
    return mergedSettings({ ...settings, ...secrets }, changes);
  }

  /** Those that are stored, opened. @throws CannotOpenError */
  async secretsOf(workspaceId: number, id: string): Promise<JsonObject> {
    const { sealedSettings } = await this.database
      .repository(Integration)
      .findOneOrFail({ select: { sealedSettings: true, id: true }, where: { workspaceId, id } });
    return sealedSettings === null ? {} : (JSON.parse(this.seal.open(sealedSettings)) as JsonObject);
  }

  /**
   * Changes it in one step, so that a sender has the old credentials or the new ones.
   * @param settings all of them, when they change @throws UnknownIntegrationError, InvalidInputError
   */
  async update(
    workspaceId: number,
    id: string,
    fields: IntegrationFields,
    changed?: { descriptor: Descriptor; settings: JsonObject },
  ): Promise<Integration> {
    const { channel } = await this.find(workspaceId, id);
    const sealed = changed && this.sealed(changed.descriptor, changed.settings);
    await this.database
      .repository(Integration)
      .update({ workspaceId, id }, { ...checked(channel, fields), ...sealed, updatedAt: new Date() } as never);
    this.database.afterCommit(() => this.sets.forget());
    return this.find(workspaceId, id);
  }

  /** Messages under way that only it could carry fail with that reason. @throws UnknownIntegrationError */
  async remove(workspaceId: number, id: string): Promise<void> {
    await this.find(workspaceId, id);
    await this.database.repository(Integration).delete({ workspaceId, id });
    this.database.afterCommit(() => this.sets.forget());
  }

  /** What is connected for an SMS source; at most a second old. */
  async smsBySource(workspaceId: number, source: SmsSource): Promise<ProviderAccount | undefined> {
    return (await this.sets.of(workspaceId)).sms(source);
  }

  /** @throws InvalidInputError when the provider would not take settings of that form */
  check(descriptor: Descriptor, settings: JsonObject): void {
    splitSettings(descriptor, settings);
  }

  /** What a connection test found, and which domains the account may send from where the provider told. */
  async noteTest(workspaceId: number, id: string, answer: Verification): Promise<void> {
    const domains = answer.ok ? (answer.domains?.slice(0, MOST_DOMAINS) ?? null) : null;
    const isNoted = await noteTest(this.database, workspaceId, id, domains);
    await this.noteHealth(workspaceId, id, answer.ok ? null : answer.detail);
    if (isNoted) this.sets.forget();
  }

  /** The provider's word on the account itself: null when it works. It does not count as a change of the account. */
  async noteHealth(workspaceId: number, id: string, failure: string | null): Promise<void> {
    const text = failure?.slice(0, LONGEST_FAILURE).toWellFormed() ?? null;
    if (await noteHealth(this.database, workspaceId, id, text)) this.sets.forget();
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

  private sealed(descriptor: Descriptor, settings: unknown) {
    const { plain, secret } = splitSettings(descriptor, settings);
    const isEmpty = Object.keys(secret).length === 0;
    return { settings: plain, sealedSettings: isEmpty ? null : this.seal.seal(JSON.stringify(secret)) };
  }

  private async insert(
    row: Pick<Integration, 'workspaceId' | 'channel' | 'provider' | 'source' | 'settings' | 'sealedSettings'>,
    fields: IntegrationFields,
  ): Promise<Integration> {
    const { workspaceId, channel, source } = row;
    const senderIds = channel === 'sms' ? (fields.senderIds ?? []) : fields.senderIds;
    if ((await this.database.repository(Integration).countBy({ workspaceId })) >= MOST)
      throw new InvalidInputError([{ field: 'provider', message: `must be one of at most ${MOST} in a workspace` }]);
    const id = v7();
    try {
      const values = { ...row, ...checked(channel, { ...fields, senderIds }), id } as Integration;
      await this.database.repository(Integration).insert(values as never);
    } catch (error) {
      if (sqlState(error) !== UNIQUE_VIOLATION) throw error;
      throw new InvalidInputError([{ field: 'source', message: `has an integration already: ${source}` }]);
    }
    this.database.afterCommit(() => this.sets.forget());
    return this.database.repository(Integration).findOneByOrFail({ workspaceId, id });
  }
}

/** @throws InvalidInputError */
function checked(channel: Integration['channel'], fields: IntegrationFields): IntegrationFields {
  const { senderIds, domains } = fields;
  const faults = [];
  if (senderIds !== undefined && (channel === 'email' || senderIds.length === 0 || !senderIds.every(isSenderId))) {
    const message = channel === 'email' ? 'is only for SMS' : 'must be at least one text of 1 to 64 characters';
    faults.push({ field: 'sender_ids', message });
  }
  const hosts = domains?.map(parseHostName);
  if (hosts && (channel === 'sms' || hosts.includes(null))) {
    faults.push({ field: 'domains', message: channel === 'sms' ? 'is only for email' : 'must be domain names' });
  }
  if (faults.length > 0) throw new InvalidInputError(faults);
  const given = Object.entries({ ...fields, domains: hosts as string[] | undefined });
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}
