import { toast } from '@/lib/toast';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { Ago } from '@/components/ui/moment';
import { Switch } from '@/components/ui/switch';
import { Health } from './health';
import { Logo } from './logo';
import { IntegrationMenu } from './integration-menu';
import { useSwitch, useTest, type IntegrationView, type ProviderView } from './queries';
import { words } from './words';

interface IntegrationCardProps {
  integration: IntegrationView;
  provider: ProviderView | undefined;
  title: string;
}

const fail = toast.failure;

export function IntegrationCard({ integration, provider, title }: IntegrationCardProps) {
  const { channel, enabled, failing_since: failingSince, tested_at: testedAt, webhook_url: webhook } = integration;
  const test = useTest(integration.id);
  const turn = useSwitch(integration.id);
  const tell = ({ ok, detail, unchecked }: { ok: boolean; detail: string | null; unchecked: string | null }) =>
    void (ok
      ? toast.success(words.testOk(title), { description: unchecked ?? undefined })
      : toast.error(words.testFailed(title), { description: detail ?? undefined }));
  return (
    <li className="min-w-0 rounded-xl border bg-surface shadow-shade">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 px-5 py-4">
        <Logo name={integration.provider} title={provider?.title ?? title} />
        <div className="min-w-0 flex-1 basis-52">
          <h3 className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium">
            <span className="break-words">{title}</span>
            <Health integration={integration} />
          </h3>
          <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-[13px] text-muted">
            <Badge>{words.channels[channel]}</Badge>
            {provider && provider.title !== title && <span>{provider.title}</span>}
            {testedAt && (
              <span>
                {words.tested} <Ago at={testedAt} />
              </span>
            )}
          </p>
        </div>
        <div className="flex items-center gap-2.5">
          <Button
            variant="outline"
            size="sm"
            busy={test.isPending}
            onClick={() => test.mutate(undefined, { onSuccess: tell, onError: fail })}
          >
            {words.test}
          </Button>
          <Switch
            checked={enabled}
            onCheckedChange={(next) => turn.mutate(next, { onError: fail })}
            aria-label={words.enabled(title)}
          />
          {provider && <IntegrationMenu integration={integration} provider={provider} title={title} />}
        </div>
      </div>
      {failingSince && (
        <p role="status" className="border-t bg-danger-tint px-5 py-3 text-[13px] break-words text-danger">
          {words.failingSince} <Ago at={failingSince} />
          {integration.failure && `: ${integration.failure}`}
        </p>
      )}
      {!failingSince && integration.unchecked && (
        <p className="border-t px-5 py-3 text-[13px] break-words text-muted">
          {words.uncheckedIntro} {integration.unchecked}
        </p>
      )}
      {webhook && <Webhook url={webhook} title={title} />}
    </li>
  );
}

const Webhook = ({ url, title }: { url: string; title: string }) => (
  <div className="border-t px-5 py-3.5 text-[13px]">
    <p className="text-muted">{words.webhookHint}</p>
    <p className="mt-2 flex items-center gap-1 rounded-lg bg-sunken py-0.5 pr-0.5 pl-3">
      <code className="min-w-0 flex-1 truncate font-mono text-xs" title={url}>
        {url}
      </code>
      <CopyButton text={url} label={words.copyWebhook(title)} className="hover:bg-line/60!" />
    </p>
  </div>
);
