import type { FieldFault } from '../refusal.js';
import { placedLeavesOf, type SegmentNode } from '../segments/tree.js';
import { isResting, isSend, waysOf, type AutomationGraph, type Step } from './graph.js';
import { drawn, type Drawn } from './ways.js';

/** A template as automations send it. */
export interface KnownTemplate {
  /** What it can be sent as: text alone can be both. */
  channels: readonly ('email' | 'sms')[];
  /** The variables without which it cannot be written, such as `order.total`: those with a default are not among them. */
  required: readonly string[];
}

/** What a workspace has, for the checks of a graph. */
export interface KnownToAutomations {
  lists: ReadonlySet<string>;
  segments: ReadonlySet<string>;
  templates: ReadonlyMap<string, KnownTemplate>;
  /** The required variables of steps that have a text of their own, by the id of the step. */
  texts?: ReadonlyMap<string, readonly string[]>;
  /** Attributes that somebody has. */
  attributes: ReadonlySet<string>;
}

const OWN = ['uid', 'email', 'number', 'first_name', 'last_name', 'tz', 'language'];
/** What messaging gives every mail. */
const GIVEN = ['unsubscribe_url', 'preferences_url', 'web_url', 'brand', 'workspace'];

/** Returns what keeps a graph from going live, each at the path of its field. */
export function graphFaults(graph: AutomationGraph, known: KnownToAutomations, field: string): FieldFault[] {
  const checks = new Checks(graph, known, field);
  checks.shape();
  // The rest follows ways, which must lead somewhere and end.
  if (checks.faults.length === 0) checks.meaning();
  return checks.faults;
}

class Checks {
  readonly faults: FieldFault[] = [];
  private readonly drawn: Drawn;

  constructor(
    private readonly graph: AutomationGraph,
    private readonly known: KnownToAutomations,
    private readonly field: string,
  ) {
    this.drawn = drawn(graph);
  }

  shape(): void {
    const { steps, first } = this.graph;
    const seen = new Set<string>();
    for (const step of steps) {
      if (seen.has(step.id)) this.add(step, 'id', `is the id of two steps: ${step.id}`);
      seen.add(step.id);
    }
    const { byId, circle, reached } = this.drawn;
    if (!byId.has(first)) this.wrong('first', `names the step ${first}, which does not exist`);
    for (const step of steps)
      for (const { to, path } of waysOf(step))
        if (!byId.has(to)) this.add(step, path, `leads to the step ${to}, which does not exist`);
    if (this.faults.length > 0) return;
    const [begin] = circle.map((id) => byId.get(id) as Step);
    if (begin) {
      const way = [...circle, begin.id].map(nameOf(byId)).join(' → ');
      this.add(begin, '', `comes back to itself by ${way}: who is here would never get out`);
    }
    for (const step of steps)
      if (!reached.has(step.id)) this.add(step, '', 'is never reached: connect it, or delete it');
  }

  meaning(): void {
    const { goal, settings, steps, trigger } = this.graph;
    if (trigger.kind === 'segment' || trigger.kind === 'schedule') this.segment('trigger.segment', trigger.segment);
    if (trigger.kind === 'date' && !this.known.attributes.has(trigger.attribute))
      this.wrong('trigger.attribute', `names the attribute ${trigger.attribute}, which nobody has: nobody would ever enter`); // prettier-ignore
    if (trigger.kind === 'list') this.list('trigger.list', trigger.list);
    if (settings.list !== undefined) this.list('settings.list', settings.list);
    if (settings.exit_when !== undefined) this.segment('settings.exit_when', settings.exit_when);
    if (settings.filter) this.tree('settings.filter', settings.filter);
    if (
      settings.reentry.policy === 'each_key' &&
      !(trigger.kind === 'event' && trigger.key !== undefined) &&
      trigger.kind !== 'api'
    )
      // prettier-ignore
      this.wrong('settings.reentry.policy', 'needs a trigger with a key, such as order_id');
    if (goal && 'segment' in goal) this.segment('goal.segment', goal.segment);
    if (goal && !steps.some(isResting))
      this.wrong('goal', 'is never reached: no step waits, so everybody has ended at once');
    for (const step of steps) this.step(step);
  }

