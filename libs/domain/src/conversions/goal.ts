import { EVENT_LIMITS, isPropertyName } from '../event.js';
import { InvalidInputError } from '../refusals/input.js';
import { TreeFaults } from '../segments/faults.js';
import { readWhere } from '../segments/read.js';
import type { PropertyTest } from '../segments/tree.js';
import { hasLength, isWellFormed } from '../text.js';

/** The event that a campaign or an automation is sent for. */
export interface ConversionGoal {
  event: string;
  /** What its events say; absent for all. */
  where?: PropertyTest[];
  /** The property with the amount; null for the value of the event. */
  amount: string | null;
  /** The property with the currency. */
  currency: string;
  /** How long after a click an event counts. */
  days: number;
  /** The event that takes an amount back, and the property by which it names its order. */
  refund: { event: string; order: string } | null;
}

/** A goal as it is given. */
export interface GivenGoal {
  event: string;
  where?: readonly object[];
  amount?: string | null;
  currency?: string | null;
  days?: number;
  refund_event?: string | null;
  order?: string | null;
}

/** Days after a click. */
export const CONVERSION_DAYS = { least: 1, usual: 5, most: 90 } as const;

const NAMED = 'must be the name of a property';
const ORDER = 'must be given with refund_event: the property by which a refund names its order';

/**
 * Reads a goal.
 * @param field its path
 * @throws InvalidInputError that names each faulty field
 */
export function readConversionGoal(given: GivenGoal, field: string): ConversionGoal {
  const faults = new TreeFaults();
  const isName = (name: string) => hasLength(name, 1, EVENT_LIMITS.nameLength) && isWellFormed(name);
  if (!isName(given.event)) faults.add(`${field}.event`, 'must be the name of an event');
  const { amount = null, refund_event: refund = null, order = null, days = CONVERSION_DAYS.usual } = given;
  const currency = given.currency ?? 'currency';
  for (const [key, name] of Object.entries({ amount, currency, order }))
    if (name !== null && !isPropertyName(name)) faults.add(`${field}.${key}`, NAMED);
  if (refund !== null && !isName(refund)) faults.add(`${field}.refund_event`, 'must be the name of an event');
  if (refund !== null && refund === given.event)
    faults.add(`${field}.refund_event`, 'must be another event: a negative amount of the same one is taken off anyway');
  if ((refund === null) !== (order === null))
    faults.add(`${field}.${order === null ? 'order' : 'refund_event'}`, order === null ? ORDER : 'must be given with order'); // prettier-ignore
  const where = given.where === undefined ? [] : readWhere(given.where, `${field}.where`, faults);
  if (faults.all.length > 0) throw new InvalidInputError(faults.all);
  return {
    event: given.event,
    ...(where && where.length > 0 && { where }),
    amount,
    currency,
    days,
    refund: refund === null || order === null ? null : { event: refund, order },
  };
}

/** Returns the names of the events that a goal looks at. */
export const eventsOf = ({ event, refund }: ConversionGoal): string[] => (refund ? [event, refund.event] : [event]);

/** Returns a goal as it is given. */
export const goalFields = ({ where = [], refund, ...goal }: ConversionGoal) => ({
  ...goal,
  where,
  refund_event: refund?.event ?? null,
  order: refund?.order ?? null,
});
