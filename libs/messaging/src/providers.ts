import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { INBOX, Integrations } from '@dundun/accounts';
import { CONFIG, type Config } from '@dundun/platform/config';
import {
  emailProviders,
  smsProviders,
  type EmailProvider,
  type OnUnknown,
  type Outcome,
  type ProviderOptions,
  type SmsProvider,
} from '@dundun/providers';
import { hostname } from 'node:os';
import { Inbox } from './inbox.js';
import { mailOf, smsOf } from './outgoing.js';
import type { ClaimedMessage } from './message.js';

/** How a message leaves: a bound call, and what its provider asks of us. */
export interface Route {
  provider: string;
  integrationId: string | null;
  onUnknown: OnUnknown;
  /** True for the built-in inbox: nothing left the house. */
  captures: boolean;
  /** @param signal ends a call that would take too long; the outcome is then what is known of it */
  send(message: ClaimedMessage, recipients: string[], signal?: AbortSignal): Promise<Outcome>;
}

/** Injection token: what this process decides for every adapter. */
export const PROVIDER_OPTIONS = Symbol('provider options');

interface Connected<P> {
  version: string;
  provider: P;
}

/** Finds the way out for each message and keeps the providers' connections open. */
@Injectable()
export class Providers implements OnApplicationShutdown {
  private readonly ownEmail: EmailProvider | undefined;
  private readonly texts = new Map<string, Connected<SmsProvider>>();

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(Integrations) private readonly integrations: Integrations,
    @Inject(Inbox) private readonly inbox: Inbox,
    @Inject(PROVIDER_OPTIONS) private readonly options: ProviderOptions,
  ) {
    const { SMTP_URL, WORKER_CONCURRENCY } = config;
    if (SMTP_URL !== undefined && SMTP_URL !== 'inbox:') {
      this.ownEmail = emailProviders.smtp.create(SMTP_URL, {
        ...this.options,
        maxConnections: WORKER_CONCURRENCY,
        clientName: hostname(),
      });
    }
  }

  /** Undefined when the workspace has no way to send it any more. */
  async routeFor(message: ClaimedMessage): Promise<Route | undefined> {
    return message.channel === 'email' ? this.emailRoute() : this.smsRoute(message);
  }

  /** What to do when the named provider never answered: also asked for a worker that died in mid-call. */
  onUnknown(channel: ClaimedMessage['channel'], provider: string): OnUnknown {
    if (provider === INBOX) return 'retry';
    const descriptors: Partial<Record<string, { onUnknown: OnUnknown }>> =
      channel === 'email' ? emailProviders : smsProviders;
    return descriptors[provider]?.onUnknown ?? (channel === 'email' ? 'retry' : 'hold');
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.allSettled([
      this.ownEmail?.close(),
      ...[...this.texts.values()].map(({ provider }) => provider.close()),
    ]);
  }

  private emailRoute(): Route | undefined {
    if (this.config.SMTP_URL === 'inbox:') return this.inboxRoute(null);
    const provider = this.ownEmail;
    if (!provider) return undefined;
    return {
      provider: provider.name,
      integrationId: null,
      onUnknown: emailProviders.smtp.onUnknown,
      captures: false,
      send: (message, recipients, signal) => provider.send(mailOf(message, recipients), signal),
    };
  }

  private async smsRoute(message: ClaimedMessage): Promise<Route | undefined> {
    const integration = message.source && (await this.integrations.smsBySource(message.workspace_id, message.source));
    if (!integration) return undefined;
    if (integration.provider === INBOX) return this.inboxRoute(integration.id);
    const descriptor = Object.values(smsProviders).find(({ name }) => name === integration.provider);
    if (!descriptor) return undefined;
    const provider = this.connected(integration.id, JSON.stringify(integration.settings), () =>
      descriptor.create(integration.settings, this.options),
    );
    return {
      provider: descriptor.name,
      integrationId: integration.id,
      onUnknown: descriptor.onUnknown,
      captures: false,
      send: (each) => provider.send(smsOf(each)),
    };
  }

  private inboxRoute(integrationId: string | null): Route {
    return {
      provider: INBOX,
      integrationId,
      onUnknown: 'retry',
      captures: true,
      send: (message, recipients) => this.inbox.capture(message, recipients),
    };
  }

  /** Changed settings get a new provider; what the old one still does, it ends. */
  private connected(id: string, version: string, create: () => SmsProvider): SmsProvider {
    const known = this.texts.get(id);
    if (known?.version === version) return known.provider;
    const provider = create();
    this.texts.set(id, { version, provider });
    known?.provider.close().catch(() => undefined);
    return provider;
  }
}
