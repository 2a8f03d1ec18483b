'use client';

import { Plug, Plus } from 'lucide-react';
import dynamic from 'next/dynamic';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { PageHeader } from '@/components/ui/page-header';
import { Skeleton } from '@/components/ui/skeleton';
import { useUrlDialog } from '@/lib/use-url-dialog';
import { May } from '@/features/session/may';
import { Page } from '@/features/shell/shell';
import { EmailRoutes } from './email-routes';
import { IntegrationCard } from './integration-card';
import { useIntegrations, useProviders, type IntegrationView, type ProviderView } from './queries';
import { titleOf } from './titles';
import { words } from './words';

const ConnectDialog = dynamic(() => import('./connect-dialog').then(({ ConnectDialog: loaded }) => loaded));

export function ProvidersPage() {
  const [connecting, setConnecting] = useUrlDialog('connect');
  const catalogue = useProviders();
  const connected = useIntegrations();
  const error = catalogue.error ?? connected.error;
  const retry = () => void Promise.all([catalogue.refetch(), connected.refetch()]);
  const open = () => setConnecting(true);
  return (
    <Page>
      <PageHeader title={words.title} text={words.text}>
        <ConnectButton onClick={open} />
      </PageHeader>
      {catalogue.data && connected.data ? (
        <Connected providers={catalogue.data.data} integrations={connected.data.data} onConnect={open} />
      ) : error ? (
        <ErrorState error={error} onRetry={retry} retrying={catalogue.isFetching || connected.isFetching} />
      ) : (
        <Waiting />
      )}
      {connecting && catalogue.data && (
        <ConnectDialog providers={catalogue.data.data} onClose={() => setConnecting(false)} />
      )}
    </Page>
  );
}

interface ConnectedProps {
  providers: ProviderView[];
  integrations: IntegrationView[];
  onConnect: () => void;
}

/** The inbox stands in for SMS sources without a provider; it needs no card of its own. */
function Connected({ providers, integrations, onConnect }: ConnectedProps) {
  const accounts = integrations.filter(({ provider }) => provider !== 'inbox');
  const captured = integrations.length - accounts.length;
  const forEmail = accounts.filter(({ channel }) => channel === 'email');
  const titles = new Map(forEmail.map((each) => [each.id, titleOf(each, providers)]));
  return (
    <>
      {accounts.length === 0 ? (
        <EmptyState icon={Plug} title={words.emptyTitle} text={words.emptyText}>
          <ConnectButton onClick={onConnect} />
        </EmptyState>
      ) : (
        <ul aria-label={words.title} className="grid gap-4">
          {accounts.map((integration) => (
            <IntegrationCard
              key={integration.id}
              integration={integration}
              provider={providers.find(({ name }) => name === integration.provider)}
              title={titleOf(integration, providers)}
            />
          ))}
        </ul>
      )}
      {captured > 0 && <p className="mt-4 text-[13px] text-muted">{words.captured(captured)}</p>}
      <EmailRoutes integrations={forEmail} titles={titles} />
    </>
  );
}

const Waiting = () => (
  <div className="grid gap-4" aria-busy="true">
    <Skeleton className="h-28 w-full rounded-xl" />
    <Skeleton className="h-28 w-full rounded-xl" />
  </div>
);

const ConnectButton = ({ onClick }: { onClick: () => void }) => (
  <May call="connectIntegration">
    <Button onClick={onClick}>
      <Plus /> {words.connect}
    </Button>
  </May>
);
