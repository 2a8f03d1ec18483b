import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import {
  dateFor,
  instantAt,
  isLocalDate,
  isTimeZone,
  nextScheduled,
  recursOn,
  type AutomationTrigger,
} from '@dundun/domain';
import { Database, newId } from '@dundun/platform/database';
import { AutomationsRepository, type LiveAutomation } from '../definitions/automations.repository.js';
import { AutomationClocks, type AutomationClock } from './automation-clocks.repository.js';
import { ClockPeople, type DatedPerson, type DueEntrance } from './clock-people.repository.js';
import { grouped } from '../runs/grouped.js';
import { RunStarts } from './run-starts.service.js';

type DateTrigger = Extract<AutomationTrigger, { kind: 'date' }>;

const DAY_MS = 86_400_000;
/** The clock of no zone is further behind UTC. */
const BEHIND_MS = DAY_MS / 2;
/** Days ahead of which people are looked for. */
const DAYS_AHEAD = 3;

/**
 * Lets people in by the day of an attribute and by a schedule. Days are looked for a day ahead, a slice of people in each
 * transaction; the slice, the place and who enters are committed together, and an entrance has the id of its occurrence.
 */
@Injectable()
export class ClockTriggers {
  /** People looked at in one transaction, and people who enter in one. Tests make them small. */
  readonly most = { looked: 5_000, entered: 500 };

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(AutomationsRepository) private readonly automations: AutomationsRepository,
    @Inject(AutomationClocks) private readonly clocks: AutomationClocks,
    @Inject(ClockPeople) private readonly people: ClockPeople,
    @Inject(RunStarts) private readonly starts: RunStarts,
  ) {}

  /** Goes on with a clock by a slice. @returns whether there is more to do */
  advance({ workspace_id, automation_id }: AutomationClock): Promise<boolean> {
    return this.database.transaction(async () => {
      const clock = await this.clocks.lock(workspace_id, automation_id);
      if (!clock) return false;
      const live = await this.live(clock);
      const { trigger } = live.compiled;
      if (trigger.kind === 'date') return this.look(clock, live, trigger);
      return trigger.kind === 'schedule' && this.keep(clock, live, trigger);
    });
  }

  /** Lets those in whose time has come; nobody enters by a day that is over a day old. @returns how many were due */
  enterDue(workspaceId: number): Promise<number> {
    return this.database.transaction(async () => {
      const due = await this.people.take(workspaceId, this.most.entered);
      const ids = [...new Set(due.map(({ automation_id }) => automation_id))];
      const open = await this.automations.openTo(workspaceId, ids);
      const byAutomation = grouped(due, ({ automation_id }) => automation_id);
      for (const live of open) {
        const old = live.compiled.trigger.old_facts ? Infinity : DAY_MS;
        const inTime = (byAutomation.get(live.id) ?? []).filter(({ due_at }) => Date.now() - due_at.getTime() <= old);
        const still = await this.stillDated(workspaceId, live, inTime);
        await this.start(workspaceId, live, still.map(({ person_id, day, due_at }) => ({ person_id, occurrence: day, at: due_at }))); // prettier-ignore
      }
      return due.length;
    });
  }

  /** Decides anew when people enter whose attribute or zone has changed, in the open transaction. */
  async decideAgain(workspaceId: number, people: readonly string[]): Promise<void> {
    for (const clock of people.length > 0 ? await this.clocks.ofDates(workspaceId) : []) {
      const live = await this.live(clock);
      const { trigger } = live.compiled;
      if (trigger.kind !== 'date' || clock.next_day === null) continue;
      const days = daysFrom(clock.now).filter((day) => day < (clock.next_day as string) || clock.after_person !== null);
      const dated = await this.people.named(workspaceId, people, trigger.attribute);
      const due = dated.flatMap((person) => days.flatMap((day) => entranceOn(clock, live, trigger, person, day)));
      await this.people.forget(workspaceId, clock.automation_id, people);
      await this.people.add(workspaceId, due.filter(({ due_at }) => due_at >= clock.now)); // prettier-ignore
    }
  }

  /** Returns those whose attribute still says so: it may have changed while it was looked at. */
  private async stillDated(workspaceId: number, { compiled: { trigger } }: LiveAutomation, due: DueEntrance[]) {
    if (trigger.kind !== 'date') return [];
    const people = [...new Set(due.map(({ person_id }) => person_id))].sort();
    const dated = await this.people.named(workspaceId, people, trigger.attribute);
    const values = new Map(dated.map(({ id, day }) => [id, day]));
    return due.filter(({ person_id, day }) => {
      const value = values.get(person_id);
      return isLocalDate(value) && recursOn(trigger, value, day);
    });
  }

  /** Finds those who enter on the next day. */
  private async look(clock: AutomationClock, live: LiveAutomation, trigger: DateTrigger): Promise<boolean> {
    const { workspace_id: workspaceId } = clock;
    const [first = ''] = daysFrom(clock.now);
    // After a long rest it begins with the days that are not over yet.
    const day = clock.next_day === null || clock.next_day < first ? first : clock.next_day;
    const after = day === clock.next_day ? clock.after_person : null;
    const slice = await this.people.slice(workspaceId, after, this.most.looked, trigger.attribute);
    const due = slice.flatMap((person) => entranceOn(clock, live, trigger, person, day));
    await this.people.add(workspaceId, due.filter(({ due_at }) => due_at >= clock.since)); // prettier-ignore
    const last = slice.length === this.most.looked ? slice.at(-1)?.id : undefined;
    const next = last === undefined ? dayAfter(day) : day;
    await this.clocks.set(clock, { next_day: next, next_at: null, after_person: last ?? null });
    return last !== undefined || next <= (daysFrom(clock.now)[DAYS_AHEAD - 1] as string);
  }

  /** Lets the next slice of a segment in. Of an instant that passed over a day ago nobody enters any more. */
  private async keep(
    clock: AutomationClock,
    live: LiveAutomation,
    trigger: Extract<AutomationTrigger, { kind: 'schedule' }>,
  ): Promise<boolean> {
    const { workspace_id: workspaceId, next_at: at, now, after_person: after } = clock;
    const zone = zoneOf([live.compiled.settings.time_zone, clock.workspace_zone]);
    const rest = (since: Date) => this.clocks.set(clock, { next_day: null, next_at: nextScheduled(trigger, since, zone), after_person: null }); // prettier-ignore
    if (at === null) {
      await rest(clock.since);
      return true;
    }
    if (at > now) return false;
    const isLate = now.getTime() - at.getTime() > DAY_MS && !trigger.old_facts;
    const members = clock.is_open && !isLate ? await this.people.members(workspaceId, trigger.segment, after, this.most.entered) : []; // prettier-ignore
    await this.start(workspaceId, live, members.map((person_id) => ({ person_id, occurrence: at.toISOString(), at }))); // prettier-ignore
    if (members.length < this.most.entered)
      await rest(isLate ? new Date(Math.max(now.getTime() - DAY_MS, clock.since.getTime())) : at);
    else await this.clocks.set(clock, { next_day: null, next_at: at, after_person: members.at(-1) ?? null });
    return true;
  }

  private async live({ workspace_id, automation_id: id, version }: AutomationClock): Promise<LiveAutomation> {
    return { id, version, compiled: await this.automations.version(workspace_id, id, version) };
  }

  private async start(
    workspaceId: number,
    live: LiveAutomation,
    named: readonly { person_id: string; occurrence: string; at: Date }[],
  ): Promise<void> {
    const { id, version, compiled } = live;
    const entrances = named.map(({ person_id, occurrence, at }) => ({
      ...{ id: newId(), automation_id: id, version, person_id, key: '' },
      entry_id: occurrenceId(id, person_id, occurrence),
      entered_at: at,
      entry: {},
      reentry: compiled.settings.reentry,
    }));
    await this.starts.start(workspaceId, [live], entrances, compiled.trigger.kind !== 'schedule');
  }
}

