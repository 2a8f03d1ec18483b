'use client';

import { Field } from '@/components/ui/field';
import { Input, Select } from '@/components/ui/input';
import { useWorkspace } from '@/features/workspace/queries';
import { count, momentOf } from '@/lib/format';
import type { Campaign, CampaignCheck } from '../queries';
import { zoneSentences } from '../time-sentences';
import { timeWords as words } from '../time-words';

type Start = NonNullable<Campaign['local_start']>;
const PAST = ['now', 'skip', 'tomorrow'] as const;

interface LocalStartProps {
  start: Start;
  zones?: CampaignCheck['zones'];
  change: (start: Start) => void;
}

/** A start on the clock of each recipient, with what it means for this audience. */
export function LocalStart({ start, zones, change }: LocalStartProps) {
  const { data: workspace } = useWorkspace();
  return (
    <>
      <Field label={words.localAt} hint={words.localHint({ zone: workspace?.time_zone ?? 'UTC' })}>
        {(control) => (
          <Input
            {...control}
            type="datetime-local"
            value={start.at}
            onChange={({ target }) => target.value && change({ ...start, at: target.value })}
          />
        )}
      </Field>
      <Field label={words.past}>
        {(control) => (
          <Select
            {...control}
            value={start.past}
            onChange={({ target }) => change({ ...start, past: target.value as Start['past'] })}
          >
            {PAST.map((value) => (
              <option key={value} value={value}>
                {words.pastChoices[value]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {zones && (
        <div className="grid gap-1.5 text-[13px] text-muted" role="status">
          {zoneSentences(zones, start).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </div>
      )}
      {zones && zones.length > 0 && <Zones zones={zones} />}
    </>
  );
}

const Zones = ({ zones }: { zones: CampaignCheck['zones'] }) => (
  <details className="w-full text-[13px]">
    <summary className="cursor-pointer font-medium">{words.byZone}</summary>
    <table className="mt-2 w-full">
      <thead>
        <tr className="text-left text-muted">
          <th className="font-normal">{words.zone}</th>
          <th className="font-normal">{words.people}</th>
          <th className="font-normal">{words.turn}</th>
        </tr>
      </thead>
      <tbody>
        {zones.map(({ zone, people, at }) => (
          <tr key={zone}>
            <td>{zone}</td>
            <td className="tabular-nums">{count(people)}</td>
            <td>{at ? momentOf(at) : words.never}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </details>
);
