import { useState } from 'react';
import { toast } from '@/lib/toast';
import { Badge, type Tone } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { May } from '@/features/session/may';
import { useEndWarmUp, useWarmUps, type WarmUp } from './queries';
import { WarmUpDialog } from './warm-up-dialog';
import { words } from './warm-up-words';

const TONES: Record<WarmUp['status'], Tone> = { off: 'neutral', running: 'wait', done: 'good' };

/** The daily ceilings of the domain, one for each email provider. */
export function WarmUps({ id }: { id: string }) {
  const { data } = useWarmUps(id);
  const [changed, setChanged] = useState<WarmUp | null>(null);
  if (!data) return null;
  return (
    <section aria-labelledby="warm-up" className="mt-10">
      <h2 id="warm-up" className="font-semibold tracking-tight">
        {words.title}
      </h2>
      <p className="mt-0.5 mb-4 max-w-prose text-sm text-muted">{words.text}</p>
      {data.data.length === 0 && <p className="text-sm text-muted">{words.none}</p>}
      {data.data.length > 0 && (
        <ul aria-labelledby="warm-up" className="divide-y rounded-xl border bg-surface shadow-shade">
          {data.data.map((warmUp) => (
            <Row key={warmUp.provider} id={id} warmUp={warmUp} onChange={() => setChanged(warmUp)} />
          ))}
        </ul>
      )}
      {changed && <WarmUpDialog id={id} warmUp={changed} onClose={() => setChanged(null)} />}
    </section>
  );
}

function Row({ id, warmUp, onChange }: { id: string; warmUp: WarmUp; onChange: () => void }) {
  const end = useEndWarmUp(id);
  const { provider, name, status, first_day: first, growth_percent: growth, target, days } = warmUp;
  const action = status === 'off' ? words.start : words.change;
  const onEnd = () =>
    end.mutate(provider, {
      onSuccess: () => void toast.success(words.ended),
      onError: toast.failure,
    });
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-4 text-sm">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {name} <Badge tone={TONES[status]}>{words.statuses[status]}</Badge>
        </p>
        {warmUp.ceiling_today !== null && (
          <p className="mt-1 tabular-nums">{words.today(warmUp.sent_today ?? 0, warmUp.ceiling_today)}</p>
        )}
        {first !== null && growth !== null && target !== null && (
          <p className="mt-0.5 text-muted">{words.plan(first, growth, target, days ?? 0)}</p>
        )}
      </div>
      <May call="setWarmUp">
        <div className="flex gap-2">
          <Button variant="outline" aria-label={words.named(action, name)} onClick={onChange}>
            {action}
          </Button>
          {status !== 'off' && (
            <Button variant="outline" aria-label={words.named(words.end, name)} busy={end.isPending} onClick={onEnd}>
              {words.end}
            </Button>
          )}
        </div>
      </May>
    </li>
  );
}
