'use client';

import { IdCard, Plus } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useMemo, useState } from 'react';
import { DataTable, DataTableSkeleton } from '@/components/table/data-table';
import { ApiHint } from '@/components/ui/api-hint';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { PageHeader } from '@/components/ui/page-header';
import { useIntegrations, useProviders } from '@/features/providers/queries';
import { titleOf } from '@/features/providers/titles';
import { May } from '@/features/session/may';
import { useMay } from '@/features/session/use-may';
import { Page } from '@/features/shell/shell';
import { useShell } from '@/features/shell/shell-context';
import { createProfileCommand } from '@/lib/commands';
import { useUrlDialog } from '@/lib/use-url-dialog';
import { columnsOf } from './columns';
import { useProfiles, type ProfileView } from './queries';
import { words } from './words';

const ProfileDialog = dynamic(() => import('./profile-dialog').then(({ ProfileDialog: loaded }) => loaded));

/** The named senders of the workspace. */
export function ProfilesPage() {
  const [creating, setCreating] = useUrlDialog('create');
  const [editing, setEditing] = useState<ProfileView>();
  const may = useMay('createSendingProfile');
  const { titles, providerOf } = useConnected();
  const close = () => {
    setEditing(undefined);
    if (creating) setCreating(false);
  };
  return (
    <Page>
      <PageHeader title={words.title} text={words.text}>
        <CreateButton onClick={() => setCreating(true)} />
      </PageHeader>
      <Profiles providerOf={providerOf} onCreate={() => setCreating(true)} onEdit={setEditing} />
      {may && (creating || editing) && <ProfileDialog profile={editing} providers={titles} onClose={close} />}
    </Page>
  );
}

interface ProfilesProps {
  providerOf: (profile: ProfileView) => string | undefined;
  onCreate: () => void;
  onEdit: (profile: ProfileView) => void;
}

function Profiles({ providerOf, onCreate, onEdit }: ProfilesProps) {
  const { data, error, isFetching, refetch } = useProfiles();
  const columns = useMemo(() => columnsOf(providerOf, onEdit), [providerOf, onEdit]);
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />;
  if (!data) return <DataTableSkeleton caption={words.title} rows={3} />;
  if (data.data.length === 0) return <Empty onCreate={onCreate} />;
  return (
    <>
      <DataTable caption={words.title} columns={columns} rows={data.data} rowId={({ id }) => id} />
      {data.data.every((profile) => !profile.is_default) && (
        <p className="mt-4 text-[13px] text-muted">{words.noDefault}</p>
      )}
    </>
  );
}

/** Returns the connected email accounts, and the name of a profile's account, with a fallback while they are loading. */
function useConnected() {
  const catalogue = useProviders().data?.data;
  const connected = useIntegrations().data?.data;
  return useMemo(() => {
    const titled = (connected ?? []).map((each) => ({ ...each, title: titleOf(each, catalogue ?? []) }));
    const providerOf = ({ integration_id: id }: ProfileView) =>
      id === null ? undefined : (titled.find((each) => each.id === id)?.title ?? words.someProvider);
    return { titles: titled.filter(({ channel }) => channel === 'email'), providerOf };
  }, [catalogue, connected]);
}

function Empty({ onCreate }: { onCreate: () => void }) {
  const { publicUrl } = useShell();
  return (
    <EmptyState icon={IdCard} title={words.emptyTitle} text={words.emptyText}>
      <CreateButton onClick={onCreate} />
      <ApiHint label={words.emptyCode} code={createProfileCommand(publicUrl)} />
    </EmptyState>
  );
}

const CreateButton = ({ onClick }: { onClick: () => void }) => (
  <May call="createSendingProfile">
    <Button onClick={onClick}>
      <Plus /> {words.create}
    </Button>
  </May>
);
