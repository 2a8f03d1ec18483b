import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '@dundun/platform/config';
import { TemplateRenderer } from '../templates/template-renderer.service.js';
import { LINKS, PIXEL } from '../tracking/tracking.service.js';
import { MessageContents } from './message-contents.repository.js';

/** The targets of a content's tracked links by number, and which of them people cannot see. */
export interface ContentLinks {
  links: string[];
  honeypot: number | null;
}

const NO_IMAGE = 'data:,';

/** Shows contents that many messages share, without a reader. */
@Injectable()
export class SharedContents {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(MessageContents) private readonly contents: MessageContents,
    @Inject(TemplateRenderer) private readonly renderer: TemplateRenderer,
  ) {}

  async linksOf(workspaceId: number, id: string): Promise<ContentLinks> {
    const content = await this.contents.find(workspaceId, id);
    return { links: content?.links ?? [], honeypot: content?.track?.honeypot ?? null };
  }

  /**
   * Renders a content with no variable filled in but those of the service, which count nothing.
   * @param linkOf where a tracked link leads, by its number and target
   * @throws TemplateError, UnavailableError
   */
  async forNobody(
    workspaceId: number,
    id: string,
    linkOf: (number: number, target: string) => string,
  ): Promise<{ subject?: string; html?: string; text?: string } | undefined> {
    const content = await this.contents.find(workspaceId, id);
    if (!content) return undefined;
    const { subject, html, text, links, variables } = content;
    const parts = { subject, html: html ?? undefined, text: text ?? undefined };
    const known = {
      unsubscribe_url: `${this.config.PUBLIC_URL}/p/u/test`,
      preferences_url: `${this.config.PUBLIC_URL}/p/preferences/test`,
      web_url: `${this.config.PUBLIC_URL}/t/v/test`,
      [LINKS]: (links ?? []).map((target, number) => linkOf(number, target)),
      [PIXEL]: NO_IMAGE,
    };
    const { parts: rendered } = await this.renderer.preview(workspaceId, parts, known, variables);
    return rendered;
  }
}
