import { Inject, Injectable } from '@nestjs/common';
import { DkimKeys, INBOX, PROVIDER_OPTIONS, type ProviderOptionsFor, type RouteStep } from '@dundun/accounts';
import { CONFIG, type Config } from '@dundun/platform/config';
import { emailProviders, type EmailProviderDescriptor, type Mail } from '@dundun/providers';
import { Attachments } from '../message/attachments.repository.js';
import type { ClaimedMessage } from '../message/message.js';
import { mailOf } from '../message/outgoing.js';
import { emailDescriptor } from '../message/provider-descriptors.js';
import { Inbox } from './inbox.repository.js';
import { ProviderConnections } from './provider-connections.service.js';
import { ReturnPaths } from './return-paths.service.js';
import { inboxRoute, type OpenRoute, type Route } from './route.js';

/** The id under which the connection to the service's own server is kept. */
const OWN = 'own';

/** Builds the routes of emails. */
@Injectable()
export class EmailRoutes {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(DkimKeys) private readonly dkim: DkimKeys,
    @Inject(ReturnPaths) private readonly returnPaths: ReturnPaths,
    @Inject(Attachments) private readonly attachments: Attachments,
    @Inject(Inbox) private readonly inbox: Inbox,
    @Inject(ProviderConnections) private readonly connections: ProviderConnections,
    @Inject(PROVIDER_OPTIONS) private readonly optionsFor: ProviderOptionsFor,
  ) {}

  /**
   * Returns the route of one step; undefined if the step cannot carry the email.
   * @param needsTemplates the email names a template that is stored at the provider
   * @throws CannotOpenError, ZodError when the account's settings cannot be used
   */
  of(step: RouteStep, needsTemplates: boolean): Route | undefined {
    const { SMTP_URL } = this.config;
    if (step === null && SMTP_URL === 'inbox:') return inboxRoute(this.inbox, null);
    if (step?.provider === INBOX) return inboxRoute(this.inbox, step.id);
    const descriptor = step ? emailDescriptor(step.provider) : this.ownDescriptor();
    if (!descriptor || (needsTemplates && !descriptor.hasTemplates)) return undefined;
    const account = step ?? { id: OWN, version: '', endpoint: null, settings: SMTP_URL };
    // The operator configured the service's own server, so its address needs no check.
    const options = step ? this.optionsFor(step) : { ...this.optionsFor({ endpoint: null }), resolve: undefined };
    const provider = this.connections.of(account, () => descriptor.create(account.settings, options));
    const { carry } = provider;
    return {
      provider: descriptor.name,
      integrationId: step?.id ?? null,
      onUnknown: descriptor.onUnknown,
      captures: false,
      maxRecipients: descriptor.maxRecipients,
      rateLimit: step?.rateLimit ?? null,
      health: step?.health ?? 'fine',
      send: async (message, recipients, signal, isWanted) => {
        return provider.send(await this.mail(message, recipients, descriptor), signal, isWanted);
      },
      ...(carry && { openFor: (message) => this.opened(message, (call) => carry.call(provider, call)) }),
    };
  }

  private async opened(
    { workspace_id: workspaceId, sender }: ClaimedMessage,
    carry: OpenRoute['carry'],
  ): Promise<OpenRoute> {
    const signWith = await this.dkim.signingKeys(workspaceId, sender.address);
    const returnPath = await this.returnPaths.from(workspaceId, sender.address);
    const envelopeFrom = ({ id }: ClaimedMessage) => returnPath({ workspaceId, id }) ?? sender.address;
    return {
      isSigning: signWith.length > 0,
      envelopeFrom,
      mail: (message) => {
        const mail = mailOf(message, [message.recipients[0]?.address ?? ''], [], true);
        return Object.assign(mail, { signWith, envelopeFrom: envelopeFrom(message) });
      },
      carry,
    };
  }

  private ownDescriptor(): EmailProviderDescriptor | undefined {
    return this.config.SMTP_URL === undefined ? undefined : emailProviders.smtp;
  }

  private async mail(
    message: ClaimedMessage,
    recipients: string[],
    { sendsRawMail }: EmailProviderDescriptor,
  ): Promise<Mail> {
    const mail = mailOf(message, recipients, await this.attachments.of(message), sendsRawMail);
    if (!sendsRawMail) return mail;
    const { workspace_id: workspaceId, id } = message;
    const signWith = await this.dkim.signingKeys(workspaceId, mail.from.email);
    const envelopeFrom = await this.returnPaths.of({ workspaceId, id }, mail.from.email);
    return { ...mail, signWith, envelopeFrom };
  }
}
