'use client';

import type { AutomationGraph, ReEntry } from '@dundun/domain';
import { Plus } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { useFlow } from '../flow/flow-context';
import { ChoicePart, ListPart, NumberPart, SegmentPart, TextPart } from './panel-parts';
import { withKey } from './panel-props';
import { SwitchPart } from './switch-part';
import { TreePart } from './tree-part';
import { words } from './words';

const { settings: said } = words;
const LONGEST_ZONE = 64;
const FIRST: Record<ReEntry['policy'], ReEntry> = {
  never: { policy: 'never' },
  after_end: { policy: 'after_end' },
  after_days: { policy: 'after_days', days: 30 },
  each_key: { policy: 'each_key' },
};

interface SettingsPartProps {
  graph: AutomationGraph;
  change: (part: Partial<AutomationGraph>) => void;
}

/** What holds for the whole automation: consent, re-entry, filter, exit and time zone. */
export function SettingsPart({ graph: { settings }, change }: SettingsPartProps) {
  const { problems } = useFlow();
  const { reentry, filter } = settings;
  const set = (next: AutomationGraph['settings']) => change({ settings: next });
  return (
    <section aria-label={said.title} className="grid gap-4 border-t pt-4">
      <h3 className="text-sm font-semibold">{said.title}</h3>
      <ListPart
        label={said.list}
        hint={said.listHint}
        value={settings.list ?? ''}
        onChange={(list) => set(withKey(settings, 'list', list))}
      />
      {settings.list !== undefined && (
        <SwitchPart
          label={said.keep}
          hint={said.keepHint}
          value={settings.keep_when_left === true}
          onChange={(isOn) => set(withKey(settings, 'keep_when_left', isOn ? true : undefined))}
        />
      )}
      <ChoicePart
        label={said.reentry}
        value={reentry.policy}
        options={said.reentries}
        onChange={(policy) => set({ ...settings, reentry: FIRST[policy] })}
      />
      {reentry.policy === 'after_days' && (
        <NumberPart
          label={said.days}
          min={1}
          max={366}
          value={reentry.days}
          onChange={(days) => set({ ...settings, reentry: { ...reentry, days } })}
        />
      )}
      {reentry.policy === 'each_key' && (
        <NumberPart
          label={said.atOnce}
          hint={said.atOnceHint}
          min={1}
          max={100}
          value={reentry.at_once ?? NaN}
          onChange={(most) =>
            set({ ...settings, reentry: withKey(reentry, 'at_once', Number.isNaN(most) ? undefined : most) })
          }
        />
      )}
      {filter ? (
        <div role="group" aria-label={said.filter} className="grid gap-2">
          <div className="flex items-center justify-between gap-2">
            <span className="text-[13px] font-medium">{said.filter}</span>
            <Button variant="ghost" size="sm" onClick={() => set(withKey(settings, 'filter', undefined))}>
              {said.removeFilter}
            </Button>
          </div>
          <TreePart
            tree={filter}
            isTried={(problems.get(null) ?? 0) > 0}
            onChange={(next) => set({ ...settings, filter: next })}
          />
          <p className="text-[13px] text-muted">{said.filterHint}</p>
        </div>
      ) : (
        <Button
          variant="outline"
          size="sm"
          className="justify-self-start"
          onClick={() => set({ ...settings, filter: { all: [] } })}
        >
          <Plus /> {said.addFilter}
        </Button>
      )}
      <SegmentPart
        label={said.exit}
        none={said.noExit}
        value={settings.exit_when ?? ''}
        onChange={(exit) => set(withKey(settings, 'exit_when', exit))}
      />
      <TextPart
        label={said.zone}
        hint={said.zoneHint}
        maxLength={LONGEST_ZONE}
        placeholder="Africa/Lagos"
        value={settings.time_zone ?? ''}
        onChange={(zone) => set(withKey(settings, 'time_zone', zone))}
      />
    </section>
  );
}
