import { count } from '@/lib/format';
import { plural } from '@/lib/plural';

export const words = {
  title: 'Warm-up',
  text: 'Mailbox providers distrust a new domain that sends much at once. A warm-up lets campaigns send a little more each day; the rest waits for the next day. One-time passwords and other mail without a list never wait.',
  none: 'Connect an email provider first.',
  statuses: { off: 'Off', running: 'Warming up', done: 'Done' },
  today: (sent: number, ceiling: number) =>
    `${count(sent)} of ${plural(ceiling, 'recipient', 'recipients')} today (UTC)`,
  plan: (first: number, growth: number, target: number, days: number) =>
    `From ${count(first)} a day, ${growth}% more each day, until ${count(target)}: ${plural(days, 'day', 'days')}.`,
  start: 'Set up',
  change: 'Change',
  end: 'End',
  named: (action: string, provider: string) => `${action} the warm-up at ${provider}`,
  dialog: (provider: string) => `Warm up at ${provider}`,
  dialogText: 'The first day is today.',
  firstDay: 'Recipients on the first day',
  growth: 'Growth a day, in percent',
  target: 'Ends at',
  targetHint: 'Recipients a day after which nothing is held back any more.',
  save: 'Save',
  saved: 'Warm-up saved',
  ended: 'Warm-up ended',
};
