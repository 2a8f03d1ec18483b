import { Panel } from '@/components/ui/panel';
import { mailboxName } from '@/features/deliverability/mailbox-name';
import { count, percent } from '@/lib/format';
import type { CampaignReport, MailFigures } from './report-queries';
import { words } from './report-words';

const COLUMNS = [
  [words.opened, 'opened'],
  [words.clicked, 'clicked'],
  [words.bounced, 'bounced'],
  [words.unsubscribed, 'unsubscribed'],
  [words.complained, 'complained'],
] as const satisfies [string, keyof MailFigures][];

const head = 'px-4 py-2 text-right text-xs font-medium text-muted whitespace-nowrap';

/** Returns what a number is a share of: opens and clicks only of what is tracked. */
function wholeOf({ sent, arrived, tracking_refused: refused }: MailFigures, figure: keyof MailFigures): number {
  if (figure === 'bounced') return sent;
  return figure === 'opened' || figure === 'clicked' ? arrived - refused : arrived;
}

/** The numbers by the provider of the mailboxes. */
export function Mailboxes({ mailboxes }: Pick<CampaignReport, 'mailboxes'>) {
  return (
    <div className="mb-4">
      <Panel title={words.mailboxes}>
        {mailboxes.length === 0 ? (
          <p className="px-4 py-6 text-[13px] text-muted">{words.nothingYet}</p>
        ) : (
          <div tabIndex={0} role="group" aria-label={words.mailboxes} className="overflow-x-auto">
            <table className="w-full text-[13px] tabular-nums">
              <thead>
                <tr className="border-b">
                  <th scope="col" className={`${head} text-left!`}>
                    {words.mailbox}
                  </th>
                  <th scope="col" className={head}>
                    {words.arrived}
                  </th>
                  {COLUMNS.map(([name]) => (
                    <th key={name} scope="col" className={head}>
                      {name}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {mailboxes.map((row) => (
                  <tr key={row.mailbox} className="border-b last:border-0">
                    <th scope="row" className="px-4 py-2 text-left font-normal">
                      {mailboxName(row.mailbox)}
                    </th>
                    <td className="px-4 py-2 text-right">{count(row.arrived)}</td>
                    {COLUMNS.map(([name, figure]) => {
                      const whole = wholeOf(row, figure);
                      return (
                        <td key={name} className="px-4 py-2 text-right whitespace-nowrap">
                          {count(row[figure])}{' '}
                          <span className="text-muted">{percent(whole > 0 ? row[figure] / whole : 0)}</span>
                        </td>
                      );
                    })}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Panel>
    </div>
  );
}
