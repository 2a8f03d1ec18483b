'use client';

import { ApiError } from '@dundun/client';
import { SearchX } from 'lucide-react';
import Link from 'next/link';
import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { BackLink } from '@/components/ui/back-link';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { PageHeader } from '@/components/ui/page-header';
import { PageSkeleton } from '@/components/ui/page-skeleton';
import { Segmented } from '@/components/ui/segmented';
import { Ledger } from '@/features/consents/ledger';
import { Page } from '@/features/shell/shell';
import { useTitle } from '@/lib/use-title';
import { Activity } from './activity/activity';
import { Overview } from './overview';
import { callName, reach } from './person-name';
import { PersonActions } from './person-actions';
import { usePerson, type Person } from './queries';
import { words } from './words';

const TABS = ['overview', 'activity', 'consent'] as const;
const parsers = { uid: parseAsString, tab: parseAsStringLiteral(TABS).withDefault('overview') };

/** One person: who they are, what they did, what they agreed to. */
export function ProfilePage() {
  const [{ uid }] = useQueryStates(parsers);
  return <Page>{uid ? <Loaded key={uid} uid={uid} /> : <Unknown />}</Page>;
}

function Loaded({ uid }: { uid: string }) {
  const query = usePerson(uid);
  const { data: person, error, isFetching, refetch } = query;
  useTitle(person && callName(person, person.uid));
  if (error instanceof ApiError && error.status === 404) return <Unknown />;
  if (!person && error) return <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />;
  if (!person) return <PageSkeleton />;
  return (
    <>
      <PageHeader
        title={<span dir="auto">{callName(person, person.uid)}</span>}
        text={<Reach person={person} />}
        above={<BackLink href="/people" label={words.back} />}
      >
        <PersonActions person={person} />
      </PageHeader>
      <Tabs person={person} />
    </>
  );
}

const Reach = ({ person }: { person: Person }) => (
  <span className="flex flex-wrap gap-x-3">
    {reach(person).map((way) => (
      <span key={way} className="min-w-0 break-all">
        {way}
      </span>
    ))}
    <span className="min-w-0 font-mono text-xs leading-5 break-all">{person.uid}</span>
  </span>
);

function Tabs({ person }: { person: Person }) {
  const [{ tab }, set] = useQueryStates(parsers, { history: 'push' });
  const options = TABS.map((value) => ({ value, label: words[value] }));
  return (
    <>
      <div className="mb-4 flex">
        <Segmented label={words.tabs} value={tab} options={options} onChange={(next) => void set({ tab: next })} />
      </div>
      {tab === 'overview' && <Overview person={person} />}
      {tab === 'activity' && <Activity uid={person.uid} />}
      {tab === 'consent' && <Ledger uid={person.uid} />}
    </>
  );
}

const Unknown = () => (
  <EmptyState icon={SearchX} title={words.unknownTitle} text={words.unknownText}>
    <Button asChild variant="outline">
      <Link href="/people">{words.back}</Link>
    </Button>
  </EmptyState>
);
