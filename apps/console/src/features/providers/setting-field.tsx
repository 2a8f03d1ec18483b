import { Field } from '@/components/ui/field';
import { Input, Select } from '@/components/ui/input';
import { Switch } from '@/components/ui/switch';
import type { Setting } from './settings-schema';
import { words } from './words';

interface SettingFieldProps {
  setting: Setting;
  /** Of an account that is changed. */
  stored?: Record<string, unknown>;
  autoFocus?: boolean;
}

const plain = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const;

/** Secrets are never filled in: what is empty stays as it is. */
export function SettingField({ setting, stored, autoFocus }: SettingFieldProps) {
  const { name, label, kind, required, secret, options, standard } = setting;
  const known = stored?.[name];
  const value = typeof known === 'string' || typeof known === 'number' ? String(known) : '';
  if (kind === 'switch') {
    return (
      <label className="flex items-center justify-between gap-4 text-sm font-medium">
        {label} <Switch name={name} defaultChecked={known === true} aria-label={label} />
      </label>
    );
  }
  const hint = stored && secret ? words.keep : undefined;
  return (
    <Field label={label} hint={hint}>
      {(control) =>
        kind === 'choice' ? (
          <Select {...control} name={name} defaultValue={value || standard} required={required}>
            {!required && !standard && <option value="">{words.unset}</option>}
            {options.map((option) => (
              <option key={option}>{option}</option>
            ))}
          </Select>
        ) : (
          <Input
            {...control}
            {...plain}
            name={name}
            type={secret ? 'password' : kind}
            {...(secret && { autoComplete: 'new-password' })}
            defaultValue={secret ? '' : value}
            placeholder={standard}
            required={required && !(stored && secret)}
            autoFocus={autoFocus}
          />
        )
      }
    </Field>
  );
}
