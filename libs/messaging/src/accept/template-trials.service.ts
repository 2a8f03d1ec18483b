import { Inject, Injectable } from '@nestjs/common';
import { InvalidInputError, type JsonObject } from '@dundun/domain';
import type { IdempotencyClaim, Replayed } from '@dundun/platform/database';
import type { Caller } from '@dundun/platform/http';
import { AcceptEmail } from './accept-email.service.js';
import type { AcceptedMessage } from './accepted-messages.repository.js';
import { PersonVariables } from '../templates/person-variables.js';
import type { SendingProfile } from '../templates/sending-profile.entity.js';
import { SendingProfiles } from '../templates/sending-profiles.service.js';
import { partsOf } from '../templates/template-content.js';
import type { TemplateParts } from '../templates/template-engine.js';
import { TemplateLibrary } from '../templates/template-library.service.js';
import { TemplateRenderer } from '../templates/template-renderer.service.js';
import type { Template } from '../templates/template.entity.js';

/** The data to try a template with; given variables override those of the person. */
export interface TrialData {
  variables?: JsonObject;
  uid?: string;
}

/** A requested test send. */
export interface TestSend extends TrialData {
  to: string;
  from?: { name: string; email: string };
  requestId: string;
}

const PREFIX = '[Test] ';
const LONGEST_SUBJECT = 998;

/** Previews templates and sends tests. */
@Injectable()
export class TemplateTrials {
  constructor(
    @Inject(TemplateLibrary) private readonly library: TemplateLibrary,
    @Inject(TemplateRenderer) private readonly renderer: TemplateRenderer,
    @Inject(SendingProfiles) private readonly profiles: SendingProfiles,
    @Inject(AcceptEmail) private readonly emails: AcceptEmail,
    @Inject(PersonVariables) private readonly people: PersonVariables,
  ) {}

  /** @throws TemplateNotFoundError, UnknownTemplateVersionError, UnknownPersonError, TemplateError */
  async preview(
    workspaceId: number,
    id: string,
    { version: asked, ...data }: TrialData & { version?: number },
  ): Promise<{ parts: TemplateParts; missing: string[] }> {
    const { version } = await this.library.find(workspaceId, id, asked);
    const variables = await this.variables(workspaceId, data);
    return this.renderer.preview(workspaceId, partsOf(version), variables, version.requiredVariables ?? []);
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
    const { template, version } = await this.library.find(workspaceId, id);
    const variables = await this.variables(workspaceId, data);
    const parts = await this.renderer.render(workspaceId, partsOf(version), variables);
    const profile = await this.profileOf(template);
    const sender = from ?? (profile && { name: profile.fromName, email: profile.fromEmail });
    if (!sender)
      throw new InvalidInputError([{ field: 'from', message: 'must be given, there is no sending profile to use' }]);
    const subject = [...`${PREFIX}${parts.subject || template.name}`].slice(0, LONGEST_SUBJECT).join('');
    const reply_to = profile?.replyTo ? [{ name: null, email: profile.replyTo }] : undefined;
    const body = {
      from: sender,
      to: [{ name: null, email: to }],
      subject,
      html: parts.html,
      text: parts.text,
      reply_to,
    };
    return this.emails.accept(caller, body, requestId, claim, profile?.integrationId);
  }

  private profileOf({ workspaceId, profileId }: Template): Promise<SendingProfile | null> {
    if (profileId !== null) return this.profiles.find(workspaceId, profileId);
    return this.profiles.usableDefault(workspaceId);
  }

  private async variables(workspaceId: number, { variables = {}, uid }: TrialData): Promise<JsonObject> {
    if (uid === undefined) return variables;
    return { ...(await this.people.of(workspaceId, uid)), ...variables };
  }
}
