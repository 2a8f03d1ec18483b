'use client';

import type { StepLength } from '@dundun/domain';
import type { ReactNode } from 'react';
import { Field } from '@/components/ui/field';
import { Input, Select } from '@/components/ui/input';
import { SuggestBox } from '@/components/ui/suggest-box';
import { useLists } from '@/features/lists/queries';
import { useSegments } from '@/features/segments/queries';
import { useSuggestions, type SuggestionQuery } from '@/features/segments/builder/queries';
import { words } from './words';

interface PartProps<T> {
  label: string;
  hint?: ReactNode;
  value: T;
  onChange: (value: T) => void;
}

const numberOf = (text: string) => (text.trim() === '' ? NaN : Number(text));

export const NumberPart = ({
  label,
  hint,
  value,
  onChange,
  ...limits
}: PartProps<number> & { min?: number; max?: number }) => (
  <Field label={label} hint={hint}>
    {(control) => (
      <Input
        {...control}
        {...limits}
        type="number"
        inputMode="numeric"
        step={1}
        value={Number.isFinite(value) ? value : ''}
        onChange={({ target }) => onChange(numberOf(target.value))}
      />
    )}
  </Field>
);

export const TextPart = ({
  label,
  hint,
  value,
  onChange,
  maxLength,
  placeholder,
}: PartProps<string> & { maxLength: number; placeholder?: string }) => (
  <Field label={label} hint={hint}>
    {(control) => (
      <Input
        {...control}
        dir="auto"
        autoComplete="off"
        maxLength={maxLength}
        placeholder={placeholder}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    )}
  </Field>
);

export const TimePart = ({ label, hint, value, onChange }: PartProps<string>) => (
  <Field label={label} hint={hint}>
    {(control) => (
      <Input
        {...control}
        type="time"
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className="w-32!"
      />
    )}
  </Field>
);

export function ChoicePart<T extends string>({
  label,
  hint,
  value,
  onChange,
  options,
  none,
}: PartProps<T> & { options: Record<T, string>; none?: string }) {
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <Select {...control} value={value} onChange={({ target }) => onChange(target.value as T)}>
          {none !== undefined && <option value="">{none}</option>}
          {(Object.entries(options) as [T, string][]).map(([each, text]) => (
            <option key={each} value={each}>
              {text}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

const UNITS = ['minutes', 'hours', 'days', 'weeks'] as const;

/** A length of time: a number and its unit. */
export function LengthPart({ label, hint, value, onChange }: PartProps<StepLength>) {
  const [unit = 'days', number = NaN] = (Object.entries(value)[0] ?? []) as [(typeof UNITS)[number]?, number?];
  const set = (to: string, n: number) => onChange({ [to]: n } as unknown as StepLength);
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <span className="flex gap-2">
          <Input
            {...control}
            type="number"
            inputMode="numeric"
            min={1}
            step={1}
            value={Number.isFinite(number) ? number : ''}
            onChange={({ target }) => set(unit, numberOf(target.value))}
            className="w-24!"
          />
          <Select
            aria-label={`${label}: ${words.unit}`}
            value={unit}
            onChange={({ target }) => set(target.value, number)}
            className="flex-1"
          >
            {UNITS.map((each) => (
              <option key={each} value={each}>
                {words.units[each]}
              </option>
            ))}
          </Select>
        </span>
      )}
    </Field>
  );
}

interface SuggestedProps extends PartProps<string> {
  source: SuggestionQuery | null;
  placeholder: string;
  none?: string;
}

const LONGEST = 255;

/** A name that events or people have, or any other. */
function SuggestedPart({ label, hint, value, onChange, source, placeholder, none }: SuggestedProps) {
  const { data } = useSuggestions(source, value);
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <SuggestBox
          label={label}
          describedBy={control['aria-describedby']}
          placeholder={placeholder}
          none={none}
          value={value}
          suggestions={(data?.data ?? []).map((each) => ({ value: each.value }))}
          maxLength={LONGEST}
          onChange={onChange}
        />
      )}
    </Field>
  );
}

export const EventPart = (props: Omit<PartProps<string>, 'label'> & { label?: string }) => (
  <SuggestedPart
    label={words.event}
    {...props}
    source={{ what: 'events' }}
    placeholder={words.eventPlaceholder}
    none={words.nobodyTracked}
  />
);

export const AttributePart = (props: Omit<PartProps<string>, 'label'>) => (
  <SuggestedPart
    label={words.attribute}
    {...props}
    source={{ what: 'attributes' }}
    placeholder={words.attributePlaceholder}
  />
);

export const PropertyPart = ({ event, ...props }: PartProps<string> & { event: string }) => (
  <SuggestedPart
    {...props}
    source={event === '' ? null : { what: 'properties', event }}
    placeholder={words.propertyPlaceholder}
  />
);

/** A thing of the workspace by its name; one that is gone stays, and says so. */
function ChosenPart({
  label,
  hint,
  value,
  onChange,
  all,
  none,
}: PartProps<string> & { all?: { id: string; name: string }[]; none: string }) {
  const isGone = value !== '' && all !== undefined && !all.some(({ id }) => id === value);
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <Select {...control} value={value} onChange={({ target }) => onChange(target.value)}>
          <option value="">{none}</option>
          {isGone && <option value={value}>{words.gone}</option>}
          {(all ?? []).map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

export function ListPart({ none = words.chooseList, ...props }: PartProps<string> & { none?: string }) {
  const lists = useLists().data;
  return <ChosenPart {...props} none={none} all={lists?.map(({ id, title }) => ({ id, name: title }))} />;
}

export function SegmentPart({ none = words.chooseSegment, ...props }: PartProps<string> & { none?: string }) {
  const segments = useSegments().data;
  return <ChosenPart {...props} none={none} all={segments?.map(({ id, name }) => ({ id, name }))} />;
}

/** One of several settings of the same kind, with a button that removes it. */
export const Boxed = ({ label, remove, children }: { label: string; remove?: ReactNode; children: ReactNode }) => (
  <div role="group" aria-label={label} className="grid gap-3 rounded-xl border bg-background p-3">
    <div className="flex min-h-6 items-center justify-between gap-2">
      <span className="text-[13px] font-semibold">{label}</span>
      {remove}
    </div>
    {children}
  </div>
);
