'use client';

import { useMemo } from 'react';
import { DataTable, DataTableSkeleton } from '@/components/table/data-table';
import { ErrorState } from '@/components/ui/error-state';
import { PageHeader } from '@/components/ui/page-header';
import { May } from '@/features/session/may';
import { Page } from '@/features/shell/shell';
import { useShell } from '@/features/shell/shell-context';
import { columnsOf } from './columns';
import { Invitations } from './invitations';
import { InviteButton } from './invite-button';
import { useMembers } from './queries';
import { words } from './words';

/** Who signs in to the workspace; admins invite, change and remove. */
export function TeamPage() {
  return (
    <Page>
      <PageHeader title={words.title} text={words.text}>
        <May call="inviteInvitation">
          <InviteButton />
        </May>
      </PageHeader>
      <Members />
      <May call="listInvitations">
        <Invitations />
      </May>
    </Page>
  );
}

function Members() {
  const { data, error, isFetching, refetch } = useMembers();
  const { id, role } = useShell().session.member;
  const columns = useMemo(
    () =>
      columnsOf(id, (member) => role === 'owner' || (role === 'admin' && member.role !== 'owner'), role === 'owner'),
    [id, role],
  );
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />;
  if (!data) return <DataTableSkeleton caption={words.members} rows={3} />;
  return <DataTable caption={words.members} columns={columns} rows={data.data} rowId={(member) => member.id} />;
}
