import {
  isSend,
  readSegmentTree,
  segmentSentence,
  type AutomationStep,
  type AutomationTrigger,
  type BranchQuestion,
  type SegmentNode,
  type StepChange,
  type StepLength,
  type StepOf,
  type WakeUp,
} from '@dundun/domain';
import { words } from './words';

/** Names what a drawing holds ids of; null for what is gone or not known yet. */
export interface Names {
  list: (id: string) => string | null;
  segment: (id: string) => string | null;
  template: (id: string) => string | null;
  step: (id: string) => string | null;
}

const quoted = (name: string | null | undefined) => (name ? `“${name}”` : words.somewhere);

export function lengthOf(length: StepLength | undefined): string {
  const [unit, n] = Object.entries(length ?? {})[0] ?? [];
  const say = unit !== undefined && unit in words.lengths ? words.lengths[unit as keyof typeof words.lengths] : null;
  return say && typeof n === 'number' && Number.isFinite(n) ? say({ n }) : words.noLength;
}

/** Says a number of days around a date: before it, on it or after it. */
const offsetOf = (days: number) =>
  days === 0 ? words.offsets.on : days < 0 ? words.offsets.before({ n: -days }) : words.offsets.after({ n: days });

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Says what makes people enter. */
export function triggerSentence(trigger: AutomationTrigger, names: Names): string {
  const { triggers } = words;
  switch (trigger.kind) {
    case 'event': {
      const say = trigger.where?.length ? triggers.eventWhere : triggers.event;
      return say({ event: trigger.event || words.somewhere });
    }
    case 'segment':
      return triggers[trigger.change === 'leaves' ? 'leaves' : 'enters']({ name: quoted(names.segment(trigger.segment)) }); // prettier-ignore
    case 'list':
      return (triggers[trigger.change] ?? triggers.subscribed)({ name: quoted(names.list(trigger.list)) });
    case 'date': {
      const { attribute, at, every, days } = trigger;
      const said = { day: offsetOf(days), attribute: attribute || words.somewhere, at };
      return every === 'year' ? triggers.dateYearly(said) : capital(triggers.date(said));
    }
    case 'schedule': {
      const { every, on = [], at, segment } = trigger;
      const weekdays = Object.values(words.weekdays);
      const often =
        every === 'day'
          ? words.oftens.day
          : every === 'week'
            ? words.oftens.week({ day: on.map((day) => weekdays[day - 1]).join(', ') || words.somewhere })
            : words.oftens.month({ day: on.join(', ') || words.somewhere });
      return triggers.schedule({ often, at, name: quoted(names.segment(segment)) });
    }
    case 'api':
      return triggers.api;
  }
}

function wakeSentence(wake: WakeUp, names: Names): string {
  if ('event' in wake) return words.wakes.event({ event: wake.event || words.somewhere });
  if ('segment' in wake) return words.wakes.segment({ name: quoted(names.segment(wake.segment)) });
  return words.wakes.clicked({ name: quoted(names.step(wake.clicked)) });
}

/** Says conditions as segments do; only that there are some while they are incomplete. */
function treeSentence(match: SegmentNode, { list, segment }: Names): string {
  try {
    const tree = readSegmentTree(JSON.parse(JSON.stringify(match)));
    return segmentSentence(tree, { list, segment, campaign: () => null, import: () => null }).replace(/[.]$/, '');
  } catch {
    return words.questions.match;
  }
}

function questionSentence(question: BranchQuestion, names: Names): string {
  if ('match' in question) return treeSentence(question.match, names);
  if ('entry' in question) return words.questions.entry;
  return words.questions.clicked({ name: quoted(names.step(question.clicked)) });
}

function changeSentence(change: StepChange, names: Names): string {
  const { changes, somewhere } = words;
  if ('set' in change) return changes.set({ name: change.set || somewhere, to: String(change.to) || somewhere });
  if ('unset' in change) return changes.unset({ name: change.unset || somewhere });
  if ('increment' in change)
    return changes.increment({ name: change.increment || somewhere, by: change.by < 0 ? `− ${-change.by}` : `+ ${change.by}` }); // prettier-ignore
  if ('add_to' in change) return changes.add_to({ name: quoted(names.list(change.add_to)) });
  if ('remove_from' in change) return changes.remove_from({ name: quoted(names.list(change.remove_from)) });
  return changes.track({ event: change.track || somewhere });
}

function delaySentence(step: StepOf<'delay'>): string {
  if ('for' in step) return lengthOf(step.for);
  if ('until' in step) {
    const { at, weekdays } = step.until;
    const days = weekdays?.map((day) => words.weekdays[day]).join(', ');
    return days ? words.untilOn({ at, days }) : words.until({ at });
  }
  const { attribute, days, at } = step.until_date;
  return words.untilDate({ day: offsetOf(days), attribute: attribute || words.somewhere, at });
}

const templateName = (id: string, names: Names) =>
  id === '' ? words.noTemplate : (names.template(id) ?? words.somewhere);

/** Says what a step does, in a line. */
export function summaryOf(step: AutomationStep, names: Names): string {
  switch (step.kind) {
    case 'delay':
      return delaySentence(step);
    case 'wait':
      return words.wait({
        what: step.wake.map((wake) => wakeSentence(wake, names)).join(words.or),
        length: lengthOf(step.timeout),
      });
    case 'branch': {
      const [only] = step.branches;
      return step.branches.length === 1 && only
        ? questionSentence(only, names)
        : words.branches({ n: step.branches.length });
    }
    case 'split':
      return step.shares.map(({ percent }) => words.share({ n: percent })).join(' · ');
    case 'email':
      return templateName(step.template, names);
    case 'sms':
      return step.template === undefined ? step.text || words.noText : templateName(step.template, names);
    case 'webhook':
      return step.url || words.noAddress;
    case 'update':
      return step.changes.map((change) => changeSentence(change, names)).join(' · ');
    case 'exit':
      return words.end;
  }
}

/** Names a step: by its own name, by its mail, by how long it lasts, else by its kind. */
export function nameOfStep(step: AutomationStep, names: Names): string {
  if (step.name) return step.name;
  if (isSend(step) && step.template) return names.template(step.template) ?? words.kinds[step.kind];
  const kind = words.kinds[step.kind];
  return step.kind === 'delay' || step.kind === 'wait' ? words.named({ kind, text: summaryOf(step, names) }) : kind;
}

/** Says when people take a way out of a step; empty for the only way. */
export function wayLabel(step: AutomationStep | undefined, label: string, names: Names): string {
  if (!step) return '';
  const index = Number(label);
  switch (step.kind) {
    case 'wait': {
      const wake = step.wake[index];
      return wake ? wakeSentence(wake, names) : words.timeout({ length: lengthOf(step.timeout) });
    }
    case 'branch': {
      const question = step.branches[index];
      if (step.branches.length === 1) return question ? words.yes : words.no;
      return question ? questionSentence(question, names) : words.otherwise;
    }
    case 'split':
      return words.share({ n: step.shares[index]?.percent ?? 0 });
    case 'webhook':
      return label === 'failed' ? words.failed : words.answered;
    case 'delay':
    case 'email':
    case 'sms':
    case 'update':
    case 'exit':
      return '';
  }
}
