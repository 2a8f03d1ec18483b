import { Inject, Injectable } from '@nestjs/common';
import type { JsonObject } from '@dundun/domain';
import { CONFIG, type Config } from '@dundun/platform/config';
import type { IdempotencyClaim, Replayed } from '@dundun/platform/database';
import type { Caller } from '@dundun/platform/http';
import type { ContentInput } from '../contents/contents.service.js';
import { partsFor } from '../templates/content-languages.js';
import { PersonVariables } from '../templates/person-variables.js';
import { checkedContent, partsOf, type CheckedContent } from '../templates/template-content.js';
import type { TemplateParts } from '../templates/template-engine.js';
import { TemplateRenderer } from '../templates/template-renderer.service.js';
import { withParameters } from '../tracking/link-parameters.js';
import { AcceptEmail } from './accept-email.service.js';
import type { AcceptedMessage } from './accepted-messages.repository.js';

/** Whose data to try a content with; given variables override those of the person. */
export interface TrialPerson {
  variables?: JsonObject;
  uid?: string;
  /** By default that of the variables. */
  language?: string;
}

/** A rendered test, and who sends it to whom. */
export interface RenderedTest {
  parts: TemplateParts;
  /** The subject if the content has none. */
  name: string;
  to: string;
  from: { name: string; email: string };
  replyTo?: string | null;
  integrationId?: string | null;
  requestId: string;
}

const PREFIX = '[Test] ';
const LONGEST_SUBJECT = 998;

/** Previews contents that are not sent yet, and sends tests of them. */
@Injectable()
export class ContentTrials {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(TemplateRenderer) private readonly renderer: TemplateRenderer,
    @Inject(AcceptEmail) private readonly emails: AcceptEmail,
    @Inject(PersonVariables) private readonly people: PersonVariables,
  ) {}

  /** Renders a content with missing variables left empty. @throws UnknownPersonError, InvalidInputError, TemplateError */
  async preview(
    workspaceId: number,
    content: ContentInput,
    person: TrialPerson,
  ): Promise<{ parts: TemplateParts; missing: string[]; variables: string[] }> {
    const values = await this.variables(workspaceId, person);
    const checked = await this.checked(workspaceId, content, values, person.language);
    const required = checked.requiredVariables ?? [];
    const rendered = await this.renderer.preview(workspaceId, partsOf(checked), values, required);
    return { ...rendered, variables: checked.variables ?? [] };
  }

  /** Returns the parts of a content as a person would get them. @throws MissingVariableError, and like preview */
  async render(workspaceId: number, content: ContentInput, person: TrialPerson): Promise<TemplateParts> {
    const values = await this.variables(workspaceId, person);
    const checked = await this.checked(workspaceId, content, values, person.language);
    return this.renderer.render(workspaceId, partsOf(checked), values);
  }

  /** Sends a test, which counts like any other send. @throws every refusal of a send */
  send(caller: Caller, test: RenderedTest, claim?: IdempotencyClaim): Promise<AcceptedMessage | Replayed> {
    const { parts, name, to, from, replyTo, integrationId, requestId } = test;
    const body = {
      from,
      to: [{ name: null, email: to }],
      subject: [...`${PREFIX}${parts.subject || name}`].slice(0, LONGEST_SUBJECT).join(''),
      html: parts.html,
      text: parts.text,
      reply_to: replyTo ? [{ name: null, email: replyTo }] : undefined,
    };
    return this.emails.accept(caller, body, requestId, claim, integrationId);
  }

  private async checked(
    workspaceId: number,
    content: ContentInput,
    variables: JsonObject,
    language?: string,
  ): Promise<CheckedContent> {
    const { mjml = null, linkParameters } = content;
    const { subject = null, html = null, text = null } = partsFor(content, variables, language);
    const checked = await checkedContent(this.renderer, workspaceId, { subject, html, mjml, text });
    return linkParameters ? withParameters(checked, linkParameters) : checked;
  }

  /** The consent links of a trial lead to a page that says they are not valid: there is no list to leave. */
  async variables(workspaceId: number, { variables = {}, uid }: TrialPerson): Promise<JsonObject> {
    const unsubscribe_url = `${this.config.PUBLIC_URL}/p/u/test`;
    const preferences_url = `${this.config.PUBLIC_URL}/p/preferences/test`;
    const web_url = `${this.config.PUBLIC_URL}/t/v/test`;
    const person = uid === undefined ? {} : await this.people.of(workspaceId, uid);
    return { unsubscribe_url, preferences_url, web_url, ...person, ...variables };
  }
}
