import { Inject, Injectable } from '@nestjs/common';
import { InvalidInputError, isWebUrl } from '@dundun/domain';
import { CONFIG, type Config } from '@dundun/platform/config';
import { TemplateRenderer } from '../templates/template-renderer.service.js';
import { ChangedLinks } from '../tracking/changed-links.repository.js';
import { linkWith, type LinkParameters } from '../tracking/link-parameters.js';
import { LINKS, PIXEL, Tracking } from '../tracking/tracking.service.js';
import { MessageContents } from './message-contents.repository.js';

/** The targets of a content's tracked links by number, and which of them people cannot see. */
export interface ContentLinks {
  links: string[];
  honeypot: number | null;
  /** Where links lead since somebody changed them, by number. */
  changed: ReadonlyMap<number, string>;
}

/** Where a link is to lead. */
export interface NewTarget {
  number: number;
  url: string;
  /** Added to the target, as to the other links. */
  parameters?: LinkParameters;
  /** The address whose tracking host the messages use. */
  sender?: string;
}

const NO_IMAGE = 'data:,';
const NOT_TRACKED =
  'must be the number of a tracked link: an address with variables is written into each message and cannot be changed';
const OWN = 'must not be an address of Dundun itself: such links belong to one message, and would lead in circles';

/** Shows contents that many messages share, without a reader. */
@Injectable()
export class SharedContents {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(MessageContents) private readonly contents: MessageContents,
    @Inject(ChangedLinks) private readonly changes: ChangedLinks,
    @Inject(Tracking) private readonly tracking: Tracking,
    @Inject(TemplateRenderer) private readonly renderer: TemplateRenderer,
  ) {}

  async linksOf(workspaceId: number, id: string): Promise<ContentLinks> {
    const content = await this.contents.find(workspaceId, id);
    const changed = await this.changes.now(workspaceId, id);
    return { links: content?.links ?? [], honeypot: content?.track?.honeypot ?? null, changed };
  }

  /**
   * Lets a tracked link lead elsewhere, also in messages that were sent. The content stays as it is.
   * @returns where it leads now
   * @throws InvalidInputError for what is no http(s) address or one of our own, and for a link that is not tracked
   */
  async changeLink(workspaceId: number, id: string, { number, url, parameters, sender }: NewTarget): Promise<string> {
    if (!isWebUrl(url)) throw new InvalidInputError([{ field: 'url', message: 'must be an http or https address' }]);
    // In ASCII, because it becomes a header, and as the links of contents are stored.
    const target = new URL(parameters ? linkWith(url, parameters) : url).href;
    if (await this.tracking.isOwn(target, workspaceId, sender))
      throw new InvalidInputError([{ field: 'url', message: OWN }]);
    const { links, honeypot } = await this.linksOf(workspaceId, id);
    if (links[number] === undefined || number === honeypot)
      throw new InvalidInputError([{ field: 'number', message: NOT_TRACKED }]);
    await this.changes.put(workspaceId, id, number, target);
    return target;
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
    const changed = await this.changes.of(workspaceId, id);
    const parts = { subject, html: html ?? undefined, text: text ?? undefined };
    const known = {
      unsubscribe_url: `${this.config.PUBLIC_URL}/p/u/test`,
      preferences_url: `${this.config.PUBLIC_URL}/p/preferences/test`,
      web_url: `${this.config.PUBLIC_URL}/t/v/test`,
      [LINKS]: (links ?? []).map((target, number) => linkOf(number, changed.get(number) ?? target)),
      [PIXEL]: NO_IMAGE,
    };
    const { parts: rendered } = await this.renderer.preview(workspaceId, parts, known, variables);
    return rendered;
  }
}
