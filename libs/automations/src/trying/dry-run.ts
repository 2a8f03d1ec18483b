import type { AutomationStep, CompiledAutomation } from '@dundun/domain';
import type { Walk, WalkedRun } from './walk.js';

/** A number that depends on what nobody can know: it lies between these. */
export interface Range {
  least: number;
  most: number;
}

/** A way that somebody would have gone. */
export interface ExamplePath {
  uid: string;
  enteredAt: Date;
  visits: { step: string; outcome: string; at: Date }[];
  /** Where the person would be now; null if the run is over. */
  at: string | null;
  end: string | null;
}

const EXAMPLES = 10;
/** More unknowns than these are assumed to happen all or none. */
const MOST_UNKNOWN = 3;

/** Returns the steps whose clicks or answers decide, without which a number is exact. */
export function unknownsOf({ steps }: CompiledAutomation): string[] {
  const clicked = steps.flatMap(({ step }) => {
    const parts = step.kind === 'wait' ? step.wake : step.kind === 'branch' ? step.branches : [];
    const own = step.kind === 'webhook' ? [step.id] : [];
    return [...own, ...parts.flatMap((part) => ('clicked' in part ? part.clicked : []))];
  });
  return [...new Set(clicked)];
}

/** Returns which unknowns hold, in every combination that is tried; the first is that none does. */
export function assumptionsOf(unknowns: readonly string[]): ReadonlySet<string>[] {
  if (unknowns.length > MOST_UNKNOWN) return [new Set(), new Set(unknowns)];
  return Array.from({ length: 2 ** unknowns.length }, (_, bits) => new Set(unknowns.filter((_each, index) => (bits >> index) & 1))); // prettier-ignore
}

/** Adds up what would have happened to people, one after the other. */
export class DryRunTotals {
  readonly numbers = new Map<string, Range>();
  private readonly distinct = new Map<string, ExamplePath>();
  private readonly others: ExamplePath[] = [];
  private readonly steps: AutomationStep[];

  constructor(version: CompiledAutomation) {
    this.steps = version.steps.map(({ step }) => step);
  }

  /** @param walks of one person, under each combination of assumptions */
  add(uid: string, walks: readonly Walk[]): void {
    const counted = walks.map((each) => this.countsOf(each));
    for (const name of new Set(counted.flatMap((counts) => [...counts.keys()]))) {
      const values = counted.map((counts) => counts.get(name) ?? 0);
      const { least, most } = this.of(name);
      this.numbers.set(name, { least: least + Math.min(...values), most: most + Math.max(...values) });
    }
    for (const run of walks[0]?.runs ?? []) this.keep(this.exampleOf(uid, run));
  }

  of(name: string): Range {
    return this.numbers.get(name) ?? { least: 0, most: 0 };
  }

  /** Returns the numbers whose name begins so, by the rest of the name. */
  all(prefix: string): [rest: string, range: Range][] {
    const found = [...this.numbers].filter(([name]) => name.startsWith(`${prefix} `));
    return found.map(([name, range]): [string, Range] => [name.slice(prefix.length + 1), range]).sort(([one], [other]) => (one < other ? -1 : 1)); // prettier-ignore
  }

  /** Ten ways at most, different ones first. */
  examples(): ExamplePath[] {
    return [...this.distinct.values(), ...this.others].slice(0, EXAMPLES);
  }

  private countsOf({ runs, refused }: Walk): Map<string, number> {
    const counts = new Map<string, number>();
    const count = (name: string, by = 1) => counts.set(name, (counts.get(name) ?? 0) + by);
    if (refused > 0) count('refused', refused);
    for (const { visits, sends, place, end } of runs) {
      count('entered');
      for (const { step, outcome } of visits) count(`left ${this.steps[step]?.id} ${outcome}`);
      for (const at of sends) count(`sent ${at.toISOString().slice(0, 10)}`);
      count(end === null ? `waiting ${this.steps[place.step]?.id}` : `ended ${end}`);
    }
    return counts;
  }

  private exampleOf(uid: string, { enteredAt, visits, place, end }: WalkedRun): ExamplePath {
    const at = end === null ? (this.steps[place.step]?.id ?? null) : null;
    return { uid, enteredAt, at, end, visits: visits.map(({ step, ...rest }) => ({ step: this.steps[step]?.id ?? '', ...rest })) }; // prettier-ignore
  }

  private keep(example: ExamplePath): void {
    const signature = JSON.stringify([example.visits.map(({ step, outcome }) => [step, outcome]), example.at]);
    if (!this.distinct.has(signature) && this.distinct.size < EXAMPLES) this.distinct.set(signature, example);
    else if (this.others.length < EXAMPLES) this.others.push(example);
  }
}
