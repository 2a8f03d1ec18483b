import { Inject, Injectable } from '@nestjs/common';
import {
  EmptyUpdateError,
  InvalidInputError,
  TemplateChangedError,
  TemplateNotFoundError,
  UnknownTemplateVersionError,
} from '@dundun/domain';
import { Database, sqlState, type Page, type PageRequest } from '@dundun/platform/database';
import { IsNull, Not } from 'typeorm';
import { v7, validate } from 'uuid';
import { SendingProfiles } from './sending-profiles.service.js';
import {
  checkedContent,
  contentOf,
  NO_PARTS,
  readTranslations,
  type CheckedContent,
  type TemplateContent,
} from './template-content.js';
import { TemplateRenderer } from './template-renderer.service.js';
import {
  TemplateRepository,
  type Authorship,
  type TemplateFilter,
  type TemplateRow,
  type VersionRow,
} from './template.repository.js';
import { Template, type TemplateVersion } from './template.entity.js';
import { Templates } from './templates.service.js';

/** The changeable fields of a template: an absent one stays, null clears it. */
export interface TemplateFields extends Partial<Omit<TemplateContent, 'translations'>> {
  name?: string;
  profile?: string | null;
  note?: string | null;
  labels?: string[] | null;
  /** By language; an absent language stays, null removes it. Null removes all. */
  translations?: object | null;
  /** The version that the author read; the change is refused if there is a newer one. */
  base_version?: number;
}

/** A template with one of its versions. */
export interface StoredTemplate {
  template: Template;
  version: TemplateVersion;
}

const CONTENT = ['subject', 'html', 'mjml', 'text', 'design', 'language', 'translations'] as const;
const FIELDS = ['name', ...CONTENT, 'profile', 'note', 'labels'] as const;
type Described = Pick<Template, 'name' | 'profileId' | 'labels'>;
const LONGEST_NAME = 255;
const UNIQUE_VIOLATION = '23505';

