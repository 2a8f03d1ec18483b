'use client';

import type { ComponentProps, ReactNode } from 'react';
import { Controller, useFormContext, useWatch, type RegisterOptions } from 'react-hook-form';
import { Field } from '@/components/ui/field';
import { Input, Select, Textarea } from '@/components/ui/input';
import { Switch } from '@/components/ui/switch';
import { useLabel } from './labels';
import { words } from './words';

interface FieldProps {
  /** The name that the API gives the field. */
  name: string;
  label: string;
  hint?: ReactNode;
  required?: boolean;
  /** Checks a value before it is sent. @returns the fault as a sentence */
  check?: (value: string) => string | undefined;
}

/** Registers a field and returns its error. */
function useField({ name, label, required, check }: FieldProps) {
  const { register, getFieldState, formState } = useFormContext();
  useLabel(name, label);
  const options: RegisterOptions = {
    validate: (value: unknown) => {
      if (required && String(value ?? '').trim() === '') return words.required({ label });
      return check?.(String(value ?? ''));
    },
  };
  return { control: register(name, options), error: getFieldState(name, formState).error?.message };
}

type Own = keyof FieldProps;

export function TextField(props: FieldProps & Omit<ComponentProps<typeof Input>, Own>) {
  const { name, label, hint, required, check, ...input } = props;
  const { control, error } = useField({ name, label, required, check });
  return (
    <Field label={label} hint={hint} error={error} name={name}>
      {(aria) => <Input autoComplete="off" {...input} {...control} {...aria} aria-required={required} />}
    </Field>
  );
}

export function TextareaField(props: FieldProps & Omit<ComponentProps<typeof Textarea>, Own>) {
  const { name, label, hint, required, check, ...input } = props;
  const { control, error } = useField({ name, label, required, check });
  return (
    <Field label={label} hint={hint} error={error} name={name}>
      {(aria) => <Textarea {...input} {...control} {...aria} aria-required={required} />}
    </Field>
  );
}

export function SelectField({ options, ...props }: FieldProps & { options: { value: string; label: string }[] }) {
  const { control, error } = useField(props);
  return (
    <Field label={props.label} hint={props.hint} error={error} name={props.name}>
      {(aria) => (
        <Select {...control} {...aria}>
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

/** A switch in a row of its own. */
export function SwitchField({ name, label, hint }: Pick<FieldProps, 'name' | 'label' | 'hint'>) {
  useLabel(name, label);
  return (
    <Controller
      name={name}
      render={({ field }) => (
        <label className="flex items-start justify-between gap-4 rounded-xl border bg-sunken/60 p-4">
          <span>
            <span className="block text-sm font-medium">{label}</span>
            {hint && <span className="mt-0.5 block text-[13px] text-muted">{hint}</span>}
          </span>
          <Switch ref={field.ref} checked={field.value === true} onCheckedChange={field.onChange} aria-label={label} />
        </label>
      )}
    />
  );
}

const HEX = /^#[0-9a-f]{6}$/i;

/** A color, typed or picked; empty is none. @param fallback the color that none means */
export function ColorField({ name, label, hint, fallback, fault }: FieldProps & { fallback: string; fault: string }) {
  const check = (value: string) => (value.trim() === '' || HEX.test(value.trim()) ? undefined : fault);
  const { control, error } = useField({ name, label, check });
  const { setValue } = useFormContext();
  const value = String(useWatch({ name }) ?? '').trim();
  return (
    <Field label={label} hint={hint} error={error} name={name}>
      {(aria) => (
        <span className="flex gap-2">
          <input
            type="color"
            aria-label={words.pick({ label })}
            value={HEX.test(value) ? value : fallback}
            onChange={(event) => setValue(name, event.target.value, { shouldDirty: true, shouldValidate: true })}
            className="h-8 w-10 shrink-0 rounded-lg border border-line-strong bg-surface p-0.5"
          />
          <Input
            {...control}
            {...aria}
            maxLength={7}
            placeholder={fallback}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        </span>
      )}
    </Field>
  );
}
