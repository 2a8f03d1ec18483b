'use client';

import { IdCard } from 'lucide-react';
import { useMemo } from 'react';
import { DataTable, DataTableSkeleton } from '@/components/table/data-table';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { PageHeader } from '@/components/ui/page-header';
import { ApiHint } from '@/components/ui/api-hint';
import { Page } from '@/features/shell/shell';
import { useIntegrations, useProviders } from '@/features/providers/queries';
import { titleOf } from '@/features/providers/titles';
import { useShell } from '@/features/shell/shell-context';
import { createProfileCommand, defaultProfileCommand } from '@/lib/commands';
import { columnsOf } from './columns';
import { useProfiles, type ProfileView } from './queries';
import { words } from './words';

export const ProfilesPage = () => (
  <Page>
    <PageHeader title={words.title} text={words.text} />
    <Profiles />
  </Page>
);

function Profiles() {
  const { data, error, isFetching, refetch } = useProfiles();
  const providerOf = useProviderOf();
  const columns = useMemo(() => columnsOf(providerOf), [providerOf]);
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />;
  if (!data) return <DataTableSkeleton caption={words.title} rows={3} />;
  const [first] = data.data;
  if (!first) return <Empty />;
  return (
    <>
      <DataTable caption={words.title} columns={columns} rows={data.data} rowId={({ id }) => id} />
      {data.data.every((profile) => !profile.is_default) && <NoDefault profile={first} />}
    </>
  );
}

/** Returns the names of the accounts, with a fallback while they are loading. */
function useProviderOf() {
  const catalogue = useProviders().data?.data;
  const connected = useIntegrations().data?.data;
  return useMemo(
    () =>
      ({ integration_id: id }: ProfileView) => {
        const account = connected?.find((each) => each.id === id);
        return id === null ? undefined : account ? titleOf(account, catalogue ?? []) : words.someProvider;
      },
    [catalogue, connected],
  );
}

function Empty() {
  const { publicUrl } = useShell();
  return (
    <EmptyState icon={IdCard} title={words.emptyTitle} text={words.emptyText}>
      <ApiHint label={words.emptyCode} code={createProfileCommand(publicUrl)} />
    </EmptyState>
  );
}

function NoDefault({ profile }: { profile: ProfileView }) {
  const { publicUrl } = useShell();
  return (
    <section className="mt-6 grid gap-3 text-sm text-muted">
      <p>{words.noDefault}</p>
      <ApiHint label={words.makeDefault(profile.name)} code={defaultProfileCommand(publicUrl, profile.id)} />
    </section>
  );
}
