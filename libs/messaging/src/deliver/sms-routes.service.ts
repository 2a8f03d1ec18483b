import { Inject, Injectable } from '@nestjs/common';
import {
  INBOX,
  PROVIDER_OPTIONS,
  ProviderHooks,
  type ProviderAccount,
  type ProviderOptionsFor,
} from '@dundun/accounts';
import { CONFIG, type Config } from '@dundun/platform/config';
import { smsOf } from '../message/outgoing.js';
import { smsDescriptor } from '../message/provider-descriptors.js';
import { Inbox } from './inbox.repository.js';
import { ProviderConnections } from './provider-connections.service.js';
import { inboxRoute, type Route } from './route.js';

/** Builds the routes of SMS. */
@Injectable()
export class SmsRoutes {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(ProviderHooks) private readonly hooks: ProviderHooks,
    @Inject(Inbox) private readonly inbox: Inbox,
    @Inject(ProviderConnections) private readonly connections: ProviderConnections,
    @Inject(PROVIDER_OPTIONS) private readonly optionsFor: ProviderOptionsFor,
  ) {}

  /**
   * Returns the route of one account; undefined if its provider was removed.
   * @throws CannotOpenError, ZodError when the account's settings cannot be used
   */
  of(workspaceId: number, account: ProviderAccount): Route | undefined {
    if (account.provider === INBOX) return inboxRoute(this.inbox, account.id);
    const descriptor = smsDescriptor(account.provider);
    if (!descriptor) return undefined;
    const statusCallback = this.callbackOf(workspaceId, account);
    const provider = this.connections.of(account, () =>
      descriptor.create(account.settings, { ...this.optionsFor(account), statusCallback }),
    );
    return {
      provider: descriptor.name,
      integrationId: account.id,
      onUnknown: descriptor.onUnknown,
      captures: false,
      maxRecipients: 1,
      rateLimit: account.rateLimit,
      health: account.health,
      send: (message, _, signal, isWanted) => provider.send(smsOf(message), signal, isWanted),
    };
  }

  /** Returns where the provider reports about each SMS. Providers refuse an SMS whose callback is not public. */
  private callbackOf(workspaceId: number, { id }: ProviderAccount): ((reference: string) => string) | undefined {
    if (!this.config.PUBLIC_URL.startsWith('https:')) return undefined;
    const url = this.hooks.url({ workspaceId, integrationId: id });
    return (reference) => `${url}?reference=${reference}`;
  }
}
