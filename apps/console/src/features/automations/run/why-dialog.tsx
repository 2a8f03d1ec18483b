'use client';

import { ApiError } from '@dundun/client';
import { Check, X } from 'lucide-react';
import { parseAsString, useQueryState } from 'nuqs';
import { Form } from '@/components/form/form';
import { TextField } from '@/components/form/fields';
import { Dialog } from '@/components/ui/dialog';
import { FormError } from '@/components/ui/form-error';
import { Skeleton } from '@/components/ui/skeleton';
import { momentOf } from '@/lib/format';
import { sayError } from '@/lib/say-error';
import type { Names } from '../graph/sentences';
import { Where } from './people';
import { useWhy } from './queries';
import { words } from './words';

const MOMENT = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;
const withLocalTimes = (message: string) => message.replace(MOMENT, (moment) => momentOf(moment));

interface WhyDialogProps {
  automation: string;
  names: Names;
  onOpenRun: (run: string) => void;
  onClose: () => void;
}

/** Explains for a person what lets them in, and what keeps them out. */
export function WhyDialog({ automation, names, onOpenRun, onClose }: WhyDialogProps) {
  const [uid, setUid] = useQueryState('uid', parseAsString.withDefault(''));
  return (
    <Dialog open onOpenChange={onClose} title={words.whyTitle} description={words.whyText}>
      <Form
        initial={{ uid }}
        submit={words.ask}
        stays
        save={async (values) => {
          await setUid(values.uid.trim());
        }}
      >
        <TextField name="uid" label={words.uid} required maxLength={255} autoFocus />
      </Form>
      {uid !== '' && <Answer automation={automation} uid={uid} names={names} onOpenRun={onOpenRun} />}
    </Dialog>
  );
}

function Answer({ automation, uid, names, onOpenRun }: Omit<WhyDialogProps, 'onClose'> & { uid: string }) {
  const { data, error } = useWhy(automation, uid);
  if (error) {
    const isUnknown = error instanceof ApiError && error.status === 404;
    return <FormError text={isUnknown ? words.noPerson : sayError(error)} />;
  }
  if (!data) return <Skeleton className="mt-4 h-32 w-full" />;
  return (
    <div className="mt-4 grid gap-4 text-[13px]" role="status">
      <ul className="grid gap-2">
        {data.checks.map(({ check, passes, message }) => (
          <li key={check} className="flex gap-2.5 rounded-lg border px-3 py-2">
            {passes ? (
              <Check role="img" aria-label={words.passes} className="mt-0.5 size-4 shrink-0 text-good" />
            ) : (
              <X role="img" aria-label={words.passesNot} className="mt-0.5 size-4 shrink-0 text-danger" />
            )}
            <span className="min-w-0">
              <span className="block text-xs text-muted">{words.checks[check] ?? check}</span>
              <span className="break-words">{withLocalTimes(message)}.</span>
            </span>
          </li>
        ))}
      </ul>
      <section aria-label={words.theirRuns} className="grid gap-1">
        <h3 className="font-semibold">{words.theirRuns}</h3>
        {data.runs.length === 0 && <p className="text-muted">{words.noRuns}</p>}
        {data.runs.map((run) => (
          <button
            key={run.id}
            type="button"
            onClick={() => onOpenRun(run.id)}
            className="flex items-center justify-between gap-3 rounded-lg border px-3 py-2 text-left hover:bg-sunken"
          >
            <Where run={run} names={names} />
            <span className="text-muted">{momentOf(run.entered_at)}</span>
          </button>
        ))}
      </section>
    </div>
  );
}
