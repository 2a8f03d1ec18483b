import { Inject, Injectable } from '@nestjs/common';
import {
  compileAutomation,
  InvalidInputError,
  isSend,
  readAutomationGraph,
  Refusal,
  withoutEnd,
  type AutomationGraph,
  type CompiledAutomation,
  type FieldFault,
  type JsonObject,
} from '@dundun/domain';
import { OutboundGuard } from '@dundun/platform/outbound';
import { AttributeNames } from '@dundun/people';
import { AutomationDrafts } from './automation-drafts.repository.js';
import { StepSends, type CheckedSend, type KnownWords } from './step-sends.service.js';

/** What a draft would be as a version, or what keeps it from being one. */
export interface AutomationCheck {
  graph: AutomationGraph | null;
  compiled: CompiledAutomation | null;
  sends: CheckedSend[];
  problems: FieldFault[];
}

const UUIDS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const FIELD = 'graph';

/** Returns the ids that a graph names, of whatever they are: an id of a segment is nothing else, wherever the graph has it. */
export const idsIn = (graph: object): string[] => [...new Set(JSON.stringify(graph).toLowerCase().match(UUIDS) ?? [])];

/** Says what keeps a graph from going live, each problem at its field. Stores nothing. */
@Injectable()
export class AutomationChecks {
  constructor(
    @Inject(AutomationDrafts) private readonly drafts: AutomationDrafts,
    @Inject(AttributeNames) private readonly attributes: AttributeNames,
    @Inject(StepSends) private readonly sends: StepSends,
    @Inject(OutboundGuard) private readonly guard: OutboundGuard,
  ) {}

  async check(workspaceId: number, draft: JsonObject): Promise<AutomationCheck> {
    const nothing = { graph: null, compiled: null, sends: [] };
    let graph: AutomationGraph;
    try {
      graph = readAutomationGraph(draft, FIELD);
    } catch (error) {
      if (!(error instanceof InvalidInputError)) throw error;
      return { ...nothing, problems: error.fields ?? [] };
    }
    const problems: FieldFault[] = [];
    const sends: CheckedSend[] = [];
    const words: KnownWords = { templates: new Map(), texts: new Map() };
    for (const [index, step] of graph.steps.entries())
      if (isSend(step))
        await this.problemOf(problems, `${FIELD}.steps[${index}]`, async () => {
          sends.push(...(await this.sends.check(workspaceId, graph, step, words)));
        });
    problems.push(...(await this.identityProblems(workspaceId, graph)));
    for (const [index, step] of graph.steps.entries())
      if (step.kind === 'webhook')
        await this.problemOf(problems, `${FIELD}.steps[${index}].url`, async () => {
          await this.guard.checkUrl(step.url);
        });
    const names = await this.attributes.all(workspaceId);
    const { version, faults } = compileAutomation(graph, {
      ...(await this.drafts.known(workspaceId, idsIn(graph))),
      ...words,
      attributes: new Set([...names.map(({ name }) => name), ...setBySteps(graph)]),
    });
    // A template that cannot be used was said once, with its reason.
    const said = new Set(problems.map(({ field }) => field));
    problems.push(...faults.filter(({ field }) => !(field.endsWith('.template') && said.has(field.slice(0, -'.template'.length))))); // prettier-ignore
    return { graph, compiled: problems.length > 0 ? null : version, sends, problems };
  }

  /** Said once, however many steps send mail. */
  private async identityProblems(workspaceId: number, { steps }: AutomationGraph): Promise<FieldFault[]> {
    const mail = steps.findIndex(({ kind }) => kind === 'email');
    const lack = mail < 0 ? undefined : await this.sends.identityLack(workspaceId);
    return lack === undefined ? [] : [{ field: `${FIELD}.steps[${mail}]`, message: `cannot be sent: ${lack}` }];
  }

  private async problemOf(problems: FieldFault[], field: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Refusal) || error.kind === 'unavailable') throw error;
      problems.push({
        field,
        message: `cannot be ${field.endsWith('.url') ? 'called' : 'sent'}: ${withoutEnd(error.message)}`,
      });
    }
  }
}

/** Attributes that people may have only after a step has set them. */
const setBySteps = ({ steps }: AutomationGraph): string[] =>
  steps.flatMap((step) =>
    step.kind === 'update'
      ? step.changes.flatMap((change) => ('set' in change ? change.set : 'increment' in change ? change.increment : []))
      : [],
  );
