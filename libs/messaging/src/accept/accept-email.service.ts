import { Inject, Injectable } from '@nestjs/common';
import { mayCarry, ProviderSets, SendingDomains, type RoutePath, type RouteStep } from '@dundun/accounts';
import type { AttachmentInput, SendEmailBody } from '@dundun/contracts';
import {
  DomainNotConnectedError,
  NoEmailProviderError,
  uniqueRecipients,
  UnknownTemplateError,
  type MailAddress,
} from '@dundun/domain';
import { CONFIG, type Config } from '@dundun/platform/config';
import { newId, type IdempotencyClaim, type Replayed } from '@dundun/platform/database';
import type { Caller } from '@dundun/platform/http';
import { AcceptedMessages, type AcceptedMessage, type CheckedMessage } from './accepted-messages.repository.js';
import { safeFileName } from './file-name.js';
import { knownList } from '../message/known-list.js';
import type { EmailContent, Recipient, StoredAttachment } from '../message/message.js';
import { purposeOf } from '../message/outgoing.js';
import { emailDescriptor } from '../message/provider-descriptors.js';
import { laneOf, scheduledAt } from './schedule.js';
import type { SendingProfile } from '../templates/sending-profile.entity.js';
import { Templates } from '../templates/templates.service.js';
import { Tracking } from '../tracking/tracking.service.js';
import {
  unfilledLinks,
  UnsubscribeLinks,
  withConsentLinks,
  type ConsentUrls,
} from '../tracking/unsubscribe-links.service.js';

