'use client';

import { CONVERSION_DAYS, type PropertyTest } from '@dundun/domain';
import { useId } from 'react';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Panel } from '@/components/ui/panel';
import { SuggestBox } from '@/components/ui/suggest-box';
import { Switch } from '@/components/ui/switch';
import { WherePart } from '@/features/automations/steps/where-part';
import { useSuggestions } from '@/features/segments/builder/queries';
import { conversionWords as words } from '../conversion-words';
import type { Fields } from './fields';

export type Goal = NonNullable<Fields['conversion']>;

/** What a goal begins with. */
export const FIRST_GOAL: Goal = {
  ...{ event: '', where: [], amount: null, currency: 'currency', days: CONVERSION_DAYS.usual },
  ...{ refund_event: null, order: null },
};

interface ConversionSectionProps {
  fields: Fields;
  change: (part: Partial<Fields>) => void;
}

/** The event that a campaign is sent for. */
export function ConversionSection({ fields, change }: ConversionSectionProps) {
  const label = useId();
  const { conversion } = fields;
  return (
    <div id="conversions" className="scroll-mt-20">
      <Panel title={words.title}>
        <div className="grid gap-4 p-4">
          <div className="flex items-center justify-between gap-4">
            <span id={label} className="text-[13px]">
              <span className="block font-medium">{words.count}</span>
              <span className="text-muted">{words.countHint}</span>
            </span>
            <Switch
              aria-labelledby={label}
              checked={conversion !== null}
              onCheckedChange={(isOn) => change({ conversion: isOn ? FIRST_GOAL : null })}
            />
          </div>
          {conversion && <GoalFields goal={conversion} set={(next) => change({ conversion: next })} />}
          {conversion && !fields.track_clicks && <p className="text-[13px] text-danger">{words.needsClicks}</p>}
        </div>
      </Panel>
    </div>
  );
}

/** The fields of a goal. */
export function GoalFields({ goal, set }: { goal: Goal; set: (goal: Goal) => void }) {
  const { data } = useSuggestions({ what: 'events' }, goal.event);
  const days = (text: string) => Math.min(CONVERSION_DAYS.most, Math.max(CONVERSION_DAYS.least, Number(text) || 0));
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <div className="grid content-start gap-1.5 text-[13px]">
          <span aria-hidden="true" className="font-medium">
            {words.event}
          </span>
          <SuggestBox
            label={words.event}
            placeholder={words.eventPlaceholder}
            value={goal.event}
            suggestions={(data?.data ?? []).map(({ value }) => ({ value }))}
            none={words.eventNone}
            maxLength={255}
            onChange={(event) => set({ ...goal, event })}
          />
        </div>
        <Field label={words.days}>
          {(control) => (
            <Input
              {...control}
              type="number"
              min={CONVERSION_DAYS.least}
              max={CONVERSION_DAYS.most}
              value={goal.days}
              onChange={({ target }) => set({ ...goal, days: days(target.value) })}
            />
          )}
        </Field>
        <Property
          label={words.amount}
          hint={words.amountHint}
          value={goal.amount}
          set={(amount) => set({ ...goal, amount })}
        />
        <Property
          label={words.currency}
          value={goal.currency}
          set={(currency) => set({ ...goal, currency: currency ?? '' })}
        />
        <Property
          label={words.refund}
          hint={words.refundHint}
          value={goal.refund_event}
          set={(refund_event) => set({ ...goal, refund_event })}
        />
        {goal.refund_event !== null && (
          <Property
            label={words.order}
            hint={words.orderHint}
            value={goal.order}
            set={(order) => set({ ...goal, order })}
          />
        )}
      </div>
      <WherePart
        event={goal.event}
        where={goal.where as unknown as PropertyTest[]}
        onChange={(where) => set({ ...goal, where: where as unknown as Goal['where'] })}
      />
    </>
  );
}

interface PropertyProps {
  label: string;
  hint?: string;
  value: string | null;
  set: (value: string | null) => void;
}

const Property = ({ label, hint, value, set }: PropertyProps) => (
  <Field label={label} hint={hint}>
    {(control) => (
      <Input
        {...control}
        value={value ?? ''}
        maxLength={150}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => set(target.value || null)}
      />
    )}
  </Field>
);
