import { icu } from '@/lib/icu';

export const words = {
  title: 'Deliverability',
  text: icu<{ days: number }>(
    'How your mail of the last {days} days fared at mailbox providers, and what to do about it.',
  ),
  emptyTitle: 'No mail yet',
  emptyText: 'Once mail was sent, this page shows where it arrives and where it does not.',
  numbers: 'Numbers',
  sent: 'Sent',
  bounced: 'Bounced',
  bouncedMeaning: 'Mail that was handed over and came back, of what was sent. Keep it below 2%.',
  complained: 'Reported as spam',
  complainedMeaning:
    'Reports that mailbox providers pass on, of what arrived. Keep it below 0.1%. Gmail does not pass them on.',
  deferred: 'Delayed',
  deferredMeaning: 'Mail that took more than one attempt, mostly because a mailbox provider asked for less.',
  clicked: 'Clicked',
  clickedMeaning:
    'Tracked mail in which a person followed a link, of what arrived at people who do not refuse tracking.',
  byMailbox: 'By mailbox provider',
  mailbox: 'Mailbox provider',
  noMail: 'No mail in these days.',
  todo: 'What to do',
  nothing: 'Nothing to do: the records are right and the numbers are good.',
  unknownDomain: 'This domain is not among your sending domains, so its records are not checked.',
  severities: { act: 'Act now', watch: 'Watch' } as Record<string, string>,
  records: 'Records',
  recordNames: { dkim: 'DKIM', spf: 'SPF', dmarc: 'DMARC' },
  statuses: {
    ok: 'right',
    missing: 'missing',
    different: 'different',
    error: 'no answer',
  } as Record<string, string>,
  unchecked: 'not checked',
  policy: icu<{ policy: string }>('p={policy}'),
  aligned: icu<{ share: string; n: string }>('{share} of {n} reported messages passed DMARC'),
  open: 'Open domain',
};
