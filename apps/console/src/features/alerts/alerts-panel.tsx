'use client';

import { TextField } from '@/components/form/fields';
import { Form } from '@/components/form/form';
import { Button } from '@/components/ui/button';
import { Panel } from '@/components/ui/panel';
import { toast } from '@/lib/toast';
import { useAlerts, useSetAlerts, useTestAlerts } from './queries';
import { words } from './words';

/** The chat in which the workspace is alerted. Its address is a secret and never shown. */
export function AlertsPanel() {
  const { data } = useAlerts();
  const set = useSetAlerts();
  if (!data) return null;
  const { host, failure } = data;
  const save = async ({ url }: { url: string }) => {
    await set.mutateAsync(url.trim());
    toast.success(words.saved);
  };
  return (
    <Panel title={words.title}>
      <div className="grid gap-4 px-5 py-4">
        <p className="text-[13px] text-muted">{words.text}</p>
        <p className="text-sm">{host === null ? words.off : words.on({ host })}</p>
        {failure !== null && (
          <p className="rounded-lg bg-danger-tint px-3 py-2.5 text-sm text-danger">{words.failing({ failure })}</p>
        )}
        <Form key={host} initial={{ url: '' }} submit={host === null ? words.save : words.replace} save={save}>
          <TextField
            name="url"
            label={words.url}
            hint={words.urlHint}
            type="url"
            required
            placeholder="https://hooks.slack.com/services/…"
            autoComplete="off"
            spellCheck={false}
          />
        </Form>
        {host !== null && <Steps />}
      </div>
    </Panel>
  );
}

function Steps() {
  const set = useSetAlerts();
  const test = useTestAlerts();
  const say = ({ delivered, error }: { delivered: boolean; error: string | null }) =>
    delivered ? toast.success(words.testOk) : toast.error(words.testFailed, { description: error ?? undefined });
  return (
    <div className="flex flex-wrap gap-2 border-t pt-4">
      <Button
        variant="outline"
        busy={test.isPending}
        onClick={() => test.mutate(undefined, { onSuccess: say, onError: toast.failure })}
      >
        {words.test}
      </Button>
      <Button
        variant="ghost"
        busy={set.isPending}
        onClick={() => set.mutate(null, { onSuccess: () => toast.success(words.removed), onError: toast.failure })}
      >
        {words.remove}
      </Button>
    </div>
  );
}
