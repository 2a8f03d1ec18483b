import { Inject, Injectable } from '@nestjs/common';
import type { EmailContent, NewMessage, SmsContent } from '../message/message.js';
import { ShortLinks } from './short-links.repository.js';
import { TrackedMessages } from './tracked-messages.repository.js';
import { TrackingTokens } from './tracking-tokens.service.js';
import { UnsubscribeLinks, withConsentLinks } from './unsubscribe-links.service.js';

type Mail = Pick<NewMessage, 'workspace_id' | 'id' | 'recipients' | 'list_id'>;

const SHORT = /\/s\/([A-Za-z0-9]{8})(?![A-Za-z0-9])/g;

/** Gives a copy of a message links of its own, so that its clicks and opt-outs are not those of the first. */
@Injectable()
export class Readdressing {
  constructor(
    @Inject(TrackingTokens) private readonly tokens: TrackingTokens,
    @Inject(UnsubscribeLinks) private readonly links: UnsubscribeLinks,
    @Inject(ShortLinks) private readonly shortLinks: ShortLinks,
    @Inject(TrackedMessages) private readonly messages: TrackedMessages,
  ) {}

  /** Returns the content of an email for another message. One by reference names no message. */
  email(content: EmailContent, from: Mail, to: Mail): EmailContent {
    const pairs = [...this.tracked(content, from, to), ...this.consent(from, to)];
    const moved = (text: string | undefined) =>
      text && pairs.reduce((result, [old, own]) => result.replaceAll(old, own), text);
    const urls = to.list_id === null || content.ref !== undefined ? undefined : this.links.urls(to);
    return withConsentLinks({ ...content, html: moved(content.html), text: moved(content.text) }, urls);
  }

  /** Returns the content of an SMS for another message, with short links of its own. @throws UnavailableError */
  async sms(content: SmsContent, { workspace_id, id }: Pick<NewMessage, 'workspace_id' | 'id'>): Promise<SmsContent> {
    const { links = [] } = content;
    if (links.length === 0) return content;
    const numbers = new Map<string, number>();
    for (const [, code = ''] of content.body.matchAll(SHORT)) {
      const found = await this.messages.findByCode(code);
      if (found) numbers.set(code, found.link);
    }
    if (numbers.size === 0) return content;
    const codes = await this.shortLinks.codes(workspace_id, id, links.length);
    const body = content.body.replaceAll(SHORT, (whole, code: string) => {
      const own = codes[numbers.get(code) ?? -1];
      return own === undefined ? whole : `/s/${own}`;
    });
    return { ...content, body };
  }

  private tracked({ links = [], track }: EmailContent, from: Mail, to: Mail): [string, string][] {
    if (!track) return [];
    const [old, own] = [from, to].map((mail) => this.tokens.of(mail.workspace_id, mail.id, links.length)) as [
      ReturnType<TrackingTokens['of']>,
      ReturnType<TrackingTokens['of']>,
    ];
    return [
      [old.open, own.open],
      ...old.clicks.map((token, at): [string, string] => [token, own.clicks[at] as string]),
    ];
  }

  private consent(from: Mail, to: Mail): [string, string][] {
    if (to.list_id === null) return [];
    const [old, own] = [this.links.urls(from), this.links.urls(to)];
    return [
      [old.web_url, own.web_url],
      [old.preferences_url, own.preferences_url],
      [old.unsubscribe_url, own.unsubscribe_url],
    ];
  }
}