/** Returns the days that are not over everywhere, up to the one after tomorrow. */
const daysFrom = (now: Date): string[] =>
  Array.from({ length: DAYS_AHEAD }, (_, index) => new Date(now.getTime() - BEHIND_MS + index * DAY_MS).toISOString().slice(0, 10)); // prettier-ignore

const dayAfter = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);

const zoneOf = (zones: readonly (string | null | undefined)[]) =>
  zones.find((each): each is string => typeof each === 'string' && isTimeZone(each)) ?? 'UTC';

function entranceOn(
  { automation_id, workspace_zone }: AutomationClock,
  { compiled: { settings } }: LiveAutomation,
  trigger: DateTrigger,
  { id: person_id, tz, day: value }: DatedPerson,
  entersOn: string,
): DueEntrance[] {
  const day = dateFor(trigger, entersOn);
  if (!isLocalDate(value) || !recursOn(trigger, value, day)) return [];
  const due_at = instantAt(entersOn, trigger.at, zoneOf([tz, settings.time_zone, workspace_zone]));
  return [{ automation_id, person_id, day, due_at }];
}

/** Returns the id of an entrance: a person enters once for each occurrence, whatever crashes. */
function occurrenceId(automationId: string, personId: string, occurrence: string): string {
  const hex = createHash('sha256')
    .update(JSON.stringify([automationId, personId, occurrence]))
    .digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
