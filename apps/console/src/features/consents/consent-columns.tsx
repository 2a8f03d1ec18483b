import type { ChannelStatus } from '@dundun/domain';
import type { Column } from '@/components/table/columns';
import { Badge } from '@/components/ui/badge';
import { words } from './words';

interface Consenting {
  email_status: ChannelStatus | null;
  sms_status: ChannelStatus | null;
}

export const CONSENT_COLUMNS = ['email-consent', 'sms-consent'];

/** What people of one list agreed to, channel by channel. */
export const consentColumns = <Row extends Consenting>(): Column<Row>[] => [
  {
    id: 'email-consent',
    header: words.emailConsent,
    cell: ({ row }) => <State status={row.original.email_status} />,
    meta: { label: words.emailConsent, className: 'hidden whitespace-nowrap lg:table-cell' },
  },
  {
    id: 'sms-consent',
    header: words.smsConsent,
    cell: ({ row }) => <State status={row.original.sms_status} />,
    meta: { label: words.smsConsent, className: 'hidden whitespace-nowrap lg:table-cell' },
  },
];

/** Colour marks who waits and who cannot be written to although they agreed. */
function State({ status }: { status: ChannelStatus | null }) {
  if (status === 'pending') return <Badge tone="wait">{words.channelStates.pending}</Badge>;
  if (status === 'suppressed') return <Badge tone="bad">{words.channelStates.suppressed}</Badge>;
  return <span className="text-muted">{status === null ? words.noConsent : words.channelStates[status]}</span>;
}
