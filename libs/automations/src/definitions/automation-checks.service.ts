import { Inject, Injectable } from '@nestjs/common';
import { Workspaces } from '@dundun/accounts';
import {
  compileAutomation,
  InvalidInputError,
  readAutomationGraph,
  Refusal,
  withoutEnd,
  type AutomationGraph,
  type CompiledAutomation,
  type FieldFault,
  type JsonObject,
  type KnownTemplate,
  type StepOf,
} from '@dundun/domain';
import { AcceptEmail, Contents, SendingProfiles, Templates, type ContentInput } from '@dundun/messaging';
import { AttributeNames } from '@dundun/people';
import { AutomationDrafts } from './automation-drafts.repository.js';
import type { StepMail } from './published.js';

/** A mail of a step that could be sent now. */
export interface CheckedMail {
  step: string;
  content: ContentInput;
  sender: StepMail['sender'];
}

/** What a draft would be as a version, or what keeps it from being one. */
interface AutomationCheck {
  graph: AutomationGraph | null;
  compiled: CompiledAutomation | null;
  mails: CheckedMail[];
  problems: FieldFault[];
}

const UUIDS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;
const FIELD = 'graph';
/** Kinds that can be drawn and that nothing runs. */
const NOT_RUN = { triggers: ['date', 'schedule'], steps: ['sms', 'webhook'] };

/** Says what keeps a graph from going live, each problem at its field. Stores nothing. */
@Injectable()
export class AutomationChecks {
  constructor(
    @Inject(AutomationDrafts) private readonly drafts: AutomationDrafts,
    @Inject(AttributeNames) private readonly attributes: AttributeNames,
    @Inject(Templates) private readonly templates: Templates,
    @Inject(Contents) private readonly contents: Contents,
    @Inject(SendingProfiles) private readonly profiles: SendingProfiles,
    @Inject(AcceptEmail) private readonly emails: AcceptEmail,
    @Inject(Workspaces) private readonly workspaces: Workspaces,
  ) {}

  async check(workspaceId: number, draft: JsonObject): Promise<AutomationCheck> {
    const nothing = { graph: null, compiled: null, mails: [] };
    let graph: AutomationGraph;
    try {
      graph = readAutomationGraph(draft, FIELD);
    } catch (error) {
      if (!(error instanceof InvalidInputError)) throw error;
      return { ...nothing, problems: error.fields ?? [] };
    }
    const problems = unrunnable(graph);
    const mails: CheckedMail[] = [];
    const templates = new Map<string, KnownTemplate>();
    for (const [index, step] of graph.steps.entries())
      if (step.kind === 'email')
        await this.problemOf(problems, `${FIELD}.steps[${index}]`, async () => {
          mails.push(await this.mail(workspaceId, graph, step, templates));
        });
    const names = await this.attributes.all(workspaceId);
    const { version, faults } = compileAutomation(graph, {
      ...(await this.drafts.known(workspaceId, [...new Set(JSON.stringify(graph).match(UUIDS) ?? [])])),
      templates,
      attributes: new Set([...names.map(({ name }) => name), ...setBySteps(graph)]),
    });
    // A template that cannot be used was said once, with its reason.
    const said = new Set(problems.map(({ field }) => field));
    problems.push(...faults.filter(({ field }) => !(field.endsWith('.template') && said.has(field.slice(0, -'.template'.length))))); // prettier-ignore
    return { graph, compiled: problems.length > 0 ? null : version, mails, problems };
  }

  private async mail(
    workspaceId: number,
    graph: AutomationGraph,
    step: StepOf<'email'>,
    templates: Map<string, KnownTemplate>,
  ): Promise<CheckedMail> {
    const { subject = '', html, text } = await this.templates.sourcesOf(workspaceId, step.template);
    const content: ContentInput = { subject, html, text, trackOpens: true, trackClicks: true };
    const { variables } = await this.contents.check(workspaceId, content);
    templates.set(step.template, { channel: 'email', variables });
    const sender = await this.sender(workspaceId, step);
    const { plan } = await this.workspaces.find(workspaceId);
    const list = step.list ?? graph.settings.list ?? null;
    const { isLimited } = await this.emails.limitOf({ workspaceId, plan }, list, sender.email, sender.integration_id);
    if (isLimited)
      throw new InvalidInputError([{ field: 'profile', message: 'needs a provider of your own: the free plan sends automations through it' }]); // prettier-ignore
    return { step: step.id, content, sender };
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

  private async problemOf(problems: FieldFault[], field: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Refusal) || error.kind === 'unavailable') throw error;
      problems.push({ field, message: `cannot be sent: ${withoutEnd(error.message)}` });
    }
  }
}

function unrunnable({ trigger, steps }: AutomationGraph): FieldFault[] {
  const faults: FieldFault[] = [];
  const cannot = (kind: string) => `cannot be ${kind}: automations do not run it in this release`;
  if (NOT_RUN.triggers.includes(trigger.kind)) faults.push({ field: `${FIELD}.trigger.kind`, message: cannot(trigger.kind) }); // prettier-ignore
  for (const [index, { kind }] of steps.entries())
    if (NOT_RUN.steps.includes(kind)) faults.push({ field: `${FIELD}.steps[${index}].kind`, message: cannot(kind) });
  return faults;
}

/** Attributes that people may have only after a step has set them. */
const setBySteps = ({ steps }: AutomationGraph): string[] =>
  steps.flatMap((step) =>
    step.kind === 'update'
      ? step.changes.flatMap((change) => ('set' in change ? change.set : 'increment' in change ? change.increment : []))
      : [],
  );
