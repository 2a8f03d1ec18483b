import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import {
  CANNOT_OPEN,
  DkimKeys,
  INBOX,
  Integrations,
  mayCarry,
  PROVIDER_OPTIONS,
  ProviderHooks,
  ProviderSets,
  SendingDomains,
  type ProviderAccount,
  type ProviderOptionsFor,
  type RouteStep,
} from '@dundun/accounts';
import { CannotOpenError, CONFIG, LOGGER, type Config, type Logger } from '@dundun/platform/config';
import { Database } from '@dundun/platform/database';
import {
  emailProviders,
  smsProviders,
  type EmailProvider,
  type EmailProviderDescriptor,
  type OnUnknown,
  type Outcome,
  type SmsProvider,
  type SmsProviderDescriptor,
} from '@dundun/providers';
import { LRUCache } from 'lru-cache';
import { Inbox } from './inbox.repository.js';
import type { ClaimedMessage, EmailContent } from '../message/message.js';
import { mailOf, purposeOf, smsOf } from '../message/outgoing.js';
import { ProviderTraffic } from './provider-traffic.js';
import { ReturnPaths } from './return-paths.service.js';

/** A way out for a message: a bound call, and what its provider asks of us. */
export interface Route {
  provider: string;
  integrationId: string | null;
  onUnknown: OnUnknown;
  /** True for the built-in inbox: nothing left the house. */
  captures: boolean;
  maxRecipients: number;
  rateLimit: number | null;
  /** Whether the account is known to be refused by its provider. */
  isFailing: boolean;
  /** @param signal ends a call that would take too long; the outcome is then what is known of it */
  send(message: ClaimedMessage, recipients: string[], signal?: AbortSignal): Promise<Outcome>;
}

interface Connection {
  version: string;
  provider: EmailProvider | SmsProvider;
}

/** Accounts come and go for as long as a worker lives. */
const MOST_ACCOUNTS = 10_000;

const OWN = 'own';
const CANNOT_USE = 'Its settings do not fit this release. Enter them again.';
const EMAIL_DESCRIPTORS: Partial<Record<string, EmailProviderDescriptor>> = emailProviders;
const SMS_DESCRIPTORS: Partial<Record<string, SmsProviderDescriptor>> = smsProviders;

