import { Field } from '@/components/ui/field';
import { Input, Select, Textarea } from '@/components/ui/input';
import { Switch } from '@/components/ui/switch';
import type { Setting } from './settings-schema';
import { words } from './words';

interface SettingFieldProps {
  setting: Setting;
  /** The settings of the account that is being edited. */
  stored?: Record<string, unknown>;
  autoFocus?: boolean;
}

const plain = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const;

/** Secrets are never filled in; an empty field keeps the stored value. */
export function SettingField({ setting, stored, autoFocus }: SettingFieldProps) {
  const { name, label, kind, required, secret, options, standard, hint: about } = setting;
  const known = stored?.[name];
  const value = typeof known === 'string' || typeof known === 'number' ? String(known) : '';
  if (kind === 'switch') {
    return (
      <label className="flex items-center justify-between gap-4 text-sm font-medium">
        {label} <Switch name={name} defaultChecked={known === true} aria-label={label} />
      </label>
    );
  }
  const hint = [about, stored && secret ? words.keep : ''].filter(Boolean).join(' ') || undefined;
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
        ) : kind === 'lines' ? (
          <Textarea {...control} {...plain} name={name} defaultValue={value} rows={3} required={required} />
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
