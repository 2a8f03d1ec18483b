import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { SelectField, TextField } from '@/components/form/fields';
import { Form } from '@/components/form/form';
import { Dialog } from '@/components/ui/dialog';
import { toast } from '@/lib/toast';
import { useCountReplay, useReplay, type Period } from './queries';
import { words } from './words';

const INITIAL = { what: 'failed', from: '', to: '' };

/** Counts what a replay would send, then asks, then sends it. */
export function ReplayDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const [counted, setCounted] = useState<{ period: Period; n: number }>();
  const countAll = useCountReplay(id);
  const replay = useReplay(id);
  const count = async (values: typeof INITIAL) => {
    const period = periodOf(values);
    const { deliveries } = await countAll.mutateAsync(period);
    setCounted({ period, n: deliveries });
  };
  const send = async () => {
    if (!counted) return;
    if (counted.n === 0) return onClose();
    const { replayed } = await replay.mutateAsync(counted.period);
    toast.success(words.replayed({ n: replayed }));
    onClose();
  };
  return (
    <Dialog open onOpenChange={onClose} title={words.replayTitle} description={words.replayText}>
      {counted ? (
        <Form
          key="sure"
          initial={{}}
          submit={counted.n > 0 ? words.replayAction({ n: counted.n }) : words.done}
          save={send}
          onCancel={() => setCounted(undefined)}
          cancel={words.changePeriod}
        >
          <p role="status" className="text-sm font-medium">
            {words.counted({ n: counted.n })}
          </p>
        </Form>
      ) : (
        <Form initial={INITIAL} submit={words.count} save={count}>
          <SelectField
            name="what"
            label={words.what}
            options={[
              { value: 'failed', label: words.failedOnes },
              { value: 'range', label: words.range },
            ]}
          />
          <Range />
        </Form>
      )}
    </Dialog>
  );
}

function Range() {
  const what = useWatch<typeof INITIAL, 'what'>({ name: 'what' });
  if (what !== 'range') return null;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField name="from" label={words.from} type="datetime-local" required />
      <TextField name="to" label={words.to} hint={words.toHint} type="datetime-local" />
    </div>
  );
}

/** The fields are in the reader's time zone. */
const periodOf = ({ what, from, to }: typeof INITIAL): Period =>
  what === 'failed'
    ? { failed: true }
    : { from: new Date(from).toISOString(), ...(to && { to: new Date(to).toISOString() }) };
