import { count } from '@/lib/format';
import { plural } from '@/lib/plural';

export const words = {
  title: 'Who sends in your name',
  text: (days: number) => `What mailbox providers reported about the last ${days} days (DMARC).`,
  off: 'This installation receives no mail (INBOUND_SMTP_PORT is not set), so reports can’t be shown here.',
  unpublished: 'Reports don’t come here yet. Add this address to rua in the DMARC record of the domain:',
  copy: 'Copy the address for reports',
  messages: 'Messages reported',
  passed: 'Passed DMARC',
  passedMeaning: 'Signed by your domain (DKIM) or sent from a server that it names (SPF).',
  sources: 'Sending servers',
  source: 'Server',
  number: 'Messages',
  passedShort: 'Passed',
  dkim: 'DKIM',
  spf: 'SPF',
  action: 'Policy',
  reportedBy: 'Reported by',
  as: (domains: string[]) => `as ${domains.join(', ')}`,
  actions: (quarantined: number, rejected: number) =>
    [
      ...(quarantined > 0 ? [`${count(quarantined)} to spam`] : []),
      ...(rejected > 0 ? [`${count(rejected)} rejected`] : []),
    ].join(', ') || 'none',
  reporter: (name: string, reports: number, domains: string[]) =>
    `${name} (${plural(reports, 'report', 'reports')}${domains.length > 0 ? `, mailed from ${domains.join(', ')}` : ''})`,
  reporters: 'Reports came from',
  caveat: 'Anyone can mail such a report, so trust those from mailbox providers you know.',
};
