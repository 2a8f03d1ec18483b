import { Inject, Injectable } from '@nestjs/common';
import { smsSize, type JsonObject } from '@dundun/domain';
import { TrackingRefusals } from '@dundun/people';
import { wholeOf } from '@dundun/providers';
import type { Filled, SharedRendering } from '../templates/shared-rendering.js';
import { TemplateRenderer } from '../templates/template-renderer.service.js';
import { ChangedLinks, targetsNow } from '../tracking/changed-links.repository.js';
import { Tracking } from '../tracking/tracking.service.js';
import { MessageContents } from './message-contents.repository.js';

/** What one SMS fills into a content. */
export interface SmsFilling {
  messageId: string;
  /** The number that it goes to. */
  to: string;
  variables: JsonObject;
}

/** The text of an SMS with its billed segments, or why there is none. */
export type RenderedSms = { body: string; segments: number; isUntracked?: true } | { fault: string };

/** Renderings of one question to the sandbox, which has two seconds for all. */
const TOGETHER = 50;
/** As long as the code of a real one. */
const TRIAL_CODE = 'xxxxxxxx';

/**
 * Renders SMS from contents that they share. They are rendered before they are accepted, because what they cost depends on their
 * text.
 */
@Injectable()
export class SmsRenderings {
  constructor(
    @Inject(MessageContents) private readonly contents: MessageContents,
    @Inject(TemplateRenderer) private readonly renderer: TemplateRenderer,
    @Inject(Tracking) private readonly tracking: Tracking,
    @Inject(TrackingRefusals) private readonly refusals: TrackingRefusals,
    @Inject(ChangedLinks) private readonly changes: ChangedLinks,
  ) {}

  /** Renders SMS of a stored content, with short links that work, or with their targets for those who refuse tracking. Takes a while: call it outside of transactions. @throws UnavailableError */
  async of(workspaceId: number, contentId: string, fillings: readonly SmsFilling[]): Promise<RenderedSms[]> {
    const content = await this.contents.find(workspaceId, contentId);
    if (!content) throw new Error(`there is no content ${contentId}`);
    const hasOptOut = content.variables.includes('unsubscribe_url');
    const links = content.links ?? [];
    const asked = links.length > 0 ? fillings.map(({ to }) => ({ workspaceId, address: to })) : [];
    const refusing = await this.refusals.refusing(asked);
    const targets = refusing.includes(true) ? targetsNow(links, await this.changes.of(workspaceId, contentId)) : [];
    const filled = await Promise.all(
      fillings.map(async ({ messageId, variables }, at) => ({
        ...variables,
        ...(await this.tracking.shortValuesOf(workspaceId, messageId, refusing[at] ? 0 : links.length, hasOptOut)),
        ...(refusing[at] && this.tracking.slotValues(targets)),
      })),
    );
    const rendered = await this.render(workspaceId, content.text ?? '', filled);
    return rendered.map((each, at) => (refusing[at] && 'body' in each ? { ...each, isUntracked: true } : each));
  }

  /** Renders a text that is not stored for some readers, with links as long as real ones. @throws UnavailableError */
  async tried(
    workspaceId: number,
    text: string,
    readers: readonly JsonObject[],
    hasShortLinks: boolean,
  ): Promise<RenderedSms[]> {
    const short = await this.tracking.shortUrl(workspaceId, TRIAL_CODE);
    const { text: source = '', links = [] } = this.tracking.withSlots(
      { subject: '', text },
      { opens: false, clicks: hasShortLinks },
    );
    const slots = this.tracking.slotValues(links.map(() => short));
    const filled = readers.map((reader) => ({ ...reader, ...slots, unsubscribe_url: short }));
    return this.render(workspaceId, source, filled);
  }

  private async render(workspaceId: number, text: string, variables: readonly object[]): Promise<RenderedSms[]> {
    const at = Date.now();
    const all: RenderedSms[] = [];
    for (let from = 0; from < variables.length; from += TOGETHER) {
      const fillings = variables.slice(from, from + TOGETHER).map((each) => ({ variables: each, at }));
      const { fixed, filled } = await this.renderer.renderShared(workspaceId, { text }, fillings);
      all.push(...filled.map((each) => renderedOf(fixed, each)));
    }
    return all;
  }
}

function renderedOf({ text: fixed = [] }: SharedRendering['fixed'], filled: Filled): RenderedSms {
  if ('fault' in filled) return { fault: String(filled.fault) };
  const { text = '' } = filled;
  const body = typeof text === 'string' ? text : wholeOf({ fixed, values: text });
  if (body.trim() === '') return { fault: 'it is empty' };
  return { body, segments: smsSize(body).segments };
}
