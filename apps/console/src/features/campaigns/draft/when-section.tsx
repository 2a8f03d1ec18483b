'use client';

import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Panel } from '@/components/ui/panel';
import { Segmented } from '@/components/ui/segmented';
import { timeZone } from '@/lib/format';
import { useNow } from '@/lib/use-now';
import { PaceField } from '../pace-field';
import type { CampaignCheck } from '../queries';
import { timeWords } from '../time-words';
import { words } from '../words';
import type { Fields } from './fields';
import { LocalStart } from './local-start';
import type { Plan } from './use-plan';
import { WindowField } from './window-field';

interface WhenSectionProps {
  plan: Plan;
  fields: Fields;
  change: (part: Partial<Fields>) => void;
  recipients?: number;
  zones?: CampaignCheck['zones'];
}

const OPTIONS = [
  { value: 'now' as const, label: words.now },
  { value: 'later' as const, label: words.later },
  { value: 'local' as const, label: timeWords.local },
];

const DAY_MS = 86_400_000;
const MORNING = '09:00';

/** Returns the next morning on the clock of the reader. */
function tomorrow(now: number): string {
  const day = new Date(now + DAY_MS - new Date(now).getTimezoneOffset() * 60_000);
  return `${day.toISOString().slice(0, 10)}T${MORNING}`;
}

/** When it starts, and how fast it leaves. */
export function WhenSection({ plan, fields, change, recipients, zones }: WhenSectionProps) {
  const now = useNow();
  const { local_start: local } = fields;
  const kind = local ? 'local' : plan.isLater ? 'later' : 'now';
  const choose = (next: typeof kind) => {
    if (next !== 'local') plan.choose({ isLater: next === 'later' });
    change({ local_start: next === 'local' ? { at: plan.at || tomorrow(now), past: 'now' } : null });
  };
  const isPast = plan.time !== undefined && plan.time.getTime() < now;
  return (
    <div id="when" className="scroll-mt-20">
      <Panel title={words.sections.when}>
        <div className="grid gap-4 p-4 md:grid-cols-2">
          <div className="grid content-start justify-items-start gap-3">
            <Segmented label={words.sections.when} value={kind} options={OPTIONS} onChange={choose} />
            {local && <LocalStart start={local} zones={zones} change={(local_start) => change({ local_start })} />}
            {kind === 'later' && (
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
            )}
            {kind === 'now' && <p className="text-[13px] text-muted">{words.nowHint}</p>}
          </div>
          <PaceField pace={fields.per_minute} people={recipients} onChange={(per_minute) => change({ per_minute })} />
        </div>
        <WindowField window={fields.window} change={(window) => change({ window })} />
      </Panel>
    </div>
  );
}
