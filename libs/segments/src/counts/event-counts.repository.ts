import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@dundun/platform/database';
import {
  printBackfill,
  printMessages,
  printRecount,
  printStretch,
  type FeedPlace,
  type FeedStretch,
} from './count.statements.js';
import { dayKey, type CountAddition, type CountsByDay, type WantedDays } from './flips.js';
import { NAME_COLUMNS, type EventName } from './event-names.repository.js';

/** The people after one id, as many as one slice has; null ends the range at the last. */
const BOUNDARY = `
  SELECT id FROM people WHERE workspace_id = $1 AND id > $2 ORDER BY id OFFSET $3::int - 1 LIMIT 1`;

/** The names whose backfill is at the same person as that of the first one that is not done. */
const NOT_DONE = `
  SELECT ${NAME_COLUMNS} FROM event_names
  WHERE workspace_id = $1 AND backfilled_at IS NULL AND backfill_after = (
    SELECT backfill_after FROM event_names WHERE workspace_id = $1 AND backfilled_at IS NULL ORDER BY id LIMIT 1)
  ORDER BY id`;

const ADVANCE = `
  UPDATE event_names SET backfill_after = coalesce($3, backfill_after), backfilled_at = CASE WHEN $3::uuid IS NULL THEN now() END
  WHERE workspace_id = $1 AND id = ANY($2::int[])`;

const PEOPLE = `
  SELECT id FROM people WHERE workspace_id = $1 AND id > $2 AND ($3::uuid IS NULL OR id <= $3) ORDER BY id`;

const FORGET_TOTALS = `
  DELETE FROM event_totals t USING unnest($2::uuid[]) AS person(id), unnest($3::int[]) AS name(id)
  WHERE t.workspace_id = $1 AND t.name_id = name.id AND t.person_id = person.id`;
const FORGET_DAYS = `
  DELETE FROM event_days d USING unnest($2::uuid[]) AS person(id), unnest($3::int[]) AS name(id)
  WHERE d.workspace_id = $1 AND d.name_id = name.id AND d.person_id = person.id`;

const DAYS = `
  SELECT wanted.place::int AS place, d.counts
  FROM unnest($2::int[], $3::uuid[], $4::date[]) WITH ORDINALITY AS wanted(name_id, person_id, first, place)
  CROSS JOIN LATERAL (
    SELECT jsonb_object_agg(e.day, e.count) AS counts FROM event_days e
    WHERE e.workspace_id = $1 AND e.name_id = wanted.name_id AND e.person_id = wanted.person_id
      AND e.day >= coalesce(wanted.first, '-infinity')) AS d
  WHERE d.counts IS NOT NULL`;

const ofEvents = ({ source }: EventName) => source === 'event';

/** Keeps how often, first and last people did what segments ask for. Callers have locked the position of the workspace. */
@Injectable()
export class EventCounts {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** Counts the events of a stretch of the feed. @returns what was added, by person and name */
  async add(workspaceId: number, names: readonly EventName[], stretch: FeedStretch): Promise<CountAddition[]> {
    const events = names.filter(ofEvents);
    if (events.length === 0) return [];
    const { text, values } = printStretch(workspaceId, events, stretch);
    return this.database.query<CountAddition>(text, values);
  }

  /** Returns counts by day, by `dayKey`; those of nothing are absent. */
  async days(workspaceId: number, wanted: readonly WantedDays[]): Promise<Map<string, CountsByDay>> {
    if (wanted.length === 0) return new Map();
    const values = [
      wanted.map(({ nameId }) => nameId),
      wanted.map(({ personId }) => personId),
      wanted.map(({ from }) => from ?? null),
    ];
    const rows = await this.database.query<{ place: number; counts: CountsByDay }>(DAYS, [workspaceId, ...values]);
    return new Map(
      rows.map(({ place, counts }) => {
        const { nameId, personId } = wanted[place - 1] as WantedDays;
        return [dayKey(nameId, personId), counts];
      }),
    );
  }

  /** Counts people from nothing: their events moved to another person, or from one. */
  async recount(
    workspaceId: number,
    names: readonly EventName[],
    people: readonly string[],
    to: FeedPlace,
  ): Promise<void> {
    const events = names.filter(ofEvents);
    await this.recountMessages(workspaceId, names, people);
    if (events.length === 0 || people.length === 0) return;
    await this.forget(workspaceId, events, people);
    const { text, values } = printRecount(workspaceId, events, people, to);
    await this.database.execute(text, values);
  }

  /**
   * Counts from nothing what happened with the messages of people: whether an open was a machine's may be found out later, and an
   * address may get its person later.
   */
  async recountMessages(workspaceId: number, names: readonly EventName[], people: readonly string[]): Promise<void> {
    const messages = names.filter((name) => !ofEvents(name));
    if (messages.length === 0 || people.length === 0) return;
    await this.forget(workspaceId, messages, people);
    const { text, values } = printMessages(workspaceId, messages, people);
    await this.database.execute(text, values);
  }

  /** Counts the history of the next so many people for names that are new. @returns false when nothing is left */
  async backfill(workspaceId: number, size: number): Promise<boolean> {
    const names = await this.database.query<EventName>(NOT_DONE, [workspaceId]);
    const [first] = names;
    if (!first) return false;
    const [boundary] = await this.database.query<{ id: string }>(BOUNDARY, [workspaceId, first.backfill_after, size]);
    const to = boundary?.id ?? null;
    const events = names.filter(ofEvents);
    if (events.length > 0) {
      const { text, values } = printBackfill(workspaceId, events, { after: first.backfill_after, to });
      await this.database.execute(text, values);
    }
    if (events.length < names.length) {
      const people = await this.database.query<{ id: string }>(PEOPLE, [workspaceId, first.backfill_after, to]);
      const ids = people.map(({ id }) => id);
      await this.recountMessages(workspaceId, names, ids);
    }
    await this.database.execute(ADVANCE, [workspaceId, names.map(({ id }) => id), to]);
    return true;
  }

  private async forget(workspaceId: number, names: readonly EventName[], people: readonly string[]): Promise<void> {
    const values = [workspaceId, people, names.map(({ id }) => id)];
    await this.database.execute(FORGET_TOTALS, values);
    await this.database.execute(FORGET_DAYS, values);
  }
}
