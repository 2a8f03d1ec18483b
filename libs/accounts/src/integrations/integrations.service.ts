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
import { noteFailedCall, noteHealth, noteTest } from './integration-tests.repository.js';
import type { ProviderAccount } from './provider-set.js';
import { ProviderSets } from './provider-sets.repository.js';

/** The failure of an account whose secrets cannot be decrypted. */
export const CANNOT_OPEN =
  'Its secrets were sealed under another SECRET_KEY. Set that one as SECRET_KEY_PREVIOUS, or enter the secrets again.';

/** The provider that keeps messages for the console instead of sending them. */
export const INBOX = 'inbox';

/** Fields of an integration apart from its settings; an absent key leaves the stored value. */
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
/** The last four characters are for a number. */
const LONGEST_NAME = 60;
/** All integrations of a workspace are loaded together for sending. */
const MOST = 100;
const UNIQUE_VIOLATION = '23505';
const isSenderId = (text: string) => hasLength(text, 1, 64) && isHeaderText(text) && text.trim() === text;

/** The provider accounts that a workspace has connected. */
@Injectable()
export class Integrations {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Seal) private readonly seal: Seal,
    @Inject(ProviderSets) private readonly sets: ProviderSets,
  ) {}

  /** Stores an account without testing it. @throws InvalidInputError */
  async connect(
    workspaceId: number,
    descriptor: Descriptor,
    settings: unknown,
    fields: IntegrationFields,
  ): Promise<Integration> {
    const { channel, name: provider } = descriptor;
    const source = channel === 'sms' ? (provider as SmsSource) : null;
    const row = { workspaceId, channel, provider, source, ...this.sealed(descriptor, settings) };
    const name = fields.name ?? (await this.freeName(workspaceId, nameOf(descriptor, settings)));
    return this.insert(row, { ...fields, name });
  }

  /** Connects the built-in inbox for a source. @throws InvalidInputError */
  connectInbox(workspaceId: number, source: SmsSource, senderIds: string[]): Promise<Integration> {
    const row = { workspaceId, channel: 'sms' as const, provider: INBOX, source, settings: {}, sealedSettings: null };
    return this.insert(row, { senderIds });
  }

  /** Lists the integrations without their secrets, the oldest first. */
  list(workspaceId: number): Promise<Integration[]> {
    return this.database
      .repository(Integration)
      .find({ where: { workspaceId }, order: { createdAt: 'ASC', id: 'ASC' } });
  }

  /** Finds an integration, without its secrets. @throws UnknownIntegrationError */
  async find(workspaceId: number, id: string): Promise<Integration> {
    const found = validate(id) && (await this.database.repository(Integration).findOneBy({ workspaceId, id }));
    if (!found) throw new UnknownIntegrationError();
    return found;
  }

  /** Like `find`, but returns undefined for an unknown id. */
  async known(workspaceId: number, id: string): Promise<Integration | undefined> {
    return (await this.database.repository(Integration).findOneBy({ workspaceId, id })) ?? undefined;
  }

  /** Returns the settings with secrets and changes applied; null clears a setting. @throws UnknownIntegrationError, CannotOpenError */
  async settingsWith(workspaceId: number, id: string, changes: JsonObject = {}): Promise<JsonObject> {
    const { settings } = await this.find(workspaceId, id);
    const secrets = await this.secretsOf(workspaceId, id);
    return mergedSettings({ ...settings, ...secrets }, changes);
  }

  /** Returns the stored secrets, decrypted. @throws CannotOpenError */
  async secretsOf(workspaceId: number, id: string): Promise<JsonObject> {
    const { sealedSettings } = await this.database
      .repository(Integration)
      .findOneOrFail({ select: { sealedSettings: true, id: true }, where: { workspaceId, id } });
    return sealedSettings === null ? {} : (JSON.parse(this.seal.open(sealedSettings)) as JsonObject);
  }

  /**
   * Changes an integration in one statement, so that workers see either the old credentials or the new ones.
   * @param changed the complete settings, if they change
   * @throws UnknownIntegrationError, InvalidInputError
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

  /** Removes an integration. Queued messages that only it can carry will fail. @throws UnknownIntegrationError */
  async remove(workspaceId: number, id: string): Promise<void> {
    await this.find(workspaceId, id);
    await this.database.repository(Integration).delete({ workspaceId, id });
    this.database.afterCommit(() => this.sets.forget());
  }

  /** Returns the account of an SMS source. Cached for up to a second. */
  async smsBySource(workspaceId: number, source: SmsSource): Promise<ProviderAccount | undefined> {
    return (await this.sets.of(workspaceId)).sms(source);
  }

  /** Returns the source and sender ID of an SMS that names no source, if one is connected. Cached for up to a second. */
  async smsSender(workspaceId: number, from?: string): Promise<{ source: SmsSource; from: string } | undefined> {
    return (await this.sets.of(workspaceId)).smsSender(from);
  }

  /** Returns who can send SMS. Cached for up to a second. */
  async smsSenders(workspaceId: number): Promise<{ source: SmsSource; from: string }[]> {
    return (await this.sets.of(workspaceId)).smsSenders;
  }

  /** @throws InvalidInputError for settings that do not match the provider's schema */
  check(descriptor: Descriptor, settings: JsonObject): void {
    splitSettings(descriptor, settings);
  }

  /** Stores the result of a test, with the account's domains if the provider lists them. */
  async noteTest(workspaceId: number, id: string, answer: Verification): Promise<void> {
    const domains = answer.ok ? (answer.domains?.slice(0, MOST_DOMAINS) ?? null) : null;
    const unchecked = answer.ok ? (answer.unchecked ?? null) : null;
    const isNoted = await noteTest(this.database, workspaceId, id, { domains, unchecked });
    await this.noteHealth(workspaceId, id, answer.ok ? null : answer.detail);
    if (isNoted) this.sets.forget();
  }

  /** Stores what the provider says about the account, null if it works. Does not change `updated_at`. */
  async noteHealth(workspaceId: number, id: string, failure: string | null): Promise<void> {
    const text = failure === null ? null : failureOf(failure);
    if (await noteHealth(this.database, workspaceId, id, text)) this.sets.forget();
  }

  /**
   * Counts a failed call of an account that its provider did not reject. The second one in a row marks the account as failing,
   * since the first.
   * @param isCertain whether this call alone is enough
   */
  async noteFailedCall(workspaceId: number, id: string, failure: string, isCertain: boolean): Promise<void> {
    const noted = { failure: failureOf(failure), isCertain };
    if (await noteFailedCall(this.database, workspaceId, id, noted)) this.sets.forget();
  }

  /**
   * Seals every secret again under SECRET_KEY, so that SECRET_KEY_PREVIOUS can be removed. @returns the number of integrations
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

  /** Returns the name, with a number if another integration of the workspace has it. */
  private async freeName(workspaceId: number, name: string): Promise<string> {
    const taken = new Set((await this.list(workspaceId)).map((each) => each.name));
    let free = name;
    for (let number = 2; taken.has(free); number++) free = `${name} ${number}`;
    return free;
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
      throw new InvalidInputError([
        { field: 'provider', message: `cannot be added: a workspace has at most ${MOST} integrations` },
      ]);
    const id = v7();
    try {
      const values = { ...row, ...checked(channel, { ...fields, senderIds }), id } as Integration;
      await this.database.repository(Integration).insert(values as never);
    } catch (error) {
      if (sqlState(error) !== UNIQUE_VIOLATION) throw error;
      throw new InvalidInputError([{ field: 'source', message: `already has an integration: ${source}` }]);
    }
    this.database.afterCommit(() => this.sets.forget());
    return this.database.repository(Integration).findOneByOrFail({ workspaceId, id });
  }
}

const nameOf = ({ title, nameOf: ownName }: Descriptor, settings: unknown): string =>
  [ownName?.(settings) ?? ''].find((name) => hasLength(name, 1, LONGEST_NAME) && isHeaderText(name)) ?? title;

const failureOf = (text: string): string => text.slice(0, LONGEST_FAILURE).toWellFormed();

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
