import { icu } from '@/lib/icu';

export const timeWords = {
  local: 'By their clock',
  localAt: 'Date and time on their clock',
  localHint: icu<{ zone: string }>(
    'On the clock of each person; people without a time zone go by that of the workspace, {zone}.',
  ),
  past: 'Where this time has passed already',
  pastChoices: { now: 'They get it at once', skip: 'They do not get it', tomorrow: 'They get it the next day' },
  pastSays: {
    now: 'get it as soon as it starts',
    skip: 'do not get it',
    tomorrow: 'get it at the same time of the next day',
  },
  zonesOf: icu<{ n: number; time: string; first: string; last: string }>(
    'People in {n, plural, one {# time zone} other {# time zones}} get it when their clock shows {time}: the first {first}, the last {last} on yours.',
  ),
  zonesPast: icu<{ n: number; people: number; what: string }>(
    'In {n, plural, one {# zone} other {# zones}} this time has passed: {people, plural, one {# person there} other {# people there}} {what}.',
  ),
  zonesNone: 'Choose who gets it to see when it reaches them.',
  byZone: 'People by time zone',
  zone: 'Time zone',
  people: 'People',
  turn: 'Their turn, on your clock',
  never: 'Do not get it',
  window: 'Only at certain hours',
  windowHint: 'Messages that are due outside of them wait for the next opening.',
  weekdays: 'Weekdays',
  days: {
    monday: 'Mon',
    tuesday: 'Tue',
    wednesday: 'Wed',
    thursday: 'Thu',
    friday: 'Fri',
    saturday: 'Sat',
    sunday: 'Sun',
  },
  from: 'From',
  to: 'To',
  clock: 'On the clock of',
  clocks: { recipient: 'Each recipient', workspace: 'The workspace' },
  windowSays: icu<{ days: string; from: string; to: string; clock: string }>(
    'Messages leave {days} from {from} to {to}, on {clock, select, workspace {the clock of the workspace} other {the clock of each recipient}}. Those due at other hours wait for the next opening.',
  ),
  everyDay: 'every day',
  quietSays: icu<{ from: string; to: string }>(
    'Quiet hours of the workspace are from {from} to {to} on the clock of each person: messages due then wait for their end.',
  ),
  windowWrong: 'Choose a day, and an end after the beginning.',
  localSays: icu<{ when: string }>('Each person gets it when their clock shows {when}.'),
  confirmLocal: icu<{ subject: string; when: string }>(
    '“{subject}” reaches each person when their clock shows {when}. Who gets it is fixed when the first clock on earth shows that time.',
  ),
  scheduledLocal: icu<{ when: string }>('Scheduled for {when} on each clock'),
};