/** Decides whether an email is accepted, and in which form it is stored. */
@Injectable()
export class AcceptEmail {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(ProviderSets) private readonly sets: ProviderSets,
    @Inject(SendingDomains) private readonly domains: SendingDomains,
    @Inject(Templates) private readonly templates: Templates,
    @Inject(Tracking) private readonly tracking: Tracking,
    @Inject(AcceptedMessages) private readonly accepted: AcceptedMessages,
    @Inject(UnsubscribeLinks) private readonly links: UnsubscribeLinks,
  ) {}

  async accept(
    caller: Caller,
    body: SendEmailBody,
    requestId: string,
    claim?: IdempotencyClaim,
    first?: string | null,
  ): Promise<AcceptedMessage | Replayed> {
    return this.accepted.accept(await this.check(caller, body, requestId, first), claim);
  }

  /** Returns the message to be stored. @param first the integration of a sending profile @throws Refusal */
  async check(caller: Caller, body: SendEmailBody, requestId: string, first?: string | null): Promise<CheckedMessage> {
    const list_id = knownList(body.list);
    const profile = await this.profileOf(caller.workspaceId, body.template);
    const first_integration_id = first ?? profile?.integrationId ?? null;
    const { steps, isFree, isLimited } = await this.limitOf(caller, list_id, body.from.email, first_integration_id);
    const scheduled_at = scheduledAt(body.send_at);
    const named = { workspace_id: caller.workspaceId, id: newId(), recipients: recipientsOf(body) };
    const urls = list_id === null ? undefined : this.links.urls(named);
    const content = withConsentLinks(await this.contentOf(caller.workspaceId, body, steps, urls, profile), urls);
    const message = {
      ...named,
      channel: 'email' as const,
      lane: laneOf(list_id, scheduled_at),
      list_id,
      source: null,
      first_integration_id,
      sender: { name: body.from.name, address: body.from.email },
      content: { ...content, ...(isFree && !isLimited && { isUncounted: true as const }) },
      ...(body.attachments?.length && {
        attachments: body.attachments.map((file) => Buffer.from(file.content, 'base64')),
      }),
      tags: body.tags ?? null,
      metadata: body.metadata ?? null,
      segments: null,
      request_id: requestId,
      scheduled_at,
    };
    const tracked = await this.tracking.email(message, body);
    const notices = [...(urls ? [] : unfilledLinks(content)), ...tracked.notices];
    return { message: tracked.message, isLimited, notices };
  }

  /**
   * Returns how a mail of this sender may go, and whether it counts against the daily limit.
   * @throws NoEmailProviderError, DomainNotConnectedError
   */
  async limitOf(
    caller: Pick<Caller, 'workspaceId' | 'plan'>,
    list_id: string | null,
    from: string,
    first: string | null,
  ) {
    const steps = await this.steps(caller.workspaceId, purposeOf({ list_id }), from, first);
    const isFree = caller.plan === 'free';
    return { steps, isFree, isLimited: isFree && steps.includes(null) };
  }

  /** Returns the route steps that may carry mail of this sender. @throws NoEmailProviderError, DomainNotConnectedError */
  private async steps(workspaceId: number, path: RoutePath, from: string, first: string | null): Promise<RouteStep[]> {
    const set = await this.sets.of(workspaceId);
    const isOurs = this.config.SMTP_URL !== undefined;
    const usable = set.email(path, first).filter((step) => step !== null || isOurs);
    if (usable.length === 0) throw new NoEmailProviderError();
    const isConnected = await this.domains.covers(workspaceId, from);
    const steps = usable.filter((step) => mayCarry(step, from, isConnected));
    if (steps.length === 0) throw new DomainNotConnectedError(from);
    return steps;
  }

  /** @returns null if the template is not stored here, or has no profile */
  private async profileOf(workspaceId: number, template: string | undefined): Promise<SendingProfile | null> {
    if (template === undefined) return null;
    try {
      return await this.templates.profileOf(workspaceId, template);
    } catch (error) {
      if (error instanceof UnknownTemplateError) return null;
      throw error;
    }
  }

  private async contentOf(
    workspaceId: number,
    body: SendEmailBody,
    steps: RouteStep[],
    urls: ConsentUrls | undefined,
    profile: SendingProfile | null,
  ): Promise<EmailContent> {
    const { subject, html, text, template, reply_to: [reply, ...moreReplyTo] = [] } = body;
    const variables = { ...linksOf(urls), ...body.template_variables };
    const common = {
      replyTo: reply?.email ?? profile?.replyTo ?? undefined,
      replyToName: reply?.name ?? undefined,
      ...(moreReplyTo.length > 0 && { moreReplyTo }),
      headers: body.headers,
      attachments: body.attachments?.map(storedAttachment),
    };
    const given = { subject, html, text };
    if (template === undefined) return { ...common, ...given };
    try {
      const parts = await this.templates.render(workspaceId, template, variables, given, body.language);
      const madeFrom = { template: await this.templates.nameOf(workspaceId, template) };
      return { ...common, subject: parts.subject ?? subject, html: parts.html, text: parts.text, madeFrom };
    } catch (error) {
      const isTheirs = error instanceof UnknownTemplateError && !error.isArchived && steps.some(hasTemplates);
      if (!isTheirs) throw error;
      return { ...common, subject, template: { id: template, variables } };
    }
  }
}

/** Returns the links as template variables; callers with their own pages override them. */
const linksOf = (urls: ConsentUrls | undefined) =>
  urls && {
    unsubscribe_url: urls.unsubscribe_url,
    preferences_url: urls.preferences_url,
    web_url: urls.web_url,
  };

const hasTemplates = (step: RouteStep) => step !== null && emailDescriptor(step.provider)?.hasTemplates === true;

const storedAttachment = ({ filename, content_type, content_id }: AttachmentInput): StoredAttachment => ({
  filename: safeFileName(filename),
  contentType: content_type?.replace(/ *; */g, '; ') || 'application/octet-stream',
  contentId: content_id || undefined,
});

/** Returns each mailbox once, ignoring case. */
function recipientsOf({ to, cc, bcc }: SendEmailBody): Recipient[] {
  const unique = uniqueRecipients(to, cc, bcc);
  const of = (kind: Recipient['kind'], all: MailAddress[]) =>
    all.map(({ name, email }): Recipient => ({ address: email, name, kind, status: 'queued', detail: null }));
  return [...of('to', unique.to), ...of('cc', unique.cc), ...of('bcc', unique.bcc)];
}
