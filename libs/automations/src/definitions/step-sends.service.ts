import { Inject, Injectable } from '@nestjs/common';
import { Integrations, Workspaces } from '@dundun/accounts';
import {
  identityLack,
  InvalidInputError,
  MOST_SEGMENTS,
  smsSize,
  SmsTooLongError,
  type AutomationGraph,
  type KnownTemplate,
  type StepOf,
} from '@dundun/domain';
import {
  AcceptEmail,
  Contents,
  partsByLanguage,
  SendingProfiles,
  Templates,
  withFooter,
  type ContentInput,
  type LocalizedParts,
} from '@dundun/messaging';
import type { StepMail, StepText } from './published.js';

/** A message of a step that could be sent now. */
export type CheckedSend = { step: string; content: ContentInput } & (
  { kind: 'email'; sender: StepMail['sender'] } | ({ kind: 'sms' } & Pick<StepText, 'source' | 'from'>)
);

/** What templates and texts of steps cannot do without, for the compiler. */
export interface KnownWords {
  templates: Map<string, KnownTemplate>;
  texts: Map<string, readonly string[]>;
}

const LIQUID = /\{\{.*?\}\}|\{%.*?%\}/gs;

/** Decides whether the message of a step could be sent now, and by whom. */
@Injectable()
export class StepSends {
  constructor(
    @Inject(Templates) private readonly templates: Templates,
    @Inject(Contents) private readonly contents: Contents,
    @Inject(SendingProfiles) private readonly profiles: SendingProfiles,
    @Inject(AcceptEmail) private readonly emails: AcceptEmail,
    @Inject(Workspaces) private readonly workspaces: Workspaces,
    @Inject(Integrations) private readonly integrations: Integrations,
  ) {}

  /**
   * Adds what the step names to the known words.
   * @returns the message, or none if the compiler refuses its template
   * @throws Refusal that says why it could not be sent
   */
  async check(
    workspaceId: number,
    graph: AutomationGraph,
    step: StepOf<'email' | 'sms'>,
    words: KnownWords,
  ): Promise<CheckedSend[]> {
    return step.kind === 'email'
      ? [await this.mail(workspaceId, graph, step, words)]
      : this.sms(workspaceId, step, words);
  }

  /** Says why a workspace may send no marketing mail. */
  async identityLack(workspaceId: number): Promise<string | undefined> {
    return identityLack(await this.workspaces.find(workspaceId));
  }

  private async mail(
    workspaceId: number,
    graph: AutomationGraph,
    step: StepOf<'email'>,
    { templates }: KnownWords,
  ): Promise<CheckedSend> {
    const { subject = '', ...sources } = await this.templates.localizedSourcesOf(workspaceId, step.template);
    const workspace = await this.workspaces.find(workspaceId);
    const written: ContentInput = { subject, ...sources, trackOpens: true, trackClicks: true };
    const content = withFooter(written, workspace);
    const { required } = await this.contents.check(workspaceId, content);
    templates.set(step.template, { channels: channelsOf(sources), required });
    const sender = await this.sender(workspaceId, step);
    const { plan } = workspace;
    const list = step.list ?? graph.settings.list ?? null;
    const { isLimited } = await this.emails.limitOf({ workspaceId, plan }, list, sender.email, sender.integration_id);
    if (isLimited)
      throw new InvalidInputError([{ field: 'profile', message: 'needs a provider of your own: the free plan sends automations through it' }]); // prettier-ignore
    return { kind: 'email', step: step.id, content, sender };
  }

  /** Returns the sender of a step: its profile, that of its template, the default one, or nobody of a connected domain. */
  private async sender(workspaceId: number, { profile: id, template }: StepOf<'email'>): Promise<StepMail['sender']> {
    const profile =
      id !== undefined
        ? await this.profiles.find(workspaceId, id)
        : ((await this.templates.profileOf(workspaceId, template)) ?? (await this.profiles.usableDefault(workspaceId)));
    if (profile) {
      const { fromName: name, fromEmail: email, replyTo: reply_to, integrationId: integration_id } = profile;
      return { name, email, reply_to, integration_id };
    }
    const domain = await this.profiles.usableDomain(workspaceId);
    const { name } = await this.workspaces.find(workspaceId);
    return { name, email: `no-reply@${domain ?? 'unknown.invalid'}`, reply_to: null, integration_id: null };
  }

  private async sms(workspaceId: number, step: StepOf<'sms'>, words: KnownWords): Promise<CheckedSend[]> {
    const sources: LocalizedParts =
      step.template === undefined
        ? { text: step.text }
        : await this.templates.localizedSourcesOf(workspaceId, step.template);
    // What is sent is the text without a subject. Its variables are unknown until then, so only the fixed part can be too long.
    const content: ContentInput = { ...sources, subject: '', ...withoutSubjects(sources) };
    const { required } = await this.contents.check(workspaceId, content);
    if (step.template === undefined) words.texts.set(step.id, required);
    else words.templates.set(step.template, { channels: channelsOf(sources), required });
    for (const { text = '' } of partsByLanguage(sources).values()) {
      const { segments } = smsSize(text.replace(LIQUID, ''));
      if (segments > MOST_SEGMENTS) throw new SmsTooLongError(segments, MOST_SEGMENTS);
    }
    const sender = await this.integrations.smsSender(workspaceId, step.from);
    if (!sender)
      throw new InvalidInputError([{ field: 'from', message: step.from === undefined ? 'needs a connected provider of SMS with a sender ID' : 'is no sender ID of a connected provider of SMS' }]); // prettier-ignore
    return channelsOf(sources).includes('sms') ? [{ kind: 'sms', step: step.id, content, ...sender }] : [];
  }
}

/** Text alone, in every language, can be both. */
const channelsOf = (sources: LocalizedParts): KnownTemplate['channels'] =>
  [...partsByLanguage(sources).values()].some(({ html }) => html !== undefined) ? ['email'] : ['email', 'sms'];

const withoutSubjects = ({ translations }: LocalizedParts): Pick<LocalizedParts, 'translations'> =>
  translations
    ? {
        translations: Object.fromEntries(
          Object.entries(translations).map(([tag, { html, text }]) => [tag, { html, text }]),
        ),
      }
    : {};
