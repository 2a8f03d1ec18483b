'use client';

import { useMemo } from 'react';
import { Panel } from '@/components/ui/panel';
import { Skeleton } from '@/components/ui/skeleton';
import { count } from '@/lib/format';
import type { Campaign } from '../queries';
import { languageName } from '../draft/languages';
import { clickMapDocument } from './click-map-document';
import { useClickMap, type CampaignReport } from './report-queries';
import { LinkTarget } from './link-target';
import { words } from './report-words';

/** The links of the mail with their clicks, on the mail and as a table. */
export function ClickMap({ campaign, links }: { campaign: Campaign; links: CampaignReport['links'] }) {
  const { data } = useClickMap(campaign);
  const document = useMemo(
    () =>
      data?.html
        ? clickMapDocument(
            data.html,
            links.filter(({ content }) => content === data.content),
            location.origin,
          )
        : null,
    [data, links],
  );
  return (
    <div className="mb-4 grid gap-4 lg:grid-cols-2">
      {document !== null && (
        <Panel title={words.clickMap}>
          <p className="border-b px-4 py-2 text-[13px] text-muted">{words.clickMapText}</p>
          <iframe
            title={words.frame}
            sandbox=""
            referrerPolicy="no-referrer"
            srcDoc={document}
            tabIndex={0}
            style={{ colorScheme: 'light' }}
            className="block h-96 w-full bg-white"
          />
        </Panel>
      )}
      {!data && <Skeleton className="h-96!" />}
      <Panel title={words.links}>
        {links.length === 0 ? (
          <p className="px-4 py-6 text-[13px] text-muted">{campaign.track_clicks ? words.noLinks : words.untracked}</p>
        ) : (
          <Links id={campaign.id} links={links} />
        )}
      </Panel>
    </div>
  );
}

const Links = ({ id, links }: Pick<CampaignReport, 'links'> & { id: string }) => (
  <table className="w-full table-fixed text-[13px] tabular-nums">
    <thead>
      <tr className="border-b text-xs text-muted">
        <th scope="col" className="px-4 py-2 text-left font-medium">
          {words.link}
        </th>
        <th scope="col" className="w-20 px-2 py-2 text-right font-medium">
          {words.people}
        </th>
        <th scope="col" className="w-28 px-4 py-2 text-right font-medium">
          {words.machines}
        </th>
      </tr>
    </thead>
    <tbody>
      {links.map((link) => (
        <tr key={`${link.content} ${link.number}`} className="border-b last:border-0">
          <th scope="row" className="px-4 py-2 text-left font-normal">
            <LinkTarget id={id} link={link} />
            {link.language !== null && <span className="text-xs text-muted">{languageName(link.language)}</span>}
          </th>
          <td className="px-2 py-2 text-right font-medium">{count(link.clicked)}</td>
          <td className="px-4 py-2 text-right text-muted">{count(link.clicked_by_machine)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
