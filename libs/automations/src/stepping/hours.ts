import { countryOfNumber, isTimeZone, nextOpening, nextSmsTime, type Hours, type MessageChannel } from '@dundun/domain';

/** What says when marketing may reach a person. */
export interface Reach {
  /** The zone of the person as it was given. */
  tz: string | null;
  /** The zone by which the run goes. */
  zone: string;
  number: string | null;
  emailQuiet: Hours | null;
  smsQuiet: Hours | null;
}

/** Quiet hours and the hours of a country meet within a few turns, or never. */
const MOST_TURNS = 20;
/** If they leave no time, they are asked again after so long: somebody may have changed them. */
const CLOSED_MS = 86_400_000;

/**
 * Returns the first instant from one on at which marketing may reach a person: outside of the quiet hours of the channel, and for SMS
 * within the hours of the country. As for campaigns, an SMS to somebody whose zone is not known goes by the country alone.
 */
export function reachableAt(
  channel: MessageChannel,
  at: Date,
  { tz, zone, number, emailQuiet, smsQuiet }: Reach,
): Date {
  if (channel === 'email') return opening(at, zone, emailQuiet) ?? closed(at);
  const quiet = isTimeZone(tz ?? '') ? smsQuiet : null;
  const country = countryOfNumber(number ?? '');
  let next = at;
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    const awake = opening(next, zone, quiet);
    if (!awake) break;
    const open = nextSmsTime(country, awake);
    if (open.getTime() === next.getTime()) return next;
    next = open;
  }
  return closed(at);
}

const opening = (at: Date, zone: string, quiet: Hours | null): Date | null =>
  quiet ? nextOpening(at, zone, { window: null, quiet, workspaceZone: zone }) : at;

const closed = (at: Date) => new Date(at.getTime() + CLOSED_MS);