/** Lets authors change templates. Versions are never overwritten, so accepted messages do not change. */
@Injectable()
export class TemplateLibrary {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(TemplateRepository) private readonly rows: TemplateRepository,
    @Inject(TemplateRenderer) private readonly renderer: TemplateRenderer,
    @Inject(SendingProfiles) private readonly profiles: SendingProfiles,
    @Inject(Templates) private readonly templates: Templates,
  ) {}

  page(workspaceId: number, page: PageRequest, filter: TemplateFilter = {}): Promise<Page<TemplateRow>> {
    return this.rows.page(workspaceId, page, filter);
  }

  /** Returns the labels of all templates, sorted. */
  labels(workspaceId: number): Promise<string[]> {
    return this.rows.labels(workspaceId);
  }

  /** Returns a template with its current or the given version. @throws TemplateNotFoundError, UnknownTemplateVersionError */
  async find(workspaceId: number, id: string, asked?: number): Promise<StoredTemplate> {
    const where = { workspaceId, id, archivedAt: IsNull() };
    const template = validate(id) && (await this.database.repository(Template).findOneBy(where));
    if (!template) throw new TemplateNotFoundError();
    const version = await this.rows.version(workspaceId, template.id, asked ?? template.version);
    if (!version) throw new UnknownTemplateVersionError();
    return { template, version: version.variables === null ? await this.withVariables(version) : version };
  }

  /** Lists versions, newest first. @throws TemplateNotFoundError */
  async versions(workspaceId: number, id: string, before: number, limit: number): Promise<VersionRow[]> {
    const { template } = await this.find(workspaceId, id);
    return this.rows.versions(workspaceId, template.id, before, limit);
  }

  /** Creates a template, or revives the archived one of that name. @throws InvalidInputError, TemplateError */
  async create(workspaceId: number, name: string, fields: TemplateFields, by: string | null): Promise<StoredTemplate> {
    const profileId = await this.profileId(workspaceId, fields.profile ?? null);
    const { note = null } = fields;
    const content = await checkedContent(this.renderer, workspaceId, merged(NOTHING, fields));
    const labels = unique(fields.labels ?? []);
    const { id } = await this.database.transaction(async () => {
      const made = await this.rows.create(workspaceId, v7(), name, profileId, labels);
      if (!made) throw nameTaken();
      await this.rows.addVersion(workspaceId, made.id, made.version, { ...content, createdBy: by, note });
      this.database.afterCommit(() => this.templates.forget());
      return made;
    });
    return this.find(workspaceId, id);
  }

  /** Changes a template; new content makes a version. @throws TemplateNotFoundError, InvalidInputError, EmptyUpdateError, TemplateError */
  async change(workspaceId: number, id: string, fields: TemplateFields, by: string | null): Promise<StoredTemplate> {
    if (FIELDS.every((field) => fields[field] === undefined)) throw new EmptyUpdateError(FIELDS);
    const { template } = await this.find(workspaceId, id);
    const profileId =
      fields.profile === undefined ? template.profileId : await this.profileId(workspaceId, fields.profile);
    const labels = fields.labels === undefined ? template.labels : unique(fields.labels ?? []);
    const described = { name: fields.name ?? template.name, profileId, labels };
    const isStale = (version: number) => fields.base_version !== undefined && fields.base_version !== version;
    if (isStale(template.version)) throw new TemplateChangedError();
    const hasContent = [...CONTENT, 'note' as const].some((field) => fields[field] !== undefined);
    if (!hasContent) await this.describe(workspaceId, id, described);
    else
      await this.addVersion(
        workspaceId,
        id,
        { createdBy: by, note: fields.note ?? null },
        ({ version }) => {
          if (isStale(version.version)) throw new TemplateChangedError();
          return checkedContent(this.renderer, workspaceId, merged(contentOf(version), fields));
        },
        described,
      );
    return this.find(workspaceId, id);
  }

  /** Makes a new version equal to an old one. @throws TemplateNotFoundError, UnknownTemplateVersionError */
  async rollback(workspaceId: number, id: string, to: number, by: string | null): Promise<StoredTemplate> {
    const { version: old } = await this.find(workspaceId, id, to);
    const { subject, html, mjml, text, design, language, translations, variables, requiredVariables } = old;
    const content = { subject, html, mjml, text, design, language, translations, variables, requiredVariables };
    await this.addVersion(workspaceId, id, { createdBy: by, note: `Version ${to} again` }, () =>
      Promise.resolve(content),
    );
    return this.find(workspaceId, id);
  }

  /** Creates a copy of the current version. @throws TemplateNotFoundError; InvalidInputError if the name is in use */
  async duplicate(
    workspaceId: number,
    id: string,
    name: string | undefined,
    by: string | null,
  ): Promise<StoredTemplate> {
    const { template, version } = await this.find(workspaceId, id);
    const { subject, html, mjml, text, design, language, translations, variables, requiredVariables } = version;
    const content = { subject, html, mjml, text, design, language, translations, variables, requiredVariables };
    const made = await this.database.transaction(async () => {
      const copy = await this.createFree(workspaceId, template, name);
      const note = `Copy of ${template.name}`;
      await this.rows.addVersion(workspaceId, copy.id, copy.version, { ...content, createdBy: by, note });
      this.database.afterCommit(() => this.templates.forget());
      return copy;
    });
    return this.find(workspaceId, made.id);
  }

  /** Creates a row under the given name, or the first free one like `welcome copy 2`. */
  private async createFree(
    workspaceId: number,
    { name, profileId, labels }: Template,
    wanted: string | undefined,
  ): Promise<{ id: string; version: number }> {
    const names = wanted === undefined ? copyNames(name) : [wanted];
    for (const each of names) {
      const made = await this.rows.create(workspaceId, v7(), each, profileId, labels);
      if (made) return made;
    }
    throw nameTaken();
  }

  /** Archives a template. Sends that name it are refused, even if a provider has one of that name. @throws TemplateNotFoundError */
  async archive(workspaceId: number, id: string): Promise<void> {
    await this.find(workspaceId, id);
    await this.database
      .repository(Template)
      .update({ workspaceId, id, archivedAt: IsNull() }, { archivedAt: new Date(), updatedAt: new Date() });
    this.database.afterCommit(() => this.templates.forget());
  }

  /** Takes an archived template back; one that is not archived stays as it is. @throws TemplateNotFoundError */
  async restore(workspaceId: number, id: string): Promise<StoredTemplate> {
    if (validate(id))
      await this.database
        .repository(Template)
        .update({ workspaceId, id, archivedAt: Not(IsNull()) }, { archivedAt: null, updatedAt: new Date() });
    this.database.afterCommit(() => this.templates.forget());
    return this.find(workspaceId, id);
  }

  /**
   * Adds a version. Checking the sources is slow and so happens outside of the transaction; if another version was added
   * meanwhile, it starts over. One of several concurrent calls always succeeds.
   */
  private async addVersion(
    workspaceId: number,
    id: string,
    authorship: Authorship,
    read: (stored: StoredTemplate) => Promise<CheckedContent>,
    described?: Described,
  ): Promise<void> {
    for (let done = false; !done;) {
      const stored = await this.find(workspaceId, id);
      const content = await read(stored);
      const { version } = stored.template;
      done = await this.database.transaction(async () => {
        if (!(await this.rows.advance(workspaceId, id, version))) return false;
        await this.rows.addVersion(workspaceId, id, version + 1, { ...content, ...authorship });
        if (described) await this.describe(workspaceId, id, described);
        this.database.afterCommit(() => this.templates.forget());
        return true;
      });
    }
  }

  private async describe(workspaceId: number, id: string, fields: Described): Promise<void> {
    try {
      await this.database.repository(Template).update({ workspaceId, id }, { ...fields, updatedAt: new Date() });
    } catch (error) {
      if (sqlState(error) !== UNIQUE_VIOLATION) throw error;
      throw nameTaken();
    }
    this.database.afterCommit(() => this.templates.forget());
  }

  private async profileId(workspaceId: number, profile: string | null): Promise<string | null> {
    if (profile === null) return null;
    const found = await this.profiles.named(workspaceId, profile);
    if (!found)
      throw new InvalidInputError([{ field: 'profile', message: 'must be the name or id of a sending profile' }]);
    return found.id;
  }

  /** Finds the variables of an old version that was stored without them. */
  private async withVariables(version: TemplateVersion): Promise<TemplateVersion> {
    try {
      const { variables, requiredVariables } = await checkedContent(
        this.renderer,
        version.workspaceId,
        contentOf(version),
      );
      return { ...version, variables, requiredVariables };
    } catch (error) {
      if (!(error instanceof InvalidInputError)) throw error;
      return version;
    }
  }
}

