import type { ComponentProps } from 'react';
import { Input, Select } from '@/components/ui/input';

interface ChoiceProps<Value extends string> {
  label: string;
  value: Value | '';
  options: readonly (readonly [value: Value, label: string])[];
  onChange: (value: Value) => void;
  /** Shown while nothing is chosen. */
  none?: string;
  invalid?: boolean;
  className?: string;
}

/** A choice in the middle of a sentence. */
export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { label, value, options, onChange, none, invalid, className } = props;
  return (
    <Select
      aria-label={label}
      aria-invalid={invalid || undefined}
      value={value}
      onChange={(event) => onChange(event.target.value as Value)}
      className={className ?? 'max-w-full'}
    >
      {none !== undefined && (
        <option value="" disabled>
          {none}
        </option>
      )}
      {options.map(([each, text]) => (
        <option key={each} value={each}>
          {text}
        </option>
      ))}
    </Select>
  );
}

type NumberBoxProps = Omit<ComponentProps<typeof Input>, 'value' | 'onChange' | 'type'> & {
  label: string;
  value: number;
  invalid?: boolean;
  onChange: (value: number) => void;
};

/** A number; an empty field is not a number. */
export const NumberBox = ({ label, value, invalid, onChange, ...input }: NumberBoxProps) => (
  <Input
    type="number"
    inputMode="decimal"
    step="any"
    {...input}
    aria-label={label}
    aria-invalid={invalid || undefined}
    value={Number.isFinite(value) ? value : ''}
    onChange={(event) => onChange(event.target.valueAsNumber)}
    className="w-24!"
  />
);

interface DayBoxProps {
  label: string;
  value: string;
  invalid?: boolean;
  onChange: (value: string) => void;
}

export const DayBox = ({ label, value, invalid, onChange }: DayBoxProps) => (
  <Input
    type="date"
    min="1900-01-01"
    aria-label={label}
    aria-invalid={invalid || undefined}
    value={value}
    onChange={(event) => onChange(event.target.value)}
    className="w-40!"
  />
);

/** Words between the controls of a condition. */
export const Words = ({ children }: { children: string }) => (
  <span className="self-center text-[13px] text-muted">{children}</span>
);
