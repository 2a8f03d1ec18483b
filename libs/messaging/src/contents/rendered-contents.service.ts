import { Inject, Injectable } from '@nestjs/common';
import { MOST_SEGMENTS, smsSize, TemplateError } from '@dundun/domain';
import { LRUCache } from 'lru-cache';
import type { EmailContent, SmsContent } from '../message/message.js';
import { wholeParts } from '../message/outgoing.js';
import { fillPlain, type PlainTemplate } from '../templates/plain-template.js';
import type { Filled, Filling, SharedRendering } from '../templates/shared-rendering.js';
import { TemplateRenderer } from '../templates/template-renderer.service.js';
import { ChangedLinks, targetsNow } from '../tracking/changed-links.repository.js';
import { SLOTS, Tracking } from '../tracking/tracking.service.js';
import { untracked } from '../tracking/untracked-content.js';
import { UnsubscribeLinks } from '../tracking/unsubscribe-links.service.js';
import { ContentFiller, renderedOf, withRendered, type OwnVariables, type Referring } from './content-filler.js';
import { MessageContents, type MessageContent } from './message-contents.repository.js';

interface Waiting {
  filling: Filling;
  resolve: (rendering: { fixed: SharedRendering['fixed']; filled: Filled }) => void;
  reject: (error: unknown) => void;
}

/** Renderings of one question to the sandbox, which has two seconds for all. */
const TOGETHER = 50;
/** Contents whose plain template is kept in memory. */
const MOST_PLAIN = 50;
const GONE = 'its content does not exist any more';

/**
 * Renders messages whose content is stored by reference. The same message gives the same bytes, whenever it is rendered; the one
 * exception is a link of an untracked message that leads elsewhere since.
 */
@Injectable()
export class RenderedContents {
  private readonly waiting = new Map<string, Waiting[]>();
  /** By workspace, id and changed links: what is left of a content without its tracking. */
  private readonly untracked = new LRUCache<string, MessageContent>({ max: MOST_PLAIN });
  /** By workspace and id; null for a content that takes the sandbox. */
  private readonly plain = new LRUCache<string, Promise<PlainTemplate | null>>({ max: MOST_PLAIN });

  constructor(
    @Inject(MessageContents) private readonly contents: MessageContents,
    @Inject(TemplateRenderer) private readonly renderer: TemplateRenderer,
    @Inject(Tracking) private readonly tracking: Tracking,
    @Inject(UnsubscribeLinks) private readonly links: UnsubscribeLinks,
    @Inject(ChangedLinks) private readonly changes: ChangedLinks,
  ) {}

  /**
   * Returns the content of a message, its html and text in pieces if possible, which is all that a waiting message holds of them. A
   * content that is stored with its message comes back as it is. Without its variables, which retention deletes, there is no html
   * and text.
   * @throws TemplateError when it cannot be rendered; UnavailableError
   */
  async of(message: Referring): Promise<EmailContent | SmsContent> {
    if (!('ref' in message.content) || message.content.ref === undefined) return message.content;
    const { variables } = message.content;
    const content = await this.contentOf(message);
    if (!content) throw new TemplateError(GONE);
    if (message.channel === 'sms') return this.sms(message, content);
    const rendered = variables && (await this.render(message, content, variables));
    return withRendered(message.content as EmailContent, content, rendered);
  }

  /**
   * Returns what fills in the content of such a message without waiting; undefined for a content that takes the sandbox.
   * @throws UnavailableError
   */
  async fillerOf(message: Referring): Promise<ContentFiller | undefined> {
    const content = await this.contentOf(message);
    const plain = content && (await this.plainOf(content));
    if (!plain) return undefined;
    const base = await this.baseFor(message, content);
    return new ContentFiller(content, plain, (each) => this.ownVariables(each, content, base));
  }

  /** Returns the content that a message refers to, without tracking if its recipient refuses that. */
  private async contentOf({ workspace_id, content }: Referring): Promise<MessageContent | undefined> {
    const { ref, isUntracked } = content;
    const found = ref === undefined ? undefined : await this.contents.find(workspace_id, ref);
    if (!found || !isUntracked) return found;
    const changed = await this.changes.of(workspace_id, found.id);
    const id = `${found.id} untracked ${JSON.stringify([...changed])}`;
    const key = `${workspace_id} ${id}`;
    const links = found.links && targetsNow(found.links, changed);
    const bare = this.untracked.get(key) ?? { ...untracked({ ...found, links }, SLOTS), id };
    this.untracked.set(key, bare);
    return bare;
  }

