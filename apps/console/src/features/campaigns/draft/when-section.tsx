'use client';

import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Panel } from '@/components/ui/panel';
import { Segmented } from '@/components/ui/segmented';
import { timeZone } from '@/lib/format';
import { useNow } from '@/lib/use-now';
import { PaceField } from '../pace-field';
import { words } from '../words';
import type { Fields } from './fields';
import type { Plan } from './use-plan';

interface WhenSectionProps {
  plan: Plan;
  fields: Fields;
  change: (part: Partial<Fields>) => void;
  recipients?: number;
}

const OPTIONS = [
  { value: 'now' as const, label: words.now },
  { value: 'later' as const, label: words.later },
];

/** When it starts, and how fast it leaves. */
export function WhenSection({ plan, fields, change, recipients }: WhenSectionProps) {
  const now = useNow();
  const isPast = plan.time !== undefined && plan.time.getTime() < now;
  return (
    <div id="when" className="scroll-mt-20">
      <Panel title={words.sections.when}>
        <div className="grid gap-4 p-4 md:grid-cols-2">
          <div className="grid content-start justify-items-start gap-3">
            <Segmented
              label={words.sections.when}
              value={plan.isLater ? 'later' : 'now'}
              options={OPTIONS}
              onChange={(next) => plan.choose({ isLater: next === 'later' })}
            />
            {plan.isLater ? (
              <Field
                label={words.at}
                hint={words.laterHint({ zone: timeZone() })}
                error={isPast ? words.laterPast : undefined}
              >
                {(control) => (
                  <Input
                    {...control}
                    type="datetime-local"
                    value={plan.at}
                    onChange={({ target }) => plan.choose({ at: target.value })}
                  />
                )}
              </Field>
            ) : (
              <p className="text-[13px] text-muted">{words.nowHint}</p>
            )}
          </div>
          <PaceField pace={fields.per_minute} people={recipients} onChange={(per_minute) => change({ per_minute })} />
        </div>
      </Panel>
    </div>
  );
}
