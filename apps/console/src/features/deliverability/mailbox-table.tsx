import { count, percent } from '@/lib/format';
import { mailboxName } from './mailbox-name';
import type { MailboxFigures } from './queries';
import { words } from './words';

const sent = (row: MailboxFigures) => row.sent;
const arrived = (row: MailboxFigures) => row.arrived;
/** Clicks are known only of what is tracked. */
const tracked = (row: MailboxFigures) => row.arrived - row.tracking_refused;

const COLUMNS = [
  [words.bounced, 'bounced', sent],
  [words.complained, 'complained', arrived],
  [words.deferred, 'deferred', sent],
  [words.clicked, 'clicked', tracked],
] as const;

const head = 'px-4 py-2 text-right text-xs font-medium text-muted whitespace-nowrap';

/** Mail by mailbox provider, each number with its share. */
export function MailboxTable({ label, rows }: { label: string; rows: readonly MailboxFigures[] }) {
  if (rows.length === 0) return <p className="px-4 py-6 text-[13px] text-muted">{words.noMail}</p>;
  return (
    <div tabIndex={0} role="group" aria-label={label} className="overflow-x-auto">
      <table className="w-full text-[13px] tabular-nums">
        <thead>
          <tr className="border-b">
            <th scope="col" className={`${head} text-left!`}>
              {words.mailbox}
            </th>
            <th scope="col" className={head}>
              {words.sent}
            </th>
            {COLUMNS.map(([name]) => (
              <th key={name} scope="col" className={head}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.mailbox} className="border-b last:border-0">
              <th scope="row" className="px-4 py-2 text-left font-normal">
                {mailboxName(row.mailbox)}
              </th>
              <td className="px-4 py-2 text-right">{count(row.sent)}</td>
              {COLUMNS.map(([name, figure, wholeOf]) => (
                <td key={name} className="px-4 py-2 text-right whitespace-nowrap">
                  {count(row[figure])}{' '}
                  <span className="text-muted">{percent(wholeOf(row) > 0 ? row[figure] / wholeOf(row) : 0)}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
