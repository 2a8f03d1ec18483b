'use client';

import { ErrorState } from '@/components/ui/error-state';
import { PageHeader } from '@/components/ui/page-header';
import { Skeleton } from '@/components/ui/skeleton';
import { Page } from '@/features/shell/shell';
import { PasswordPanel } from './password-panel';
import { ProfilePanel } from './profile-panel';
import { useMe } from './queries';
import { SessionsPanel } from './sessions-panel';
import { TwoFactorPanel } from './two-factor-panel';
import { words } from './words';

/** How the signed-in person signs in. */
export const AccountPage = () => (
  <Page isNarrow>
    <PageHeader title={words.title} text={words.text} />
    <Account />
  </Page>
);

function Account() {
  const { data, error, isFetching, refetch } = useMe();
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />;
  if (!data) return <Skeleton className="h-96 w-full rounded-xl" />;
  return (
    <div className="grid gap-6">
      <TwoFactorPanel me={data} />
      <ProfilePanel me={data} />
      <PasswordPanel me={data} />
      <SessionsPanel />
    </div>
  );
}
