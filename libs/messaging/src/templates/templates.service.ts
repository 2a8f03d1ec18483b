import { Inject, Injectable } from '@nestjs/common';
import { UnknownTemplateError } from '@dundun/domain';
import { Database } from '@dundun/platform/database';
import { LRUCache } from 'lru-cache';
import { v7, validate } from 'uuid';
import type { LocalizedParts } from './content-languages.js';
import { checkedContent, partsOf, type TemplateContent } from './template-content.js';
import { inLanguage, languageOf } from './template-parts.js';
import type { TemplateParts } from './template-engine.js';
import { TemplateRepository } from './template.repository.js';
import { TemplateRenderer } from './template-renderer.service.js';
import { SendingProfile } from './sending-profile.entity.js';
import { Template, TemplateVersion } from './template.entity.js';

/** A template to be stored. */
export interface TemplateInput extends Partial<TemplateContent> {
  name: string;
}

interface UsedTemplate {
  name: string;
  version: TemplateVersion;
  profile: SendingProfile | null;
}

const FRESH_MS = 1_000;
/** Bounds the cache, because a template may have megabytes. */
const MOST_BYTES = 64_000_000;
const OVERHEAD = 1_000;

/** The design is counted as its MJML, which is about as long. */
const bytesOf = ({ version }: UsedTemplate): number =>
  [version, ...Object.values(version.translations ?? {})].reduce(
    (sum, { subject, html, mjml, text, design }) =>
      sum + [subject, html, mjml, design && mjml, text].reduce((all, part) => all + 2 * (part?.length ?? 0), 0),
    OVERHEAD,
  );

/** Renders stored templates for sends. */
@Injectable()
export class Templates {
  private readonly cache = new LRUCache<string, UsedTemplate>({
    maxSize: MOST_BYTES,
    sizeCalculation: bytesOf,
    ttl: FRESH_MS,
  });

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(TemplateRepository) private readonly rows: TemplateRepository,
    @Inject(TemplateRenderer) private readonly renderer: TemplateRenderer,
  ) {}

  /** Creates the template, or gives an existing one its next version. @throws TemplateError, InvalidInputError */
  async put(workspaceId: number, input: TemplateInput): Promise<{ id: string; version: number }> {
    const { name, subject = null, html = null, mjml = null, text = null } = input;
    const content = await checkedContent(this.renderer, workspaceId, { subject, html, mjml, text });
    return this.database.transaction(async () => {
      const { id, version } = await this.rows.put(workspaceId, v7(), name);
      await this.rows.addVersion(workspaceId, id, version, content);
      this.database.afterCommit(() => this.forget());
      return { id, version };
    });
  }

  /**
   * Renders the parts of a message from a template, in the given language, else in that of the variable `language`, else in
   * the template's own. A given part replaces the template's.
   * @throws UnknownTemplateError, MissingVariableError, TemplateError
   */
  async render(
    workspaceId: number,
    nameOrId: string,
    variables: object,
    given: TemplateParts,
    language = languageOf(variables),
  ): Promise<TemplateParts> {
    const { version } = await this.find(workspaceId, nameOrId);
    const own = partsOf(inLanguage(version, language));
    return this.renderer.render(
      workspaceId,
      { subject: given.subject ?? own.subject, html: given.html ?? own.html, text: given.text ?? own.text },
      variables,
    );
  }

  /** Returns the parts of a template, with Liquid in them. @throws UnknownTemplateError */
  async sourcesOf(workspaceId: number, nameOrId: string): Promise<TemplateParts> {
    return partsOf((await this.find(workspaceId, nameOrId)).version);
  }

  /** Returns the parts of a template in all its languages. @throws UnknownTemplateError */
  async localizedSourcesOf(workspaceId: number, nameOrId: string): Promise<LocalizedParts> {
    const { version } = await this.find(workspaceId, nameOrId);
    const { language, translations } = version;
    if (language === null || translations === null) return partsOf(version);
    const others = Object.entries(translations).map(([tag, parts]) => [tag, partsOf(parts)] as const);
    return { ...partsOf(version), language, translations: Object.fromEntries(others) };
  }

  /** Returns the sending profile of a template, if it has one. @throws UnknownTemplateError */
  async profileOf(workspaceId: number, nameOrId: string): Promise<SendingProfile | null> {
    return (await this.find(workspaceId, nameOrId)).profile;
  }

  /** Returns id and name of a template. @throws UnknownTemplateError */
  async nameOf(workspaceId: number, nameOrId: string): Promise<{ id: string; name: string }> {
    const { name, version } = await this.find(workspaceId, nameOrId);
    return { id: version.templateId, name };
  }

  /** Clears the cache after a change in this process; other processes notice within a second. */
  forget(): void {
    this.cache.clear();
  }

  private async find(workspaceId: number, nameOrId: string): Promise<UsedTemplate> {
    const key = `${workspaceId} ${nameOrId}`;
    const cached = this.cache.get(key);
    if (cached) return cached;
    const named = { workspaceId, name: nameOrId };
    const where = validate(nameOrId) ? [{ workspaceId, id: nameOrId }, named] : [named];
    const order = { archivedAt: { direction: 'ASC', nulls: 'FIRST' } } as const;
    const template = await this.database.repository(Template).findOne({ where, order });
    if (!template || template.archivedAt !== null) throw new UnknownTemplateError(nameOrId, template !== null);
    const version = await this.database
      .repository(TemplateVersion)
      .findOneByOrFail({ workspaceId, templateId: template.id, version: template.version });
    const { profileId: id } = template;
    const profile = id === null ? null : await this.database.repository(SendingProfile).findOneBy({ workspaceId, id });
    const used = { name: template.name, version, profile };
    this.cache.set(key, used);
    return used;
  }
}
