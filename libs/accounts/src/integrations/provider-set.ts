import type { JsonObject, MessageChannel, SmsSource } from '@dundun/domain';
import { isUnderConnectedDomain } from '@dundun/domain';
import type { Seal } from '@dundun/platform/config';

/** A provider's account as a worker uses it. */
export interface ProviderAccount {
  id: string;
  channel: MessageChannel;
  provider: string;
  source: SmsSource | null;
  /** Another origin than the provider's own. */
  endpoint: string | null;
  /** Opened. @throws CannotOpenError when SECRET_KEY has changed */
  readonly settings: JsonObject;
  /** Changes whenever anything of it changes. */
  version: string;
  senderIds: string[];
  /** Domains that the account itself may send from; empty when it does not tell. */
  domains: string[];
  /** Calls a second, over all workers. */
  rateLimit: number | null;
  /** Whether its provider refused the account itself when it was last heard of. */
  isFailing: boolean;
}

/** The email purposes that have an order of their own, and a source's fallbacks. */
export type RoutePath = 'transactional' | 'marketing' | SmsSource;

/** One entry of a route; null is the service's own email provider. */
export type RouteStep = ProviderAccount | null;

/** What the database has of an integration. */
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
  is_failing: boolean;
  version: string;
}

/** What the database has of a route. */
export interface RouteRow {
  channel: MessageChannel;
  path: string;
  integration_id: string | null;
}

/** The integrations of one workspace that are switched on, and the order in which they are tried. */
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

  get hasEmail(): boolean {
    return this.accounts.some(({ channel }) => channel === 'email');
  }

  /**
   * The providers of an email, in order: as the workspace ordered them, else every connected one by age, and the
   * service's own only when none is connected.
   * @param first the one that a sending profile names: it comes before the others, which stand in for it
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

  /** The source that the caller named, then what the workspace mapped for it, as far as the sender ID exists there. */
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
 * Whether an email may leave through it: by the provider's own word where it gives one, else because the workspace has
 * proven the domain to us. SMTP servers tell nothing, so there both count.
 * @param isConnected whether the sender is under a domain that the workspace has connected here
 */
export function mayCarry(step: RouteStep, email: string, isConnected: boolean): boolean {
  if (step === null) return isConnected;
  if (isUnderConnectedDomain(email, step.domains)) return true;
  return isConnected && (step.domains.length === 0 || step.provider === 'smtp');
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
    isFailing: row.is_failing,
    get settings() {
      opened ??= { ...row.settings, ...openedSecrets(row, seal) };
      return opened;
    },
  };
}

/** @throws CannotOpenError */
export function openedSecrets(
  { sealed_settings: sealed }: Pick<IntegrationRow, 'sealed_settings'>,
  seal: Seal,
): JsonObject {
  return sealed === null ? {} : (JSON.parse(seal.open(sealed)) as JsonObject);
}
