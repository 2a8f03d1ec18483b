import { Inject, Injectable } from '@nestjs/common';
import { attribute, eventsOf, type ConversionGoal, type GoalClick } from '@dundun/domain';
import { Database } from '@dundun/platform/database';
import { ConversionFacts, type GoalEntry } from './conversion-facts.repository.js';
import { ConversionGoals } from './conversion-goals.repository.js';
import { Conversions } from './conversions.repository.js';
import { deltasOf, type PersonConversion } from './tally.js';

/** Entries of a transaction. */
const STRETCH = 500;
/** People of a transaction: what each has done in months is read and decided again. */
const MOST_PEOPLE = 25;

/**
 * Follows events and clicks, and decides again for which campaign or automation the events of a person count. What is stored of
 * the person is replaced by what follows from all of it, so the order in which things become known does not matter. Conversions,
 * sums and position are one transaction.
 */
@Injectable()
export class ConversionFollower {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(ConversionFacts) private readonly facts: ConversionFacts,
    @Inject(ConversionGoals) private readonly goals: ConversionGoals,
    @Inject(Conversions) private readonly conversions: Conversions,
  ) {}

  /** Follows the next stretch of a workspace. @returns whether more may follow; false when another worker follows */
  step(workspaceId: number, most = STRETCH): Promise<boolean> {
    return this.database.transaction(async () => {
      if (!(await this.facts.lock(workspaceId))) return false;
      const goals = await this.goals.all(workspaceId);
      const names = new Set([...goals.values()].flatMap(eventsOf));
      const next = await this.facts.next(workspaceId, most);
      const entries = upTo(next, MOST_PEOPLE, names);
      const marked = await this.facts.takeMarked(workspaceId, MOST_PEOPLE);
      await this.decide(workspaceId, [...marked, ...(await this.peopleOf(workspaceId, entries, names))], goals, names);
      const last = entries.at(-1);
      if (last) await this.facts.move(workspaceId, last);
      return next.length === most || entries.length < next.length || marked.length === MOST_PEOPLE;
    });
  }

  /** Returns who has done something, or got one of the messages that were clicked. */
  private async peopleOf(
    workspaceId: number,
    entries: readonly GoalEntry[],
    names: ReadonlySet<string>,
  ): Promise<string[]> {
    const clicked = new Set(entries.flatMap(({ message_id }) => message_id ?? []));
    const acted = entries.flatMap(({ person_id, name }) =>
      person_id !== null && names.has(name ?? '') ? person_id : [],
    );
    return [...acted, ...(await this.facts.clickers(workspaceId, [...clicked].sort()))];
  }

  private async decide(
    workspaceId: number,
    named: readonly string[],
    goals: ReadonlyMap<string, ConversionGoal>,
    names: ReadonlySet<string>,
  ): Promise<void> {
    const people = [...new Set(named)].sort();
    if (people.length === 0) return;
    const events = await this.facts.events(workspaceId, people, [...names]);
    const looked = new Set(events.map(({ id }) => id));
    // Events that were moved to another person are stored for the one before.
    const others = await this.conversions.peopleOf(workspaceId, [...looked].sort());
    const before = await this.conversions.ofPeople(workspaceId, [...new Set([...people, ...others])].sort());
    const kept = before.filter(({ event }) => !looked.has(event));
    const clicks = [...(await this.facts.clicks(workspaceId, people)), ...(await this.former(workspaceId, before))];
    const found = people.flatMap((person) =>
      attribute(
        events.filter(({ person_id }) => person_id === person),
        clicks.filter(({ person_id }) => person_id === person),
        goals,
        kept.filter((each) => each.person === person),
      ).map((conversion): PersonConversion => ({ ...conversion, person })),
    );
    const same = new Set(before.map(textOf));
    const now = new Set(found.map(textOf));
    const removed = before.filter((each) => looked.has(each.event) && !now.has(textOf(each)));
    const added = found.filter((each) => !same.has(textOf(each)));
    if (removed.length + added.length === 0) return;
    await this.conversions.replace(workspaceId, removed, added, deltasOf(before, [...kept, ...found]));
  }

  /** Returns the clicks that won events, of messages that were deleted since: what they won stays. */
  private async former(
    workspaceId: number,
    before: readonly PersonConversion[],
  ): Promise<(GoalClick & { person_id: string })[]> {
    if (before.length === 0) return [];
    const present = await this.facts.present(workspaceId, [...new Set(before.map(({ message }) => message))].sort());
    return before.flatMap(({ person, owner, goal, message, content, clicked, at }) =>
      goal === null || present.has(message)
        ? []
        : [{ person_id: person, owner, goal, message, content, at: clicked ?? at }],
    );
  }
}

/** Returns entries up to the one that would name a person more than a transaction may hold. */
function upTo(entries: GoalEntry[], most: number, names: ReadonlySet<string>): GoalEntry[] {
  const seen = new Set<string>();
  const end = entries.findIndex(({ message_id, person_id, name }) => {
    const key = message_id ?? (names.has(name ?? '') ? person_id : null);
    if (key !== null) seen.add(key);
    return seen.size > most;
  });
  return end < 0 ? entries : entries.slice(0, end);
}

const textOf = (each: PersonConversion): string =>
  JSON.stringify([each.event, each.person, each.owner, each.goal, each.clicked, each.message, each.content, each.at, each.amount, each.currency, each.order, each.counts]); // prettier-ignore
