import { Inject, Injectable } from '@nestjs/common';
import { SendingDomains } from '@dundun/accounts';
import { smsSize } from '@dundun/domain';
import { TrackingRefusals } from '@dundun/people';
import { CONFIG, type Config } from '@dundun/platform/config';
import type { EmailContent, NewMessage, SmsContent } from '../message/message.js';
import { OPT_OUT, ShortLinks } from './short-links.repository.js';
import { MOST_LINKS } from './link-targets.js';
import { ContentSlots } from './content-slots.js';
import { fillSlots, isTracked, slotsOf, trackSms, type Asked } from './track-content.js';
import { TrackingTokens } from './tracking-tokens.service.js';

/** Our own paths that are not tracked: hosted pages and links that are tracked already. */
const OUR_PATHS = ['p', 't', 's'];
const MOST_BASES = 1_000;
/** The variables of a content by reference that hold the tracking addresses of its message. */
export const LINKS = 'dundun_links';
export const PIXEL = 'dundun_pixel';
/** The slots of a content by reference, as its template spells them. */
export const SLOTS = {
  linkOf: (number: number): string => `{{ ${LINKS}[${number}] | raw }}`,
  pixel: `{{ ${PIXEL} | raw }}`,
};
/** A tag or output in an address, as written and as a URL spells it. */
const LIQUID = /\{[{%]|%7B(?:%7B|%(?![\da-f]{2}))/i;

/**
 * Rewrites messages so that their opens and clicks can be tracked. Engagement belongs to one person, so a message with
 * several recipients, who share one copy, stays unchanged, and so does one to somebody who refuses to be tracked.
 */
@Injectable()
export class Tracking {
  private readonly contents = new ContentSlots();
  /** By the base of a tracking host. */
  private readonly prefixes = new Map<string, string[]>();

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(SendingDomains) private readonly domains: SendingDomains,
    @Inject(ShortLinks) private readonly shortLinks: ShortLinks,
    @Inject(TrackingTokens) private readonly tokens: TrackingTokens,
    @Inject(TrackingRefusals) private readonly refusals: TrackingRefusals,
  ) {}

  /** Returns the email as it is stored and sent, and the notices for its caller. @throws UnavailableError */
  async email(
    message: NewMessage,
    { track_opens: opens = false, track_clicks: clicks = false }: { track_opens?: boolean; track_clicks?: boolean },
  ): Promise<{ message: NewMessage; notices: string[] }> {
    if ((!opens && !clicks) || message.recipients.length !== 1) return { message, notices: [] };
    const { workspace_id, id } = message;
    const base = await this.base(workspace_id, message.sender.address);
    const written = message.content as EmailContent;
    const slots = this.contents.slotsOf(written, { opens, clicks }, base, this.isOurs(base));
    const notices = slots.untracked > 0 ? [beyondLimit(slots.untracked)] : [];
    if (!isTracked(slots)) return { message, notices };
    if (await this.isRefused(message)) return { message: withoutTracking(message), notices: [] };
    const tokens = this.tokens.of(workspace_id, id, slots.links.length);
    const urls = {
      linkOf: (number: number) => `${base}/t/c/${tokens.clicks[number]}`,
      pixel: `${base}/t/o/${tokens.open}`,
    };
    return { message: { ...message, content: fillSlots(written, slots, urls) }, notices };
  }

  /**
   * Returns a content for many messages, with slots in place of what each of them tracks: Liquid outputs of `LINKS` and `PIXEL`.
   * A link whose target contains a variable stays as it is.
   */
  withSlots(content: EmailContent, asked: Asked): EmailContent {
    const isOurs = this.isOurs(this.ownBase());
    const slots = slotsOf(content, asked, (url) => LIQUID.test(url) || isOurs(url));
    if (!isTracked(slots)) return content;
    return fillSlots(content, slots, SLOTS);
  }

  /**
   * Returns what a message fills into the slots of its content.
   * @param base the tracking host of its sender, from `base`
   */
  valuesOf(base: string, { workspace_id, id }: Pick<NewMessage, 'workspace_id' | 'id'>, links: number): object {
    const { clicks, open } = this.tokens.of(workspace_id, id, links);
    return { [LINKS]: clicks.map((token) => `${base}/t/c/${token}`), [PIXEL]: `${base}/t/o/${open}` };
  }

  /**
   * Returns what an SMS fills into the slots of its content: short addresses, which are stored before it.
   * @param hasOptOut whether it shows the way out of its list @throws UnavailableError
   */
  async shortValuesOf(workspaceId: number, messageId: string, links: number, hasOptOut: boolean): Promise<object> {
    const numbers = [...Array(links).keys(), ...(hasOptOut ? [OPT_OUT] : [])];
    if (numbers.length === 0) return {};
    const codes = await this.shortLinks.codesOf(workspaceId, messageId, numbers);
    const urls = await Promise.all(codes.map((code) => this.shortUrl(workspaceId, code)));
    return { ...this.slotValues(urls.slice(0, links)), ...(hasOptOut && { unsubscribe_url: urls[links] }) };
  }

  /** Returns the short address of a code. @throws UnavailableError */
  async shortUrl(workspaceId: number, code: string): Promise<string> {
    return `${await this.base(workspaceId)}/s/${code}`;
  }

  /** Returns the variables that fill these addresses into the slots of a content. */
  slotValues(links: readonly string[]): object {
    return { [LINKS]: links };
  }

  /** Returns the SMS as it is stored and sent, with its segments recounted for short links. @throws UnavailableError */
  async sms(message: NewMessage, { track_clicks: clicks = false }: { track_clicks?: boolean }): Promise<NewMessage> {
    if (!clicks) return message;
    const { workspace_id, id } = message;
    const base = await this.base(workspace_id);
    const written = message.content as SmsContent;
    const isOurs = this.isOurs(base);
    const { links = [] } = trackSms(written, { linkOf: String, isOurs });
    if (links.length === 0) return message;
    if (await this.isRefused(message)) return withoutTracking(message);
    const codes = await this.shortLinks.codes(workspace_id, id, links.length);
    const content = trackSms(written, { linkOf: (number) => `${base}/s/${codes[number] as string}`, isOurs });
    return { ...message, content, segments: smsSize(content.body).segments };
  }

  /** Returns the tracking host of the sender's domain if it points here, otherwise ours. @throws UnavailableError */
  async base(workspaceId: number, sender?: string): Promise<string> {
    const host = await this.domains.trackingHost(workspaceId, sender);
    return host === null ? this.ownBase() : `https://${host}`;
  }

  /** Tells whether a URL is one of our own paths, on our host or on that of the sender's domain. @throws UnavailableError */
  async isOwn(url: string, workspaceId: number, sender?: string): Promise<boolean> {
    return this.isOurs(await this.base(workspaceId, sender))(url);
  }

  /** Tells whether the only recipient of a message refuses to be tracked. */
  private async isRefused({ workspace_id, recipients: [recipient] }: NewMessage): Promise<boolean> {
    if (!recipient) return false;
    const [isRefused = false] = await this.refusals.refusing([
      { workspaceId: workspace_id, address: recipient.address },
    ]);
    return isRefused;
  }

  private ownBase(): string {
    return this.config.PUBLIC_URL.replace(/\/+$/, '');
  }

  private isOurs(base: string): (url: string) => boolean {
    let prefixes = this.prefixes.get(base);
    if (!prefixes) {
      prefixes = [base, this.ownBase()].flatMap((one) =>
        OUR_PATHS.map((path) => `${new URL(one).href.replace(/\/$/, '')}/${path}/`),
      );
      if (this.prefixes.size >= MOST_BASES) this.prefixes.clear();
      this.prefixes.set(base, prefixes);
    }
    return (url) => prefixes.some((prefix) => url.startsWith(prefix));
  }
}

/** Keeps the message as it is written, and says that it would have been tracked, for reports. */
const withoutTracking = (message: NewMessage): NewMessage => ({
  ...message,
  content: { ...message.content, isUntracked: true },
});

const beyondLimit = (untracked: number) =>
  `clicks on ${untracked} ${untracked === 1 ? 'link' : 'links'} are not tracked: a message has at most ${MOST_LINKS} tracked links`;
