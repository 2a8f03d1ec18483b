import { isJsonObject, type AutomationGraph } from '@dundun/domain';
import { lengthOf, summaryOf, wayLabel, type Names } from '../graph/sentences';
import { stepOf } from '../graph/steps';
import { capOf } from './hold-sentences';
import type { Visit } from './queries';
import { words } from './words';

const { visits: said } = words;
const SKIPPED = 'skipped:';

/** Says what happened at a step, in a sentence. */
export function visitSentence(
  visit: Pick<Visit, 'kind' | 'outcome' | 'step' | 'facts'>,
  graph: AutomationGraph,
  names: Names,
): string {
  const { kind, outcome } = visit;
  const step = stepOf(graph, visit.step);
  if (outcome.startsWith(SKIPPED)) {
    const why = outcome.slice(SKIPPED.length);
    return said.skipped({
      why: (why === 'capped' && capOf(visit.facts)) || words.skips[why] || why.replaceAll('_', ' '),
    });
  }
  if (outcome === 'moved') return said.moved;
  if (Object.hasOwn(words.endedBy, outcome)) return words.endedBy[outcome] ?? outcome;
  switch (kind) {
    case 'delay':
      return said.delay({ what: step ? summaryOf(step, names) : '' });
    case 'wait':
      return outcome === 'else' && step?.kind === 'wait'
        ? said.timeout({ length: lengthOf(step.timeout) })
        : said.woken({ what: wayLabel(step, outcome, names) });
    case 'branch':
      return outcome === 'else' ? said.otherwise : said.yes({ what: wayLabel(step, outcome, names) });
    case 'split':
      return said.split({ share: wayLabel(step, outcome, names) });
    case 'email':
    case 'sms':
      return said.sent;
    case 'update':
      return said.updated;
    case 'webhook':
      return outcome === 'failed' ? said.callFailed : said.called;
    case 'exit':
      return said.ended;
    default:
      return said.other({ outcome });
  }
}

/** Says what a branch looked at: the answer of each way, with the values of that moment. */
export function factSentences(facts: unknown): string[] {
  if (!isJsonObject(facts)) return [];
  return Object.entries(facts).flatMap(([way, decided]) => {
    if (!isJsonObject(decided) || way === 'held') return [];
    const values = { ...asObject(decided.attributes), ...asObject(decided.entry) };
    const looked = Object.entries(values).map(([name, value]) =>
      value === null ? words.facts.missing({ name }) : words.facts.is({ name, value: String(value) }),
    );
    const answer = (decided.answer === true ? words.facts.yes : words.facts.no)({ n: Number(way) + 1 });
    return [looked.length > 0 ? `${answer}, ${looked.join(', ')}` : answer];
  });
}

const asObject = (value: unknown) => (isJsonObject(value) ? value : {});
