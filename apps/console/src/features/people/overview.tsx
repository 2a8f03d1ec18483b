import Link from 'next/link';
import type { ReactNode } from 'react';
import { Day, Ago } from '@/components/ui/moment';
import { NumberTile } from '@/components/ui/number-tile';
import { Panel } from '@/components/ui/panel';
import { useSegments } from '@/features/segments/queries';
import { May } from '@/features/session/may';
import { useLists } from '@/features/lists/queries';
import { count } from '@/lib/format';
import { Attributes } from './attributes';
import { profilePath } from './person-name';
import type { Person } from './queries';
import { TrackingFact } from './tracking-fact';
import { words } from './words';

/** What is known about a person, beside the numbers of their messages. */
export const Overview = ({ person }: { person: Person }) => (
  <div className="grid gap-4">
    <section aria-label={words.engagement} className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <NumberTile label={words.delivered} value={count(person.stats.delivered)} />
      <NumberTile label={words.failed} value={count(person.stats.failed)} />
      <NumberTile label={words.opened} value={count(person.stats.unique_opens)} meaning={words.openedMeaning} />
      <NumberTile label={words.clicked} value={count(person.stats.unique_clicks)} meaning={words.clickedMeaning} />
    </section>
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <Attributes person={person} />
      <div className="grid gap-4">
        <Facts person={person} />
        <Memberships person={person} />
        <May call="listSegments">
          <Segments person={person} />
        </May>
        {person.accounts.length > 0 && <Accounts person={person} />}
        {person.devices.length > 0 && <Devices person={person} />}
      </div>
    </div>
  </div>
);

const Facts = ({ person }: { person: Person }) => (
  <Panel title={words.one}>
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5 px-4 py-3 text-[13px]">
      <dt className="text-muted">{words.known}</dt>
      <dd>
        <Day at={person.created_at} />
      </dd>
      <dt className="text-muted">{words.lastSeen}</dt>
      <dd>{person.last_interaction ? <Ago at={person.last_interaction} /> : words.never}</dd>
      <dt className="text-muted">{words.uid}</dt>
      <dd className="font-mono text-xs leading-5 break-all">{person.uid}</dd>
      <TrackingFact person={person} />
      {person.marketing_paused_until !== null && (
        <>
          <dt className="text-muted" title={words.marketingMeaning}>
            {words.marketing}
          </dt>
          <dd>
            {words.pausedUntil} <Day at={person.marketing_paused_until} />
          </dd>
        </>
      )}
    </dl>
  </Panel>
);

function Memberships({ person }: { person: Person }) {
  const { data: lists = [] } = useLists();
  const titles = new Map(lists.map(({ id, title }) => [id, title]));
  return (
    <Panel title={words.memberships}>
      {person.lists.length === 0 && <Nothing>{words.noLists}</Nothing>}
      <ul className="divide-y">
        {person.lists.map(({ id, subscribed }) => (
          <li key={id} className="flex items-center justify-between gap-4 px-4 py-2 text-[13px]">
            {titles.has(id) ? (
              <Link
                href={`/lists/${encodeURIComponent(id)}`}
                dir="auto"
                className="min-w-0 truncate font-medium hover:underline hover:underline-offset-4"
              >
                {titles.get(id)}
              </Link>
            ) : (
              <span className="text-muted">{words.unknownList}</span>
            )}
            <span className="shrink-0 text-muted">{subscribed ? words.subscribed : words.notSubscribed}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Segments({ person }: { person: Person }) {
  const { data: segments = [] } = useSegments();
  const within = new Set(person.segments.map(({ id }) => id));
  const theirs = segments.filter(({ id }) => within.has(id));
  return (
    <Panel title={words.segments}>
      {theirs.length === 0 && <Nothing>{words.noSegments}</Nothing>}
      <ul className="divide-y">
        {theirs.map(({ id, name }) => (
          <li key={id} className="px-4 py-2 text-[13px]">
            <Link
              href={`/segments/${encodeURIComponent(id)}`}
              prefetch={false}
              dir="auto"
              className="block truncate font-medium hover:underline hover:underline-offset-4"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const Accounts = ({ person }: { person: Person }) => (
  <Panel title={words.accounts}>
    <ul className="divide-y">
      {person.accounts.map(({ id, role }) => (
        <li key={id} className="flex items-center justify-between gap-4 px-4 py-2 text-[13px]">
          <Link href={profilePath(id)} className="min-w-0 truncate font-medium hover:underline">
            {id}
          </Link>
          <span className="text-muted">{role}</span>
        </li>
      ))}
    </ul>
  </Panel>
);

const Devices = ({ person }: { person: Person }) => (
  <Panel title={words.devices}>
    <ul className="divide-y">
      {person.devices.map(({ token, platform, verified }) => (
        <li key={token} className="flex items-center justify-between gap-4 px-4 py-2 text-[13px]">
          <span className="min-w-0 truncate font-mono text-xs" title={token}>
            {token}
          </span>
          <span className="shrink-0 text-muted">
            {[platform, verified === false && words.unverified].filter(Boolean).join(' · ')}
          </span>
        </li>
      ))}
    </ul>
  </Panel>
);

const Nothing = ({ children }: { children: ReactNode }) => (
  <p className="px-4 py-3 text-[13px] text-muted">{children}</p>
);
