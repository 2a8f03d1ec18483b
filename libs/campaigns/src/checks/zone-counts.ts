import type { CampaignFinding } from '@dundun/domain';
import type { Turns } from '../audience/turns.js';
import type { CampaignHours } from '../definitions/campaign-hours.js';

/** The recipients of a zone, and when it is their turn. */
export interface ZoneCount {
  zone: string;
  people: number;
  /** Null for those who are left out, because the time has passed there. */
  at: Date | null;
  isPast: boolean;
}

const NEVER_OPEN: CampaignFinding = {
  code: 'never_open',
  message: 'quiet hours cover all hours in which it may leave: choose others',
};

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

  /** Says whom mail would never reach: a problem if it is everybody, else a warning for each zone. */
  findings(hours: CampaignHours, now = new Date()): { problems: CampaignFinding[]; warnings: CampaignFinding[] } {
    const reached = [...this.people].filter(([zone]) => this.turns.of(zone).at !== null);
    const never = reached.filter(([zone]) => hours.opening(zone, now) === null);
    if (never.length > 0 && never.length === reached.length) return { problems: [NEVER_OPEN], warnings: [] };
    const warnings = never.map(([zone, people]): CampaignFinding => {
      const who = `${people} ${people === 1 ? 'recipient' : 'recipients'} in the zone ${zone ?? this.workspaceZone}`;
      return { code: 'no_hour', message: `${who} would get nothing: quiet hours cover its whole window there` };
    });
    return { problems: [], warnings };
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
