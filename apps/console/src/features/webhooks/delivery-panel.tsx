import type { ReactNode } from 'react';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { ErrorState } from '@/components/ui/error-state';
import { Ago } from '@/components/ui/moment';
import { SidePanel } from '@/components/ui/side-panel';
import { Skeleton } from '@/components/ui/skeleton';
import { Json } from '@/features/events/json';
import { May } from '@/features/session/may';
import { fullMoment } from '@/lib/format';
import { toast } from '@/lib/toast';
import { useDelivery, useReplayOne, type DeliveryDetail } from './queries';
import { words } from './words';

interface DeliveryPanelProps {
  id: string;
  /** The delivery that is shown, if any. */
  shown: string | null;
  onClose: () => void;
}

/** A delivery with the request and every call. */
export const DeliveryPanel = ({ id, shown, onClose }: DeliveryPanelProps) => (
  <SidePanel open={shown !== null} onClose={onClose} kind={words.panel} title={shown && <Title id={id} did={shown} />}>
    {shown && <Content id={id} did={shown} />}
  </SidePanel>
);

const Title = ({ id, did }: { id: string; did: string }) => <>{useDelivery(id, did).data?.type ?? did}</>;

function Content({ id, did }: { id: string; did: string }) {
  const { data, error, isFetching, refetch } = useDelivery(id, did);
  const replay = useReplayOne(id);
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />;
  if (!data) return <Skeleton className="h-40 w-full" />;
  const retry = () => void replay.mutateAsync(did).then(() => toast.success(words.retried), toast.failure);
  return (
    <div className="grid gap-5 text-sm">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <DeliveryState state={data.state} />
        <May call="replayWebhookDelivery">
          <Button variant="outline" size="sm" busy={replay.isPending} onClick={retry}>
            {words.retry}
          </Button>
        </May>
      </div>
      <dl className="grid gap-3">
        <Fact label={words.id}>
          <span className="flex items-center gap-1">
            <code className="min-w-0 font-mono text-xs break-all">{data.id}</code>
            <CopyButton text={data.id} />
          </span>
        </Fact>
        <Fact label={words.at}>{fullMoment(data.created_at)}</Fact>
        {data.next_attempt_at && <Fact label={words.next}>{fullMoment(data.next_attempt_at)}</Fact>}
      </dl>
      <section>
        <h3 className="mb-2 text-xs font-medium text-muted">{words.calls}</h3>
        {data.calls.length === 0 && <p className="text-[13px] text-muted">{words.noCalls}</p>}
        <ol className="grid gap-2">
          {data.calls.toReversed().map((call) => (
            <Call key={call.number} call={call} />
          ))}
        </ol>
      </section>
      <section>
        <div className="mb-2 flex items-center justify-between">
          <h3 className="text-xs font-medium text-muted">{words.payload}</h3>
          {data.payload && <CopyButton text={JSON.stringify(data.payload, null, 2)} />}
        </div>
        {data.payload ? <Json value={data.payload} /> : <p className="text-[13px] text-muted">{words.expired}</p>}
      </section>
    </div>
  );
}

/** Colour marks only what failed or waits. */
export const DeliveryState = ({ state }: { state: string }) =>
  state === 'delivered' ? (
    <span className="text-muted">{words.states[state]}</span>
  ) : (
    <Badge tone={state === 'failed' ? 'bad' : 'wait'}>{words.states[state] ?? state}</Badge>
  );

const Call = ({ call }: { call: DeliveryDetail['calls'][number] }) => (
  <li className="min-w-0 rounded-xl border px-3.5 py-2.5 text-[13px]">
    <p className="flex flex-wrap items-center justify-between gap-x-3">
      <span className="font-medium">
        {words.call({ n: call.number })} · {call.status ?? words.noAnswer}
      </span>
      <span className="text-muted">
        <Ago at={call.started_at} />
        {call.milliseconds !== null && ` · ${words.took({ ms: call.milliseconds })}`}
      </span>
    </p>
    {call.error && <p className="mt-1 break-words text-danger">{call.error}</p>}
    {call.response && (
      <pre className="mt-1.5 max-h-40 overflow-auto font-mono text-xs whitespace-pre-wrap" tabIndex={0}>
        {call.response}
      </pre>
    )}
  </li>
);

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt className="text-xs text-muted">{label}</dt>
    <dd className="mt-0.5">{children}</dd>
  </div>
);
