import { SelectField, SwitchField, TextareaField, TextField } from '@/components/form/fields';
import type { Setting } from './settings-schema';
import { words } from './words';

interface SettingFieldsProps {
  settings: Setting[];
  /** Whether an account is being edited: an empty secret then keeps the stored one. */
  isStored: boolean;
}

const plain = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const;

/** The fields of settings, named as the API names them in its errors. */
export const SettingFields = ({ settings, isStored }: SettingFieldsProps) =>
  settings.map((setting, index) => (
    <SettingField key={setting.name} setting={setting} isStored={isStored} autoFocus={index === 0} />
  ));

function SettingField({ setting, isStored, autoFocus }: { setting: Setting; isStored: boolean; autoFocus: boolean }) {
  const { label, kind, secret, options, standard, hint: about } = setting;
  const name = `settings.${setting.name}`;
  const keeps = isStored && secret;
  const hint = [about, keeps ? words.keep : ''].filter(Boolean).join(' ') || undefined;
  const required = setting.required && !keeps;
  const field = { name, label, hint, required };
  if (kind === 'switch') return <SwitchField name={name} label={label} hint={hint} />;
  if (kind === 'choice') {
    const unset = setting.required || standard ? [] : [{ value: '', label: words.unset }];
    return <SelectField {...field} options={[...unset, ...options.map((value) => ({ value, label: value }))]} />;
  }
  if (kind === 'lines') return <TextareaField {...field} {...plain} rows={3} />;
  return (
    <TextField
      {...field}
      {...plain}
      type={secret ? 'password' : kind}
      {...(secret && { autoComplete: 'new-password' })}
      placeholder={standard}
      autoFocus={autoFocus}
    />
  );
}
