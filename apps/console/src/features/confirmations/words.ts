import { icu } from '@/lib/icu';

export const words = {
  title: 'Confirmations',
  waiting: icu<{ n: number }>(
    '{n, plural, =0 {Everyone who is pending was asked to confirm} one {# person is pending and was never asked to confirm} other {# people are pending and were never asked to confirm}}',
  ),
  waitingMany: 'Over 100,000 people are pending',
  waitingText: 'People who are imported or added in bulk get no mail. Ask them when you are ready.',
  action: 'Ask to confirm',
  askTitle: 'Ask pending people to confirm?',
  askText: icu<{ n: number }>(
    '{n, plural, one {# person gets} other {# people get}} one mail with a link that confirms the subscription. People who were asked before are left out.',
  ),
  askTextMany:
    'Each person gets one mail with a link that confirms the subscription. People who were asked before are left out.',
  perHour: 'Mails per hour',
  perHourHint: 'A slow start protects your sender reputation.',
  takes: icu<{ duration: string }>('Takes about {duration}.'),
  minutes: icu<{ n: number }>('{n, plural, one {# minute} other {# minutes}}'),
  hours: icu<{ n: number }>('{n, plural, one {# hour} other {# hours}}'),
  days: icu<{ n: number }>('{n, plural, one {# day} other {# days}}'),
  start: 'Start asking',
  close: 'Cancel',
  running: icu<{ n: number }>('Asking people to confirm, {n, number} an hour'),
  paused: 'Asking people to confirm is paused',
  over: 'Asked people to confirm',
  pause: 'Pause',
  resume: 'Resume',
  cancel: 'Stop',
  cancelTitle: 'Stop asking?',
  cancelText: 'Mails that were sent stay sent. You can ask the others later.',
  result: icu<{ mailed: number; not: number }>(
    '{mailed, plural, one {# mail} other {# mails}} sent{not, plural, =0 {} one {, # person not mailed: no longer pending, or asked too often today} other {, # people not mailed: no longer pending, or asked too often today}}.',
  ),
};
