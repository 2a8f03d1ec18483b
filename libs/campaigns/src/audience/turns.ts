import { isTimeZone, turnIn, type LocalStart, type LocalTurn } from '@dundun/domain';

/** When it is somebody's turn. */
export interface Turn extends LocalTurn {
  /** The person's own zone; null for that of the workspace. */
  zone: string | null;
}

/** Says whose turn is when: on the clock of each, or for everybody at the start. */
export class Turns {
  private readonly known = new Map<string | null, Turn>();

  constructor(
    private readonly workspaceZone: string,
    private readonly local: LocalStart | null,
    private readonly startAt: Date,
  ) {}

  /** @param tz the zone of a person as it was given; one that no clock knows counts as none */
  of(tz: string | null): Turn {
    const known = this.known.get(tz);
    if (known) return known;
    const zone = tz !== null && tz !== this.workspaceZone && isTimeZone(tz) ? tz : null;
    const turn = this.local
      ? turnIn(zone ?? this.workspaceZone, this.local, this.startAt)
      : { at: this.startAt, isPast: false };
    this.known.set(tz, { ...turn, zone });
    return { ...turn, zone };
  }
}
