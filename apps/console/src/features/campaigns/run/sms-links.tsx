import { Panel } from '@/components/ui/panel';
import { count } from '@/lib/format';
import { words } from '../words';
import type { CampaignReport } from './report-queries';

/** How many people clicked each short link. */
export function SmsLinks({ links }: { links: CampaignReport['links'] }) {
  return (
    <div className="mb-4">
      <Panel title={words.sms.links}>
        {links.length === 0 ? (
          <p className="px-4 py-6 text-[13px] text-muted">{words.sms.noLinks}</p>
        ) : (
          <table className="w-full text-[13px] tabular-nums">
            <tbody>
              {links.map(({ content, number, url, clicked }) => (
                <tr key={`${content} ${number}`} className="border-b last:border-0">
                  <th scope="row" className="max-w-0 truncate px-4 py-2 text-left font-normal" title={url ?? ''}>
                    {url}
                  </th>
                  <td className="w-24 px-4 py-2 text-right">{count(clicked)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Panel>
    </div>
  );
}