/** Finds the ways out for each message, keeps the providers' connections open and watches how they fare. */
@Injectable()
export class Providers implements OnApplicationShutdown {
  /** By account, of those in use: what an older one still does, it ends. */
  private readonly connections = new LRUCache<string, Connection>({
    max: MOST_ACCOUNTS,
    dispose: ({ provider }) => void provider.close().catch(() => undefined),
  });
  private readonly traffic: ProviderTraffic;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(Database) database: Database,
    @Inject(ProviderSets) private readonly sets: ProviderSets,
    @Inject(Integrations) private readonly integrations: Integrations,
    @Inject(SendingDomains) private readonly domains: SendingDomains,
    @Inject(DkimKeys) private readonly dkim: DkimKeys,
    @Inject(ReturnPaths) private readonly returnPaths: ReturnPaths,
    @Inject(Inbox) private readonly inbox: Inbox,
    @Inject(ProviderHooks) private readonly hooks: ProviderHooks,
    @Inject(PROVIDER_OPTIONS) private readonly optionsFor: ProviderOptionsFor,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.traffic = new ProviderTraffic(database, config.WORKER_CONCURRENCY);
  }

  /** In the order in which they are to be tried; none when the workspace has no way to send it any more. */
  async routesFor(message: ClaimedMessage): Promise<Route[]> {
    const set = await this.sets.of(message.workspace_id);
    if (message.channel === 'sms') {
      const path = message.source ? set.smsPath(message.source, message.sender.address) : [];
      return this.built(message, path, (account) => this.smsRoute(message, account));
    }
    const from = message.sender.address;
    const isConnected = await this.domains.covers(message.workspace_id, from);
    const { template, isUncounted } = message.content as EmailContent;
    const stops = set
      .email(purposeOf(message), message.first_integration_id)
      .filter((stop) => mayCarry(stop, from, isConnected) && !(stop === null && isUncounted));
    return this.built(message, stops, (stop) => this.emailRoute(stop, template !== undefined));
  }

  /** Milliseconds until a call may be made this way, which is then counted; 0 is now. */
  wait(message: ClaimedMessage, route: Route): ReturnType<ProviderTraffic['wait']> {
    return this.traffic.wait(message, route);
  }

  /** A call that was counted and then not made. */
  spare(message: ClaimedMessage, route: Route): void {
    this.traffic.spare(message, route);
  }

  /** What an outcome says about the provider; whose fault it is stands in the outcome itself. */
  note(message: ClaimedMessage, route: Route, outcome: Outcome): void {
    this.traffic.note(message, route, outcome);
    const { integrationId, isFailing } = route;
    const isItsFault = outcome.kind === 'not_sent' && outcome.fault === 'provider';
    if (integrationId === null || isItsFault === isFailing) return;
    if (!isItsFault && outcome.kind !== 'accepted') return;
    this.noteHealth(message.workspace_id, integrationId, isItsFault ? outcome.detail : null);
  }

  /** What to do when the named provider never answered: also asked for a worker that died in mid-call. */
  onUnknown(channel: ClaimedMessage['channel'], provider: string): OnUnknown {
    if (provider === INBOX) return 'retry';
    const descriptors = channel === 'email' ? EMAIL_DESCRIPTORS : SMS_DESCRIPTORS;
    return descriptors[provider]?.onUnknown ?? (channel === 'email' ? 'retry' : 'hold');
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.allSettled([...this.connections.values()].map(({ provider }) => provider.close()));
  }

  /**
   * One that cannot be opened, after a change of SECRET_KEY say, is left out while another can carry the message.
   * @throws what was wrong with the first, when there is no other
   */
  private built<Account extends RouteStep>(
    { workspace_id }: ClaimedMessage,
    path: Account[],
    build: (account: Account) => Route | undefined,
  ): Route[] {
    const faults: unknown[] = [];
    const routes = path.flatMap((account) => {
      try {
        return build(account) ?? [];
      } catch (error) {
        faults.push(error);
        if (account) this.noteUnusable(workspace_id, account, error);
        return [];
      }
    });
    if (routes.length === 0 && faults.length > 0) throw faults[0];
    return routes;
  }

  private noteUnusable(workspaceId: number, { id, isFailing }: ProviderAccount, error: unknown): void {
    if (isFailing) return;
    this.logger.error({ err: error, workspace_id: workspaceId, integration_id: id }, 'an integration cannot be used');
    this.noteHealth(workspaceId, id, error instanceof CannotOpenError ? CANNOT_OPEN : CANNOT_USE);
  }

  private noteHealth(workspaceId: number, integrationId: string, failure: string | null): void {
    this.integrations
      .noteHealth(workspaceId, integrationId, failure)
      .catch((error: unknown) =>
        this.logger.warn({ err: error, integration_id: integrationId }, 'health was not noted'),
      );
  }

  private emailRoute(stop: RouteStep, needsTemplates: boolean): Route | undefined {
    const { SMTP_URL } = this.config;
    if (stop === null && SMTP_URL === 'inbox:') return this.inboxRoute(null);
    if (stop?.provider === INBOX) return this.inboxRoute(stop.id);
    const descriptor = EMAIL_DESCRIPTORS[stop?.provider ?? 'smtp'];
    if (!descriptor || (stop === null && SMTP_URL === undefined) || (needsTemplates && !descriptor.hasTemplates))
      return undefined;
    const account = stop ?? { id: OWN, version: '', endpoint: null, settings: SMTP_URL };
    // The operator typed the service's own address, so nothing has to be checked about it.
    const options = stop ? this.optionsFor(stop) : { ...this.optionsFor({ endpoint: null }), resolve: undefined };
    const provider = this.connected(account, () => descriptor.create(account.settings, options)) as EmailProvider;
    return {
      provider: descriptor.name,
      integrationId: stop?.id ?? null,
      onUnknown: descriptor.onUnknown,
      captures: false,
      maxRecipients: descriptor.maxRecipients,
      rateLimit: stop?.rateLimit ?? null,
      isFailing: stop?.isFailing ?? false,
      send: async (message, recipients, signal) => {
        const mail = mailOf(message, recipients);
        if (descriptor.name !== 'smtp') return provider.send(mail, signal);
        const { workspace_id: workspaceId, id } = message;
        const signWith = await this.dkim.signingKeys(workspaceId, mail.from.email);
        const envelopeFrom = await this.returnPaths.of({ workspaceId, id }, mail.from.email);
        return provider.send({ ...mail, signWith, envelopeFrom }, signal);
      },
    };
  }

  private smsRoute({ workspace_id }: ClaimedMessage, account: ProviderAccount): Route | undefined {
    if (account.provider === INBOX) return this.inboxRoute(account.id);
    const descriptor = SMS_DESCRIPTORS[account.provider];
    if (!descriptor) return undefined;
    const statusCallback = this.callbackOf(workspace_id, account);
    const provider = this.connected(account, () =>
      descriptor.create(account.settings, { ...this.optionsFor(account), statusCallback }),
    ) as SmsProvider;
    return {
      provider: descriptor.name,
      integrationId: account.id,
      onUnknown: descriptor.onUnknown,
      captures: false,
      maxRecipients: 1,
      rateLimit: account.rateLimit,
      isFailing: account.isFailing,
      send: (message, _, signal) => provider.send(smsOf(message), signal),
    };
  }

  /** Where it reports about each SMS; an address that is not public would be refused together with the message. */
  private callbackOf(workspaceId: number, { id }: ProviderAccount): ((reference: string) => string) | undefined {
    if (!this.config.PUBLIC_URL.startsWith('https:')) return undefined;
    const url = this.hooks.url({ workspaceId, integrationId: id });
    return (reference) => `${url}?reference=${reference}`;
  }

  private inboxRoute(integrationId: string | null): Route {
    return {
      provider: INBOX,
      integrationId,
      onUnknown: 'retry',
      captures: true,
      maxRecipients: 1_000,
      rateLimit: null,
      isFailing: false,
      send: (message, recipients) => this.inbox.capture(message, recipients),
    };
  }

  /** Changed settings get a new provider. */
  private connected(
    { id, version }: { id: string; version: string },
    create: () => EmailProvider | SmsProvider,
  ): EmailProvider | SmsProvider {
    const known = this.connections.get(id);
    if (known?.version === version) return known.provider;
    const provider = create();
    this.connections.set(id, { version, provider });
    this.traffic.forget(id);
    return provider;
  }
}