const NOTHING: TemplateContent = { ...NO_PARTS, language: null, translations: null };

/** Applies the given fields; each of html, MJML and design replaces the others. @throws InvalidInputError */
function merged(content: TemplateContent, given: TemplateFields): TemplateContent {
  const isNew = (source: (typeof SOURCES)[number]) => Boolean(given[source]);
  const kept = SOURCES.some(isNew) ? { ...content, html: null, mjml: null, design: null } : content;
  const { subject, html, mjml, text, design, language } = { ...kept, ...definedOf(given) };
  return { subject, html, mjml, text, design, language, translations: mergedTranslations(content, given) };
}

const SOURCES = ['html', 'mjml', 'design'] as const;

const definedOf = ({ subject, html, mjml, text, design, language }: TemplateFields): Partial<TemplateContent> =>
  Object.fromEntries(
    Object.entries({ subject, html, mjml, text, design, language }).filter(([, value]) => value !== undefined),
  );

function mergedTranslations(content: TemplateContent, given: TemplateFields): TemplateContent['translations'] {
  if (given.translations === undefined) return content.translations;
  if (given.translations === null) return null;
  const all = { ...content.translations, ...readTranslations(given.translations) };
  const kept = Object.entries(all).flatMap(([tag, parts]) => (parts === null ? [] : [[tag, parts] as const]));
  return Object.fromEntries(kept);
}

const MOST_COPIES = 100;

/** Yields `welcome copy`, `welcome copy 2` and so on. */
function* copyNames(name: string): Generator<string> {
  for (let count = 1; count <= MOST_COPIES; count++) {
    const end = count === 1 ? ' copy' : ` copy ${count}`;
    yield [...name].slice(0, LONGEST_NAME - end.length).join('') + end;
  }
}

const unique = (labels: string[]): string[] => [...new Set(labels.map((label) => label.trim()).filter(Boolean))].sort();

const nameTaken = () => new InvalidInputError([{ field: 'name', message: 'is the name of another template' }]);
