'use client';

import { ScrollText } from 'lucide-react';
import Link from 'next/link';
import { parseAsString, useQueryStates } from 'nuqs';
import { BackLink } from '@/components/ui/back-link';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { Page } from '@/features/shell/shell';
import { Ledger } from './ledger';
import { words } from './words';

/**
 * The consent history of a person. Like events, it takes the uid from the query: a uid may contain characters that a
 * path cannot.
 */
export function ConsentsPage() {
  const [{ uid, list }] = useQueryStates({ uid: parseAsString, list: parseAsString });
  const back = list ? (
    <BackLink href={`/lists/${encodeURIComponent(list)}`} label={words.backToList} />
  ) : (
    <BackLink href="/lists" label={words.backToLists} />
  );
  return (
    <Page>
      <PageHeader title={words.title} text={words.text} above={back}>
        {uid && <code className="max-w-full truncate rounded-lg bg-sunken px-3 py-1.5 font-mono text-xs">{uid}</code>}
      </PageHeader>
      {uid ? <Ledger key={uid} uid={uid} /> : <NoPersonChosen />}
    </Page>
  );
}

const NoPersonChosen = () => (
  <EmptyState icon={ScrollText} title={words.noPersonTitle} text={words.noPersonText}>
    <Button asChild variant="outline">
      <Link href="/lists">{words.backToLists}</Link>
    </Button>
  </EmptyState>
);
