import { Inject, Injectable } from '@nestjs/common';
import { smsSize } from '@dundun/domain';
import { TrackingRefusals } from '@dundun/people';
import { MessageContents } from '../contents/message-contents.repository.js';
import type { EmailContent, NewMessage, SmsContent } from '../message/message.js';
import { OPT_OUT } from '../tracking/short-links.repository.js';
import { TrackedMessages } from '../tracking/tracked-messages.repository.js';
import { TrackingTokens } from '../tracking/tracking-tokens.service.js';
import { untracked } from '../tracking/untracked-content.js';

const TRACKED = /(https?:\/\/[^\s"'<>]*?)\/t\/[co]\/([\w.-]+)/g;
const SHORT = /https?:\/\/[^\s"'<>]*?\/s\/([A-Za-z0-9]{8})(?![A-Za-z0-9])/g;

/** Takes the tracking out of a message that is sent again, if its recipient has refused it since. */
@Injectable()
export class RefusedTracking {
  constructor(
    @Inject(TrackingRefusals) private readonly refusals: TrackingRefusals,
    @Inject(MessageContents) private readonly contents: MessageContents,
    @Inject(TrackedMessages) private readonly messages: TrackedMessages,
    @Inject(TrackingTokens) private readonly tokens: TrackingTokens,
  ) {}

  /** Returns the content of a copy of an email. @param firstId the message whose links the content holds */
  async email(message: NewMessage, firstId: string): Promise<EmailContent> {
    const content = message.content as EmailContent;
    if (!(await this.isRefused(message))) return content;
    if (content.ref !== undefined) return { ...content, isUntracked: true };
    const { html, text } = this.asWritten(content, message.workspace_id, firstId);
    return { ...content, html, text, links: undefined, track: undefined, isUntracked: true };
  }

  /** Returns the content of a copy of an SMS, and its segments. @throws UnavailableError */
  async sms(message: NewMessage, firstId: string): Promise<Pick<NewMessage, 'segments'> & { content: SmsContent }> {
    const content = message.content as SmsContent;
    if (!(await this.isRefused(message))) return { content, segments: message.segments };
    const body = await this.withTargets(content.body, firstId);
    return {
      content: { ...content, body, links: undefined, track: undefined, isUntracked: true },
      segments: message.segments === null ? null : smsSize(body).segments,
    };
  }

  /** A message to several is never tracked. */
  private async isRefused({ workspace_id: workspaceId, recipients, content }: NewMessage): Promise<boolean> {
    const { ref, track, isUntracked } = content as EmailContent | SmsContent;
    const [recipient] = recipients;
    if (isUntracked || !recipient) return false;
    const shared = ref === undefined ? undefined : await this.contents.find(workspaceId, ref);
    if (!track && !shared?.track) return false;
    const [isRefused = false] = await this.refusals.refusing([{ workspaceId, address: recipient.address }]);
    return isRefused;
  }

  /** The host of the addresses may have changed since, so it is read from the content. */
  private asWritten(content: EmailContent, workspaceId: number, firstId: string): Pick<EmailContent, 'html' | 'text'> {
    const { html, text, links = [], track = null } = content;
    const { open, clicks } = this.tokens.of(workspaceId, firstId, links.length);
    const own = new Set([open, ...clicks]);
    const found = [html, text].flatMap((part) => [...(part ?? '').matchAll(TRACKED)]);
    const base = found.find(([, , token]) => own.has(token as string))?.[1];
    if (base === undefined) return { html, text };
    const bare = untracked(
      { html: html ?? null, text: text ?? null, links, track },
      { linkOf: (number) => `${base}/t/c/${clicks[number]}`, pixel: `${base}/t/o/${open}` },
    );
    return { html: bare.html ?? undefined, text: bare.text ?? undefined };
  }

  private async withTargets(body: string, firstId: string): Promise<string> {
    const targets = new Map<string, string>();
    for (const [url, code = ''] of body.matchAll(SHORT)) {
      const found = await this.messages.findByCode(code);
      const target = found?.link === OPT_OUT ? undefined : found?.message.links[found.link];
      if (found?.message.messageId === firstId && target !== undefined) targets.set(url, target);
    }
    return body.replaceAll(SHORT, (url) => targets.get(url) ?? url);
  }
}
