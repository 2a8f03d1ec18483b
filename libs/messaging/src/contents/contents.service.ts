import { Inject, Injectable } from '@nestjs/common';
import { InvalidInputError, TemplateError } from '@dundun/domain';
import { derivedText } from '@dundun/providers';
import { v7 } from 'uuid';
import { mustBeComplete, type LocalizedParts } from '../templates/content-languages.js';
import { checkedContent } from '../templates/template-content.js';
import { TemplateRenderer } from '../templates/template-renderer.service.js';
import {
  linksWith,
  withParameters,
  type LinkParameters,
  type LinkWithParameters,
} from '../tracking/link-parameters.js';
import { Tracking } from '../tracking/tracking.service.js';
import { MessageContents } from './message-contents.repository.js';

/** The sources of a content, and what is tracked of its messages. */
export interface ContentInput extends LocalizedParts {
  /** Makes a repeated call harmless: the first content under an id stays. */
  id?: string;
  subject: string;
  mjml?: string;
  trackOpens?: boolean;
  trackClicks?: boolean;
  /** Added to its http(s) links. */
  linkParameters?: LinkParameters;
}

/** A stored content, with its variables and those without which a message cannot be rendered. */
export interface PutContent {
  id: string;
  /** The contents of all languages, by language; null if there is one alone. */
  languages: Record<string, string> | null;
  variables: string[];
  required: string[];
}

type CheckedVariables = Pick<PutContent, 'variables' | 'required'>;

const NO_PARAMETERS: LinkParameters = { values: {}, except: [] };

/** Stores contents that many messages share by reference ([ADR 44](../../../../docs/adr/0044-content-by-reference.md)). */
@Injectable()
export class Contents {
  constructor(
    @Inject(TemplateRenderer) private readonly renderer: TemplateRenderer,
    @Inject(Tracking) private readonly tracking: Tracking,
    @Inject(MessageContents) private readonly contents: MessageContents,
  ) {}

  /**
   * Compiles, checks and stores a content once for all its messages: MJML, text from HTML, links by number. Each language is a content
   * of its own.
   * @throws InvalidInputError with part, line and column; IncompleteLanguagesError, TemplateError, UnavailableError
   */
  async put(workspaceId: number, input: ContentInput): Promise<PutContent> {
    mustBeComplete(input);
    const [own, ...others] = inputsOf(input);
    const made = await this.putOne(workspaceId, own.input);
    const all = [made];
    const languages: Record<string, string> = { [own.language]: made.id };
    for (const { language, input: other } of others) {
      const one = await this.putOne(workspaceId, other);
      languages[language] = one.id;
      all.push(one);
    }
    return { ...made, ...union(all), languages: others.length > 0 ? languages : null };
  }

  private async putOne(workspaceId: number, input: ContentInput): Promise<Omit<PutContent, 'languages'>> {
    const {
      id = v7(),
      subject,
      html = null,
      mjml = null,
      text = null,
      trackOpens = false,
      trackClicks = false,
    } = input;
    const compiled = await checkedContent(this.renderer, workspaceId, { subject, html, mjml, text });
    const checked = input.linkParameters ? withParameters(compiled, input.linkParameters) : compiled;
    const variables = checked.variables ?? [];
    const sources = {
      subject,
      html: checked.html ?? undefined,
      text: await this.textOf(workspaceId, subject, checked),
    };
    const tracked = this.tracking.withSlots(sources, { opens: trackOpens, clicks: trackClicks });
    await this.contents.insert({
      workspace_id: workspaceId,
      id,
      subject,
      html: tracked.html ?? null,
      text: tracked.text ?? null,
      variables,
      links: tracked.links ?? null,
      track: tracked.track ?? null,
    });
    return { id, variables, required: checked.requiredVariables ?? [] };
  }

  /** Returns the variables of a content that could be stored, and those that need a value. @throws like put */
  async check(workspaceId: number, input: ContentInput): Promise<CheckedVariables> {
    mustBeComplete(input);
    const all: CheckedVariables[] = [];
    for (const each of inputsOf(input)) {
      const { subject, html = null, mjml = null, text = null } = each.input;
      const checked = await checkedContent(this.renderer, workspaceId, { subject, html, mjml, text });
      all.push({ variables: checked.variables ?? [], required: checked.requiredVariables ?? [] });
    }
    return union(all);
  }

  /** Returns the http(s) links of a content that could be stored, and where they lead. @throws like put */
  async linksOf(workspaceId: number, input: ContentInput): Promise<LinkWithParameters[]> {
    const links: LinkWithParameters[] = [];
    for (const each of inputsOf(input)) {
      const { subject, html = null, mjml = null, text = null, linkParameters = NO_PARAMETERS } = each.input;
      if (!html && !mjml && !text) continue;
      const checked = await checkedContent(this.renderer, workspaceId, { subject, html, mjml, text });
      // Most languages lead to the same pages.
      const known = new Set(links.map(({ target }) => target));
      links.push(...linksWith(checked, linkParameters).filter(({ target }) => !known.has(target)));
    }
    return links;
  }

  /** Derives the text from the source of the HTML, as long as its tags survive that; else each mail derives its own. */
  private async textOf(
    workspaceId: number,
    subject: string,
    { html, text }: { html: string | null; text: string | null },
  ): Promise<string | undefined> {
    if (text !== null || html === null) return text ?? undefined;
    const derived = derivedText({ html, subject });
    try {
      await this.renderer.inspect(workspaceId, { text: derived });
      return derived;
    } catch (error) {
      if (error instanceof InvalidInputError || error instanceof TemplateError) return undefined;
      throw error;
    }
  }
}

interface LanguageInput {
  language: string;
  input: ContentInput;
}

/** Returns a content for each language, the default first. */
function inputsOf({ language = '', translations = {}, ...own }: ContentInput): [LanguageInput, ...LanguageInput[]] {
  const others = Object.entries(translations).map(([tag, { subject = '', html, text }]) => ({
    language: tag,
    input: { ...own, id: undefined, mjml: undefined, subject, html, text },
  }));
  return [{ language, input: own }, ...others];
}

const union = (all: readonly CheckedVariables[]): CheckedVariables => ({
  variables: [...new Set(all.flatMap(({ variables }) => variables))].sort(),
  required: [...new Set(all.flatMap(({ required }) => required))].sort(),
});
