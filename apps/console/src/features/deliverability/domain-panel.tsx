import Link from 'next/link';
import { Badge, type Tone } from '@/components/ui/badge';
import { Panel } from '@/components/ui/panel';
import { count, percent } from '@/lib/format';
import { MailboxTable } from './mailbox-table';
import type { DomainDeliverability } from './queries';
import { words } from './words';

const TONES: Record<string, Tone> = { missing: 'wait', different: 'wait', act: 'bad', watch: 'wait' };
const RECORDS = ['dkim', 'spf', 'dmarc'] as const;

/** One sending domain: what to do, its records, its mail by mailbox provider. */
export function DomainPanel({ domain: view }: { domain: DomainDeliverability }) {
  const { domain, id, advice, mailboxes, reported, aligned, policy } = view;
  return (
    <Panel
      title={domain}
      aside={
        id !== null && (
          <Link
            href={`/settings/domains/${encodeURIComponent(id)}`}
            prefetch={false}
            className="text-[13px] font-medium text-primary hover:underline"
          >
            {words.open}
          </Link>
        )
      }
    >
      <div className="grid gap-3 border-b px-4 py-3 text-[13px]">
        <ul aria-label={words.todo} className="grid gap-2">
          {advice.map(({ severity, text }) => (
            <li key={text} className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
              <Badge tone={TONES[severity]}>{words.severities[severity]}</Badge>
              <span className="min-w-56 flex-1">{text}</span>
            </li>
          ))}
          {advice.length === 0 && <li className="text-muted">{id === null ? words.unknownDomain : words.nothing}</li>}
        </ul>
        {id !== null && (
          <p className="flex flex-wrap gap-1.5">
            <span className="sr-only">{words.records}:</span>
            {RECORDS.map((record) => {
              const status = view[record];
              return (
                <Badge key={record} tone={TONES[status ?? '']}>
                  {words.recordNames[record]} {status === null ? words.unchecked : words.statuses[status]}
                  {record === 'dmarc' && policy !== null && `, ${words.policy({ policy })}`}
                </Badge>
              );
            })}
            {reported > 0 && (
              <span className="text-muted">
                {words.aligned({ share: percent(aligned / reported), n: count(reported) })}
              </span>
            )}
          </p>
        )}
      </div>
      <MailboxTable label={`${words.byMailbox}: ${domain}`} rows={mailboxes} />
    </Panel>
  );
}