  /** Returns one that was rendered before it was accepted as it is. @throws TemplateError, also for more segments than an SMS may have */
  private async sms(message: Referring, content: MessageContent): Promise<SmsContent> {
    const { variables } = message.content as SmsContent;
    const own = { ...(message.content as SmsContent), ref: undefined, variables: undefined };
    const { links, track } = content;
    if (variables === undefined) return { ...own, ...(links && { links }), ...(track && { track }) };
    const { text: body = '' } = wholeParts(await this.render(message, content, variables));
    const { segments } = smsSize(body);
    if (segments > MOST_SEGMENTS) throw new TemplateError(`it needs ${segments} segments, and an SMS has at most ${MOST_SEGMENTS}`); // prettier-ignore
    return { ...own, body };
  }

  /** Returns the content of a message for its view; what cannot be rendered is left out. @throws UnavailableError */
  async shown(
    message: Omit<Referring, 'content'> & { content: Referring['content'] | null },
  ): Promise<EmailContent | SmsContent | null> {
    const { content } = message;
    if (content === null) return null;
    try {
      const rendered = await this.of({ ...message, content });
      return 'pieces' in rendered ? { ...rendered, ...wholeParts(rendered), pieces: undefined } : rendered;
    } catch (error) {
      if (error instanceof TemplateError) return content;
      throw error;
    }
  }

  private async render(message: Referring, content: MessageContent, variables: object): Promise<EmailContent> {
    const base = await this.baseFor(message, content);
    const { urls, before, after } = this.ownVariables(message, content, base);
    const filling = { variables: { ...before, ...variables, ...after }, at: message.created_at.getTime() };
    const { fixed, filled } = (await this.filledPlain(content, filling)) ?? (await this.fill(content, filling));
    if ('fault' in filled) throw new TemplateError(filled.fault);
    return renderedOf(content, fixed, filled, urls);
  }

  private async baseFor({ workspace_id, sender }: Referring, { track }: MessageContent): Promise<string> {
    return track ? this.tracking.base(workspace_id, sender.address) : '';
  }

  /** Returns the variables that the service adds to those of a message, which may replace its consent links. */
  private ownVariables(message: Referring, content: MessageContent, base: string): OwnVariables {
    const urls = message.list_id === null ? undefined : this.links.urls(message);
    const before = urls && {
      unsubscribe_url: urls.unsubscribe_url,
      preferences_url: urls.preferences_url,
      // Signed only for mails that show it.
      ...(content.variables.includes('web_url') && { web_url: urls.web_url }),
    };
    const after = content.track ? this.tracking.valuesOf(base, message, content.links?.length ?? 0) : {};
    return { urls, before, after };
  }

  /** Fills in a content of plain variables right here: asking the sandbox costs more than all the rest of a mail. */
  private async filledPlain(
    content: MessageContent,
    { variables }: Filling,
  ): Promise<{ fixed: SharedRendering['fixed']; filled: Filled } | undefined> {
    const plain = await this.plainOf(content);
    const filled = plain && fillPlain(plain, variables);
    return filled ? { fixed: { html: plain.html?.fixed, text: plain.text?.fixed }, filled } : undefined;
  }

  private plainOf(content: MessageContent): Promise<PlainTemplate | null> {
    const key = `${content.workspace_id} ${content.id}`;
    let found = this.plain.get(key);
    if (!found) {
      found = this.renderer.plain(content.workspace_id, partsOf(content));
      this.plain.set(key, found);
      found.catch(() => this.plain.delete(key));
    }
    return found;
  }

  /** Gathers the renderings of a content that are asked for at once, so that it is parsed and handed over once for many. */
  private fill(
    content: MessageContent,
    filling: Filling,
  ): Promise<{ fixed: SharedRendering['fixed']; filled: Filled }> {
    const key = `${content.workspace_id} ${content.id}`;
    return new Promise((resolve, reject) => {
      const waiting = this.waiting.get(key);
      if (waiting) waiting.push({ filling, resolve, reject });
      else {
        this.waiting.set(key, [{ filling, resolve, reject }]);
        setImmediate(() => this.flush(key, content));
      }
    });
  }

  private flush(key: string, content: MessageContent): void {
    const all = this.waiting.get(key) ?? [];
    this.waiting.delete(key);
    for (let at = 0; at < all.length; at += TOGETHER) void this.renderAll(content, all.slice(at, at + TOGETHER));
  }

  private async renderAll(content: MessageContent, group: Waiting[]): Promise<void> {
    const parts = partsOf(content);
    try {
      const fillings = group.map(({ filling }) => filling);
      const { fixed, filled } = await this.renderer.renderShared(content.workspace_id, parts, fillings);
      group.forEach(({ resolve }, index) => resolve({ fixed, filled: filled[index] as Filled }));
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }
}

const partsOf = ({ subject, html, text }: MessageContent) => ({
  subject,
  html: html ?? undefined,
  text: text ?? undefined,
});