  private step(step: Step): void {
    if (isSend(step)) this.send(step);
    if (step.kind === 'wait')
      step.wake.forEach((wake, index) => {
        const path = `wake[${index}]`;
        if ('segment' in wake) this.segment(this.pathOf(step, `${path}.segment`), wake.segment);
        if ('clicked' in wake) this.click(step, `${path}.clicked`, wake.clicked);
        if ('event' in wake && wake.same && !this.hasEntryData())
          this.add(step, `${path}.same`, 'can never be met: people do not enter by an event or a call, so there is nothing to compare with'); // prettier-ignore
      });
    if (step.kind === 'branch')
      step.branches.forEach((each, index) => {
        const path = `branches[${index}]`;
        if ('match' in each) this.tree(this.pathOf(step, `${path}.match`), each.match);
        if ('clicked' in each) this.click(step, `${path}.clicked`, each.clicked);
        if ('entry' in each && !this.hasEntryData())
          this.add(step, `${path}.entry`, 'can never be met: people do not enter by an event or a call');
      });
    if (step.kind === 'update')
      step.changes.forEach((change, index) => {
        if ('add_to' in change) this.list(this.pathOf(step, `changes[${index}].add_to`), change.add_to);
        if ('remove_from' in change) this.list(this.pathOf(step, `changes[${index}].remove_from`), change.remove_from);
      });
  }

  private send(step: Extract<Step, { kind: 'email' | 'sms' }>): void {
    const list = step.list ?? this.graph.settings.list;
    if (list === undefined)
      this.add(step, 'list', 'is missing: say by the consent of which list it is sent, here or for the automation');
    else if (step.list !== undefined) this.list(this.pathOf(step, 'list'), list);
    if (step.template === undefined) return this.variables(step, 'text', this.known.texts?.get(step.id) ?? []);
    const template = this.known.templates.get(step.template);
    if (!template) return this.add(step, 'template', `names the template ${step.template}, which does not exist`);
    if (!template.channels.includes(step.kind))
      return this.add(step, 'template', step.kind === 'sms' ? 'is not for SMS: it has more than text' : 'is not for email'); // prettier-ignore
    this.variables(step, 'template', template.required);
  }

  private variables(step: Step, path: string, named: readonly string[]): void {
    for (const variable of named) {
      const message = this.unknownVariable(step, variable);
      if (message !== undefined) this.add(step, path, message);
    }
  }

  private unknownVariable(step: Step, variable: string): string | undefined {
    const [root = '', second = '', third] = variable.split(/[.[\]]+/);
    if (root === 'entry')
      return this.hasEntryData() ? undefined : `names ${variable}, but people do not enter by an event or a call`;
    if (root === 'steps') {
      const from = this.drawn.byId.get(second);
      if (from?.kind !== 'webhook' || !this.drawn.before.get(step.id)?.has(second))
        return `names ${variable}, but no webhook step ${second} is always before it`;
      const isKept = third === undefined || from.keep?.includes(third);
      return isKept ? undefined : `names ${variable}, but the step ${second} keeps no field ${third} of the answer`;
    }
    if (OWN.includes(root) || GIVEN.includes(root) || this.known.attributes.has(root)) return undefined;
    return `names ${variable}, which nobody has: it is no field, and no attribute of anybody`;
  }

  /** A click needs a mail that everybody here was sent. */
  private click(step: Step, path: string, of: string): void {
    const sent = this.drawn.byId.get(of);
    if (!sent) this.add(step, path, `names the step ${of}, which does not exist`);
    else if (!isSend(sent)) this.add(step, path, `names the step ${of}, which sends nothing that could be clicked`);
    else if (!this.drawn.before.get(step.id)?.has(of))
      this.add(step, path, `names the step ${of}, which is not always before it: nothing would ever wake it`);
  }

  private hasEntryData = (): boolean => ['event', 'api'].includes(this.graph.trigger.kind);

  private list(path: string, id: string): void {
    if (!this.known.lists.has(id)) this.wrong(path, `names the list ${id}, which does not exist`);
  }

  private segment(path: string, id: string): void {
    if (!this.known.segments.has(id)) this.wrong(path, `names the segment ${id}, which does not exist`);
  }

  private tree(path: string, tree: SegmentNode): void {
    for (const { leaf, path: at } of placedLeavesOf(tree, path)) {
      if ('segment' in leaf) this.segment(at, leaf.segment);
      else if ('list' in leaf && leaf.list !== undefined) this.list(at, leaf.list);
    }
  }

  private pathOf(step: Step, path: string): string {
    return `steps[${this.graph.steps.indexOf(step)}]${path === '' ? '' : `.${path}`}`;
  }

  private add(step: Step, path: string, message: string): void {
    this.wrong(this.pathOf(step, path), message);
  }

  private wrong(path: string, message: string): void {
    this.faults.push({ field: `${this.field}.${path}`, message });
  }
}

const nameOf =
  (byId: ReadonlyMap<string, Step>) =>
  (id: string): string =>
    JSON.stringify(byId.get(id)?.name ?? id);
