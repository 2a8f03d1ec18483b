import { Panel } from '@/components/ui/panel';
import { count } from '@/lib/format';
import { words } from '../words';
import { LinkTarget } from './link-target';
import type { CampaignReport } from './report-queries';

/** How many people clicked each short link. */
export function SmsLinks({ id, links }: { id: string; links: CampaignReport['links'] }) {
  return (
    <div className="mb-4">
      <Panel title={words.sms.links}>
        {links.length === 0 ? (
          <p className="px-4 py-6 text-[13px] text-muted">{words.sms.noLinks}</p>
        ) : (
          <table className="w-full text-[13px] tabular-nums">
            <tbody>
              {links.map((link) => (
                <tr key={`${link.content} ${link.number}`} className="border-b last:border-0">
                  <th scope="row" className="max-w-0 px-4 py-2 text-left font-normal">
                    <LinkTarget id={id} link={link} />
                  </th>
                  <td className="w-24 px-4 py-2 text-right">{count(link.clicked)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Panel>
    </div>
  );
}
