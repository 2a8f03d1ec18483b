import type { JsonObject, MessageChannel, SmsSource } from '@dundun/domain';
import { isUnderConnectedDomain } from '@dundun/domain';
import type { Seal } from '@dundun/platform/config';
import { descriptorOf } from './integration-settings.js';

/** How the last calls of an account went: `failed` is one call without a success since, `failing` is what the console shows. */
export type AccountHealth = 'fine' | 'failed' | 'failing';

/** A provider account as used for sending. */
export interface ProviderAccount {
  id: string;
  channel: MessageChannel;
  provider: string;
  source: SmsSource | null;
  /** Overrides the provider's own origin. */
  endpoint: string | null;
  /** Decrypted on first access. @throws CannotOpenError when SECRET_KEY has changed */
  readonly settings: JsonObject;
  /** Changes with every change of the account. */
  version: string;
  senderIds: string[];
  /** Domains that the account can send from; empty if the provider does not list them. */
  domains: string[];
  /** Calls per second, across all workers. */
  rateLimit: number | null;
  health: AccountHealth;
}

/** The keys of routes: an email purpose, or an SMS source with fallbacks. */
export type RoutePath = 'transactional' | 'marketing' | SmsSource;

/** One entry of a route; null is the service's own email provider. */
export type RouteStep = ProviderAccount | null;

/** An integration as loaded from the database. */
export interface IntegrationRow {
  id: string;
  channel: MessageChannel;
  provider: string;
  source: SmsSource | null;
  endpoint: string | null;
  settings: JsonObject;
  sealed_settings: string | null;
  sender_ids: string[];
  domains: string[];
  rate_limit: number | null;
  health: AccountHealth;
  version: string;
}

/** An entry of a route as loaded from the database. */
export interface RouteRow {
  channel: MessageChannel;
  path: string;
  integration_id: string | null;
}

/** The enabled integrations of one workspace and their routes. */
export class ProviderSet {
  private readonly accounts: ProviderAccount[];

  constructor(
    integrations: IntegrationRow[],
    private readonly routes: RouteRow[],
    seal: Seal,
  ) {
    this.accounts = integrations.map((row) => accountOf(row, seal));
  }

  find(id: string): ProviderAccount | undefined {
    return this.accounts.find((account) => account.id === id);
  }

  sms(source: SmsSource): ProviderAccount | undefined {
    return this.accounts.find((account) => account.channel === 'sms' && account.source === source);
  }

  /** Returns who sends an SMS that names no source: the oldest account that has the sender ID, or has one at all. */
  smsSender(from?: string): { source: SmsSource; from: string } | undefined {
    for (const { channel, source, senderIds } of this.accounts) {
      const known = from === undefined ? senderIds[0] : senderIds.find((id) => id === from);
      if (channel === 'sms' && source !== null && known !== undefined) return { source, from: known };
    }
    return undefined;
  }

  /** Returns every source with each of its sender IDs, the oldest account first. */
  get smsSenders(): { source: SmsSource; from: string }[] {
    return this.accounts.flatMap(({ channel, source, senderIds }) =>
      channel === 'sms' && source !== null ? senderIds.map((from) => ({ source, from })) : [],
    );
  }

  get hasEmail(): boolean {
    return this.accounts.some(({ channel }) => channel === 'email');
  }

  /**
   * Returns the providers of an email in order: the route of the workspace, else all connected ones by age, and the service's own
   * only if none is connected.
   * @param first the provider named by a sending profile; it comes first and the others are fallbacks
   */
  email(path: RoutePath, first?: string | null): RouteStep[] {
    const named = first ? this.find(first) : undefined;
    const others = this.emailPath(path);
    return named?.channel === 'email' ? [named, ...others.filter((step) => step !== named)] : others;
  }

  private emailPath(path: RoutePath): RouteStep[] {
    const ordered = this.steps('email', path);
    if (ordered.length > 0) return ordered;
    const connected = this.accounts.filter(({ channel }) => channel === 'email');
    return connected.length > 0 ? connected : [null];
  }

  /** Returns the account of the named source, then its fallbacks that have the sender ID. */
  smsPath(source: SmsSource, senderId: string): ProviderAccount[] {
    const named = this.sms(source);
    const fallbacks = this.steps('sms', source).filter((step) => step !== null && step.senderIds.includes(senderId));
    return [...(named ? [named] : []), ...(fallbacks as ProviderAccount[])].filter(
      (account, index, all) => all.indexOf(account) === index,
    );
  }

  private steps(channel: MessageChannel, path: RoutePath): RouteStep[] {
    return this.routes
      .filter((route) => route.channel === channel && route.path === path)
      .map(({ integration_id: id }) => (id === null ? null : this.find(id)))
      .filter((step) => step !== undefined);
  }
}

/**
 * Whether a provider can send mail from this address: by the provider's own list of domains, or else because the workspace has
 * connected the domain. Where the provider cannot report its domains, as SMTP servers, either is enough.
 * @param isConnected whether the sender is under a connected domain of the workspace
 */
export function mayCarry(step: RouteStep, email: string, isConnected: boolean): boolean {
  if (step === null) return isConnected;
  if (isUnderConnectedDomain(email, step.domains)) return true;
  return isConnected && (step.domains.length === 0 || mayOmitDomains(step.provider));
}

function mayOmitDomains(provider: string): boolean {
  const descriptor = descriptorOf(provider);
  return (
    descriptor !== undefined && 'domainsMayBeIncomplete' in descriptor && descriptor.domainsMayBeIncomplete === true
  );
}

function accountOf(row: IntegrationRow, seal: Seal): ProviderAccount {
  let opened: JsonObject | undefined;
  return {
    id: row.id,
    channel: row.channel,
    provider: row.provider,
    source: row.source,
    endpoint: row.endpoint,
    version: row.version,
    senderIds: row.sender_ids,
    domains: row.domains,
    rateLimit: row.rate_limit,
    health: row.health,
    get settings() {
      opened ??= { ...row.settings, ...openedSecrets(row, seal) };
      return opened;
    },
  };
}

/** @throws CannotOpenError */
function openedSecrets({ sealed_settings: sealed }: Pick<IntegrationRow, 'sealed_settings'>, seal: Seal): JsonObject {
  return sealed === null ? {} : (JSON.parse(seal.open(sealed)) as JsonObject);
}
