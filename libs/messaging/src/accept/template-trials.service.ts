import { Inject, Injectable } from '@nestjs/common';
import { InvalidInputError, type JsonObject } from '@dundun/domain';
import type { IdempotencyClaim, Replayed } from '@dundun/platform/database';
import type { Caller } from '@dundun/platform/http';
import type { AcceptedMessage } from './accepted-messages.repository.js';
import { ContentTrials } from './content-trials.service.js';
import type { SendingProfile } from '../templates/sending-profile.entity.js';
import { SendingProfiles } from '../templates/sending-profiles.service.js';
import { checkedContent, partsOf, type CheckedContent } from '../templates/template-content.js';
import { examine, languageFindings, type Finding } from '../templates/preflight.js';
import type { TemplateParts } from '../templates/template-engine.js';
import { TemplateLibrary, type StoredTemplate } from '../templates/template-library.service.js';
import { closestLanguage, inLanguage, languageOf, type ContentParts } from '../templates/template-parts.js';
import { TemplateRenderer } from '../templates/template-renderer.service.js';
import type { Template } from '../templates/template.entity.js';

/** The data to try a template with; given variables override those of the person, given sources those of the template. */
export interface TrialData extends Partial<ContentParts> {
  variables?: JsonObject;
  uid?: string;
  language?: string;
  version?: number;
}

/** A requested test send. */
export interface TestSend extends TrialData {
  to: string;
  from?: { name: string; email: string };
  requestId: string;
}

/** A template with the content that is tried. */
interface Tried extends StoredTemplate {
  content: Pick<CheckedContent, 'design' | 'variables' | 'requiredVariables'>;
  parts: TemplateParts;
  values: JsonObject;
  language: string | null;
}

/** Previews templates and sends tests. */
@Injectable()
export class TemplateTrials {
  constructor(
    @Inject(TemplateLibrary) private readonly library: TemplateLibrary,
    @Inject(TemplateRenderer) private readonly renderer: TemplateRenderer,
    @Inject(SendingProfiles) private readonly profiles: SendingProfiles,
    @Inject(ContentTrials) private readonly trials: ContentTrials,
  ) {}

  /** @throws TemplateNotFoundError, UnknownTemplateVersionError, UnknownPersonError, InvalidInputError, TemplateError */
  async preview(
    workspaceId: number,
    id: string,
    data: TrialData,
  ): Promise<{ parts: TemplateParts; missing: string[]; variables: string[] }> {
    const tried = await this.tried(workspaceId, id, data);
    return { ...(await this.rendered(workspaceId, tried)), variables: tried.content.variables ?? [] };
  }

  /** Checks a template before it is sent: what is tried, and the other languages of a stored version. */
  async preflight(
    workspaceId: number,
    id: string,
    data: TrialData,
  ): Promise<{ ready: boolean; bytes: number; findings: Finding[] }> {
    const tried = await this.tried(workspaceId, id, data);
    const { parts, missing } = await this.rendered(workspaceId, tried);
    const { design, variables } = tried.content;
    const language = tried.language === tried.version.language ? null : tried.language;
    const findings = examine({ rendered: parts, missing, variables: variables ?? [], design, language });
    if (!isGiven(data)) findings.push(...languageFindings(tried.version, tried.version.translations));
    const ready = findings.every(({ severity }) => severity !== 'error');
    return { ready, bytes: Buffer.byteLength(parts.html ?? ''), findings };
  }

  private rendered(
    workspaceId: number,
    { parts, values, content }: Tried,
  ): Promise<{ parts: TemplateParts; missing: string[] }> {
    return this.renderer.preview(workspaceId, parts, values, content.requiredVariables ?? []);
  }

  /** Reads a template, and puts given sources in the place of its own. */
  private async tried(workspaceId: number, id: string, data: TrialData): Promise<Tried> {
    const stored = await this.library.find(workspaceId, id, data.version);
    const values = await this.trials.variables(workspaceId, data);
    const wanted = data.language ?? languageOf(values);
    const { version } = stored;
    if (isGiven(data)) {
      const { subject, html, mjml, text, design } = data;
      const content = await checkedContent(this.renderer, workspaceId, { subject, html, mjml, text, design });
      return { ...stored, content, parts: partsOf(content), values, language: wanted ?? version.language };
    }
    const own = wanted === undefined ? undefined : closestLanguage(wanted, Object.keys(version.translations ?? {}));
    const chosen = inLanguage(version, wanted);
    const translation = own === undefined || chosen === version ? undefined : version.translations?.[own];
    const content = translation ? { ...version, design: translation.design } : version;
    return {
      ...stored,
      content,
      parts: partsOf(chosen),
      values,
      language: translation ? (own ?? null) : version.language,
    };
  }

  /**
   * Sends a test, which counts like any other send.
   * @throws TemplateNotFoundError, UnknownPersonError, MissingVariableError, TemplateError, InvalidInputError without a
   * sender, and every refusal of a send
   */
  async send(
    caller: Caller,
    id: string,
    { to, from, requestId, ...data }: TestSend,
    claim?: IdempotencyClaim,
  ): Promise<AcceptedMessage | Replayed> {
    const { workspaceId } = caller;
    const { template, parts: sources, values } = await this.tried(workspaceId, id, data);
    const parts = await this.renderer.render(workspaceId, sources, values);
    const profile = await this.profileOf(template);
    const sender = from ?? (profile && { name: profile.fromName, email: profile.fromEmail });
    if (!sender)
      throw new InvalidInputError([{ field: 'from', message: 'must be given, there is no sending profile to use' }]);
    const test = { parts, name: template.name, to, from: sender, requestId };
    const { replyTo, integrationId } = profile ?? {};
    return this.trials.send(caller, { ...test, replyTo, integrationId }, claim);
  }

  private profileOf({ workspaceId, profileId }: Template): Promise<SendingProfile | null> {
    if (profileId !== null) return this.profiles.find(workspaceId, profileId);
    return this.profiles.usableDefault(workspaceId);
  }
}

const isGiven = (data: TrialData): boolean => SOURCES.some((source) => data[source] !== undefined);
const SOURCES = ['subject', 'html', 'mjml', 'text', 'design'] as const;
