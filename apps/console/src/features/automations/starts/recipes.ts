import type { AutomationGraph, AutomationStep, SegmentNode } from '@dundun/domain';
import type { MailKey } from './mails';
import type { Start } from './starts';

/** What a starting point refers to, once it is made. */
interface Made {
  list: string;
  segment: string;
  template: (mail: MailKey) => string;
}

/** A starting point: what is made with it, and its graph. */
export interface Recipe {
  mails: readonly MailKey[];
  segment?: { name: string; match: SegmentNode };
  graph: (made: Made) => AutomationGraph;
}

const OUT: AutomationStep = { id: 'out', kind: 'exit' };
const EXPIRES = { days: 3 } as const;
const DAY = 1;
const WEEK = 7;
const MOST_OF_A_YEAR = 300;

const days = (id: string, number: number, next: string): AutomationStep => ({ id, kind: 'delay', for: { days: number }, next }); // prettier-ignore

/** Sends the mails of a recipe. */
const sends =
  ({ template }: Made) =>
  (mail: MailKey, next: string): AutomationStep => ({
    ...{ id: mail, kind: 'email', template: template(mail), late: 'wait', expires: EXPIRES, next },
  });

const paid = (id: string, next: string): AutomationStep => ({
  ...{ id, kind: 'wait', name: 'Is it paid?', timeout: { days: 3 }, else: next },
  wake: [{ event: 'Payment succeeded', same: { property: 'invoice_id', entry: 'invoice_id' }, next: 'out' }],
});

export const RECIPES: Record<Exclude<Start, 'blank'>, Recipe> = {
  welcome: {
    mails: ['hello', 'best', 'question'],
    graph(made) {
      const send = sends(made);
      return {
        trigger: { kind: 'list', list: made.list, change: 'subscribed' },
        settings: { list: made.list, reentry: { policy: 'never' } },
        first: 'hello',
        steps: [
          send('hello', 'two-days'),
          days('two-days', 2, 'best'),
          send('best', 'clicked'),
          {
            ...{ id: 'clicked', kind: 'wait', name: 'Did they click?', timeout: { days: 3 }, else: 'question' },
            wake: [{ clicked: 'best', next: 'out' }],
          },
          send('question', 'out'),
          OUT,
        ],
      };
    },
  },
  optin: {
    mails: ['thanks', 'lookBack'],
    graph(made) {
      const send = sends(made);
      return {
        trigger: { kind: 'list', list: made.list, change: 'confirmed' },
        settings: { list: made.list, reentry: { policy: 'never' } },
        first: 'thanks',
        steps: [
          send('thanks', 'opened'),
          {
            ...{ id: 'opened', kind: 'wait', name: 'Did they open it?', timeout: { days: 2 }, else: 'lookBack' },
            wake: [{ clicked: 'thanks', next: 'out' }],
          },
          send('lookBack', 'out'),
          OUT,
        ],
      };
    },
  },
  cart: {
    mails: ['cart', 'cartLast'],
    graph(made) {
      const send = sends(made);
      return {
        trigger: { kind: 'event', event: 'Cart updated', key: 'cart_id' },
        settings: { list: made.list, reentry: { policy: 'each_key', at_once: 1 } },
        goal: { event: 'Order placed' },
        first: 'four-hours',
        steps: [
          { id: 'four-hours', kind: 'delay', for: { hours: 4 }, next: 'cart' },
          send('cart', 'a-day'),
          days('a-day', DAY, 'cartLast'),
          send('cartLast', 'last-chance'),
          days('last-chance', 3, 'out'),
          OUT,
        ],
      };
    },
  },
  trial: {
    mails: ['trial', 'trialTips', 'trialHelp', 'trialEnds'],
    graph(made) {
      const send = sends(made);
      return {
        trigger: { kind: 'event', event: 'Trial started' },
        settings: { list: made.list, reentry: { policy: 'never' } },
        goal: { event: 'Subscription started' },
        first: 'trial',
        steps: [
          send('trial', 'three-days'),
          days('three-days', 3, 'started'),
          {
            ...{ id: 'started', kind: 'branch', name: 'Created a project?', else: 'trialHelp' },
            branches: [{ match: { event: 'Project created' }, next: 'trialTips' }],
          },
          send('trialTips', 'a-week'),
          send('trialHelp', 'a-week'),
          days('a-week', WEEK, 'trialEnds'),
          send('trialEnds', 'last-days'),
          days('last-days', WEEK, 'out'),
          OUT,
        ],
      };
    },
  },
  purchase: {
    mails: ['order', 'review', 'again'],
    graph(made) {
      const send = sends(made);
      return {
        trigger: { kind: 'event', event: 'Order placed', key: 'order_id' },
        settings: { list: made.list, reentry: { policy: 'each_key', at_once: 1 } },
        first: 'order',
        steps: [
          send('order', 'a-week'),
          days('a-week', WEEK, 'review'),
          send('review', 'three-weeks'),
          { id: 'three-weeks', kind: 'delay', for: { weeks: 3 }, next: 'again' },
          send('again', 'out'),
          OUT,
        ],
      };
    },
  },
  winback: {
    mails: ['miss', 'offer'],
    segment: {
      name: 'No order for 90 days',
      match: { all: [{ event: 'Order placed' }, { not: { event: 'Order placed', window: { last: { days: 90 } } } }] },
    },
    graph(made) {
      const send = sends(made);
      return {
        trigger: { kind: 'segment', segment: made.segment, change: 'enters' },
        settings: { list: made.list, reentry: { policy: 'after_days', days: 180 } },
        goal: { event: 'Order placed' },
        first: 'miss',
        steps: [
          send('miss', 'a-week'),
          days('a-week', WEEK, 'offer'),
          send('offer', 'clicked'),
          {
            ...{ id: 'clicked', kind: 'wait', name: 'Did they click?', timeout: { weeks: 2 }, else: 'mark' },
            wake: [{ clicked: 'offer', next: 'out' }],
          },
          { id: 'mark', kind: 'update', name: 'Mark as lapsed', changes: [{ set: 'lapsed', to: true }], next: 'out' },
          OUT,
        ],
      };
    },
  },
  birthday: {
    mails: ['birthday'],
    graph: (made) => ({
      trigger: { kind: 'date', attribute: 'birthday', every: 'year', days: 0, at: '09:00' },
      settings: { list: made.list, reentry: { policy: 'after_days', days: MOST_OF_A_YEAR } },
      first: 'birthday',
      steps: [sends(made)('birthday', 'out'), OUT],
    }),
  },
  payment: {
    mails: ['payment', 'paymentAgain', 'paymentLast'],
    graph(made) {
      const send = sends(made);
      return {
        trigger: { kind: 'event', event: 'Payment failed', key: 'invoice_id' },
        settings: { list: made.list, reentry: { policy: 'each_key', at_once: 1 } },
        first: 'payment',
        steps: [
          send('payment', 'paid-1'),
          paid('paid-1', 'paymentAgain'),
          send('paymentAgain', 'paid-2'),
          paid('paid-2', 'paymentLast'),
          send('paymentLast', 'paid-3'),
          paid('paid-3', 'mark'),
          { id: 'mark', kind: 'update', name: 'Mark as overdue', changes: [{ set: 'payment_overdue', to: true }], next: 'out' }, // prettier-ignore
          OUT,
        ],
      };
    },
  },
};
