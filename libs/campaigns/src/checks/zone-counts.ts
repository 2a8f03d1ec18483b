import type { Turns } from '../audience/turns.js';

/** The recipients of a zone, and when it is their turn. */
export interface ZoneCount {
  zone: string;
  people: number;
  /** Null for those who are left out, because the time has passed there. */
  at: Date | null;
  isPast: boolean;
}

/** Counts recipients by zone. */
export class ZoneCounts {
  private readonly people = new Map<string | null, number>();

  constructor(
    private readonly workspaceZone: string,
    private readonly turns: Turns,
  ) {}

  /** @param zone null for that of the workspace */
  add(zone: string | null, by = 1): void {
    this.people.set(zone, (this.people.get(zone) ?? 0) + by);
  }

  /** Returns the zones, the earliest turn first; those who are left out stand at the beginning. */
  all(): ZoneCount[] {
    return [...this.people]
      .map(([zone, people]) => {
        const { at, isPast } = this.turns.of(zone);
        return { zone: zone ?? this.workspaceZone, people, at, isPast };
      })
      .sort((one, other) => (one.at?.getTime() ?? 0) - (other.at?.getTime() ?? 0) || other.people - one.people);
  }
}
