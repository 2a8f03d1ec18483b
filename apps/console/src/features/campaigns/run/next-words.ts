import { icu } from '@/lib/icu';

/** What comes after a campaign. */
export const words = {
  title: 'What next',
  text: 'Each makes a draft. People who unsubscribed or were suppressed since then are left out.',
  write: 'Write',
  resend: 'Resend',
  steps: {
    arrived: 'Write to those who got it',
    opened: 'Write to those who opened it',
    clicked: 'Write to those who clicked',
    not_opened: 'Resend to those who did not open',
    not_reached: 'Resend to those who were not reached',
  },
  notes: {
    arrived: icu<{ n: number }>('{n, plural, one {# message} other {# messages}} arrived'),
    opened: icu<{ n: number }>('{n, plural, one {# message} other {# messages}} opened by people'),
    clicked: icu<{ n: number }>('{n, plural, one {# message} other {# messages}} with a click'),
    not_opened: icu<{ n: number }>(
      'The same content under another subject. {n, plural, =0 {} one {# open that may be a machine’s is left out.} other {# opens that may be machines’ are left out.}}',
    ),
    not_reached: icu<{ n: number }>('The same content, to those whose message was given up.'),
  },
  made: 'Draft created',
  retry: 'Try failed messages again…',
  retryTitle: 'Try messages again',
  retryText: 'The same campaign, with the same content, to these people alone.',
  counting: 'Counting…',
  nothing: 'Nobody can be tried again: what failed was refused for good.',
  unknown: icu<{ n: number }>('{n, plural, one {# person} other {# people}}: it is not known whether it arrived'),
  unknownText: 'People who have it already get it a second time.',
  notReached: icu<{ n: number }>('{n, plural, one {# person} other {# people}}: it was given up'),
  notReachedText: 'A full mailbox or a provider that failed. Nobody gets it twice.',
  confirm: icu<{ n: number }>('Send to {n, plural, one {# person} other {# people}} again'),
  retried: 'Sending again',
  follows: {
    arrived: 'Everybody who got {name}',
    opened: 'Everybody who opened {name}',
    clicked: 'Everybody who clicked in {name}',
    not_opened: 'Everybody who got {name} and did not open it',
    not_opened_or_unknown: 'Everybody who got {name} and is not known to have opened it',
    not_reached: 'Everybody whom {name} did not reach for now',
  } as Record<string, string>,
  followsHint: 'Fixed when it starts. To write to others, make another campaign.',
  other: 'another campaign',
};
