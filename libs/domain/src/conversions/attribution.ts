import { meetsAll, type Told } from '../automations/value-tests.js';
import type { ConversionGoal } from './goal.js';

/** A click of a person in a message of a campaign or an automation. */
export interface GoalClick {
  /** The campaign or automation. */
  owner: string;
  /** The id of the goal that stood when the message was made. */
  goal: string;
  message: string;
  /** What the message says; null once it is forgotten. */
  content: string | null;
  at: Date;
}

/** An event of the same person. */
export interface GoalEvent extends Told {
  id: string;
  name: string;
  /** When it happened. */
  at: Date;
}

/** An event that counts for a campaign or an automation. */
export interface Conversion {
  event: string;
  owner: string;
  /** The id of the goal that it met. */
  goal: string | null;
  message: string;
  content: string | null;
  /** When the click happened that won it. */
  clicked: Date | null;
  at: Date;
  /** With six decimals; negative for what is taken back; null if the event says none. */
  amount: string | null;
  /** Three letters, or empty if the event says none. */
  currency: string;
  /** What names its order, if the goal looks for refunds. */
  order: string | null;
  /** Whether it is an occasion of its own: refunds only take an amount back. */
  counts: boolean;
}

const DAY_MS = 86_400_000;
const MOST_AMOUNT = 1e12;
const LONGEST_ORDER = 200;

/**
 * Says for which owner each event of a person counts: the one of the last click within the window of its goal. A refund counts
 * for the owner of its order, whenever it comes. Depends on what happened when, and not on the order of the lists.
 * @param goals by id
 * @param earlier conversions of the person whose events are not among these
 */
export function attribute(
  events: readonly GoalEvent[],
  clicks: readonly GoalClick[],
  goals: ReadonlyMap<string, ConversionGoal>,
  earlier: readonly Conversion[] = [],
): Conversion[] {
  const latest = [...clicks].sort((one, other) => +other.at - +one.at || (one.message < other.message ? 1 : -1));
  const sales = events.flatMap((event) => saleOf(event, latest, goals) ?? []);
  const sold = new Set(sales.map(({ event }) => event));
  const orders = [...earlier, ...sales].filter(({ order, counts }) => counts && order !== null);
  orders.sort((one, other) => +one.at - +other.at || (one.event < other.event ? -1 : 1));
  const refunds = events.flatMap((event) => (sold.has(event.id) ? [] : (refundOf(event, orders, goals) ?? [])));
  return [...sales, ...refunds];
}

/** @param latest clicks, the last first */
function saleOf(
  event: GoalEvent,
  latest: readonly GoalClick[],
  goals: ReadonlyMap<string, ConversionGoal>,
): Conversion | undefined {
  for (const { owner, goal: id, message, content, at } of latest) {
    const goal = goals.get(id);
    if (!goal || goal.event !== event.name || at > event.at || +event.at - +at > goal.days * DAY_MS) continue;
    if (!meetsAll(event, goal.where)) continue;
    const money = moneyOf(event, goal);
    const counts = !money.amount?.startsWith('-');
    const won = { event: event.id, owner, goal: id, message, content, clicked: at, at: event.at };
    return { ...won, ...money, order: orderOf(event, goal), counts };
  }
  return undefined;
}

function refundOf(
  event: GoalEvent,
  orders: readonly Conversion[],
  goals: ReadonlyMap<string, ConversionGoal>,
): Conversion | undefined {
  const goalOf = ({ goal }: Conversion) => (goal === null ? undefined : goals.get(goal));
  const sale = orders.find((each) => {
    const goal = goalOf(each);
    return goal?.refund?.event === event.name && orderOf(event, goal) === each.order;
  });
  const goal = sale && goalOf(sale);
  if (!goal) return undefined;
  const { amount, currency } = moneyOf(event, goal);
  const taken = amount === null || amount.startsWith('-') ? amount : `-${amount}`;
  return { ...sale, event: event.id, at: event.at, amount: taken, currency, counts: false };
}

const own = ({ properties }: Told, name: string): unknown =>
  properties && Object.hasOwn(properties, name) ? properties[name] : undefined;

function orderOf(event: GoalEvent, { refund }: ConversionGoal): string | null {
  const value = refund ? own(event, refund.order) : undefined;
  const isName = typeof value === 'string' || typeof value === 'number';
  // By code points: half of a pair could not be stored.
  return isName && value !== '' ? [...String(value)].slice(0, LONGEST_ORDER).join('') : null;
}

/** An amount is a number, or text that is one. */
function moneyOf(event: GoalEvent, goal: ConversionGoal): Pick<Conversion, 'amount' | 'currency'> {
  const given = goal.amount === null ? event.value : own(event, goal.amount);
  const isText = typeof given === 'string' && /^-?\d{1,12}(\.\d{1,12})?$/.test(given);
  const amount = isText ? Number(given) : given;
  if (typeof amount !== 'number' || !(Math.abs(amount) < MOST_AMOUNT)) return { amount: null, currency: '' };
  const code = own(event, goal.currency);
  const currency = typeof code === 'string' && /^[a-z]{3}$/i.test(code) ? code.toUpperCase() : '';
  const rounded = amount.toFixed(6);
  return { amount: Number(rounded) === 0 ? '0.000000' : rounded, currency };
}
