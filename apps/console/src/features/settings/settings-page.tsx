'use client';

import { ErrorState } from '@/components/ui/error-state';
import { PageHeader } from '@/components/ui/page-header';
import { Skeleton } from '@/components/ui/skeleton';
import { AlertsPanel } from '@/features/alerts/alerts-panel';
import { IdentityPanel } from '@/features/identity/identity-panel';
import { May } from '@/features/session/may';
import { Page } from '@/features/shell/shell';
import { BrandPanel } from '@/features/workspace/brand-panel';
import { DangerPanel } from '@/features/workspace/danger-panel';
import { DeletionNotice } from '@/features/workspace/deletion-notice';
import { FactorPanel } from '@/features/workspace/factor-panel';
import { GeneralPanel } from '@/features/workspace/general-panel';
import { ApprovalPanel } from '@/features/approvals/approval-panel';
import { useWorkspace } from '@/features/workspace/queries';
import { RetentionPanel } from '@/features/workspace/retention-panel';
import { BudgetsPanel } from './budgets-panel';
import { CapsPanel } from './caps-panel';
import { ComplaintsPanel } from './complaints-panel';
import { QuietHoursPanel } from './quiet-hours-panel';
import { RefusedPanel } from './refused-panel';
import { StrictKeysPanel } from './strict-keys-panel';
import { words } from './words';

export const SettingsPage = () => (
  <Page>
    <PageHeader title={words.title} text={words.text} />
    <DeletionNotice />
    <Settings />
  </Page>
);

function Settings() {
  const { data, error, isFetching, refetch } = useWorkspace();
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />;
  if (!data) return <Skeleton className="h-64 w-full rounded-xl" />;
  return (
    <div className="grid max-w-3xl gap-6">
      <May call="updateWorkspace">
        <GeneralPanel workspace={data} />
        <BrandPanel workspace={data} />
        <FactorPanel isRequired={data.require_two_factor} />
        <ApprovalPanel isRequired={data.require_approval} />
        <StrictKeysPanel isStrict={data.strict_public_keys} />
        <IdentityPanel />
        <RefusedPanel />
        <QuietHoursPanel workspace={data} />
        <CapsPanel workspace={data} />
        <ComplaintsPanel stopsAll={data.complaints_stop_all} />
        <BudgetsPanel workspace={data} />
        <AlertsPanel />
        <RetentionPanel workspace={data} />
      </May>
      <DangerPanel workspace={data} />
    </div>
  );
}
