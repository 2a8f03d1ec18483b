import { Inject, Injectable } from '@nestjs/common';
import type { EventNamesQuery, EventNamesView, EventPropertiesView } from '@dundun/contracts';
import { plusDays } from '@dundun/domain';
import { EventNameCounts } from './event-names.repository.js';
import { EventProperties, SAMPLED, SEARCHED } from './event-properties.repository.js';
import { peopleIn } from './people-sketch.js';

/** Says which events happen, how often, by how many people, and with which properties. */
@Injectable()
export class EventInsights {
  constructor(
    @Inject(EventNameCounts) private readonly counts: EventNameCounts,
    @Inject(EventProperties) private readonly properties: EventProperties,
  ) {}

  /** Returns the most frequent events of the last days, by hour if it is one day. */
  async names(workspaceId: number, { days = 30, search }: EventNamesQuery): Promise<EventNamesView> {
    const { zone, today, hours } = await this.counts.calendar(workspaceId);
    const from = plusDays(today, 1 - days);
    const isByHour = days === 1;
    const rows = isByHour
      ? await this.counts.byHour(workspaceId, today, search, hours[0] as Date)
      : await this.counts.byDay(workspaceId, from, search);
    const points = isByHour
      ? hours.map((hour) => hour.toISOString())
      : Array.from({ length: days }, (_, day) => plusDays(from, day));
    const place = new Map(points.map((point, index) => [point, index]));
    const byName = new Map<string, number[]>();
    for (const { name, at, count } of rows) {
      const counts = byName.get(name) ?? points.map(() => 0);
      const index = place.get(typeof at === 'string' ? at : at.toISOString()) ?? 0;
      counts[index] = (counts[index] ?? 0) + count;
      byName.set(name, counts);
    }
    const people = await this.people(workspaceId, from, [...byName.keys()]);
    return {
      time_zone: zone,
      unit: isByHour ? 'hour' : 'day',
      points,
      names: rows[0]?.names ?? 0,
      data: [...byName].map(([event, counts]) => {
        const who = people(event);
        return {
          event,
          count: counts.reduce((sum, count) => sum + count, 0),
          people: who.people,
          people_is_exact: who.isExact,
          counts,
        };
      }),
    };
  }

  /** Returns which values the properties of an event have, in a sample of its latest. */
  async propertiesOf(workspaceId: number, event: string): Promise<EventPropertiesView> {
    const [sample, rows] = await Promise.all([
      this.properties.sample(workspaceId, event),
      this.properties.values(workspaceId, event),
    ]);
    const byProperty = new Map<string, typeof rows>();
    for (const row of rows) byProperty.set(row.property, [...(byProperty.get(row.property) ?? []), row]);
    return {
      event,
      sample: sample.events,
      searched: SEARCHED,
      is_complete: sample.events < SAMPLED,
      first_at: sample.first_at?.toISOString() ?? null,
      last_at: sample.last_at?.toISOString() ?? null,
      margin: marginOf(sample.events),
      data: [...byProperty].map(([property, values]) => ({
        property,
        present: values[0]?.present ?? 0,
        different: values[0]?.different ?? 0,
        values: values.map(({ value, count }) => ({ value, count })),
      })),
    };
  }

  private async people(workspaceId: number, from: string, names: string[]) {
    const byName = new Map<string, Buffer[]>();
    for (const { name, people } of await this.counts.people(workspaceId, from, names))
      byName.set(name, [...(byName.get(name) ?? []), people]);
    return (name: string) => peopleIn(byName.get(name) ?? []);
  }
}

/** Returns how many percentage points a share of a sample may be off, in 19 of 20 cases and at worst. */
const marginOf = (size: number) => (size === 0 ? 0 : Math.round((98 / Math.sqrt(size)) * 10) / 10);
