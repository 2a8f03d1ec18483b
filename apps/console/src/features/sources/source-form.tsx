import { SelectField, TextField } from '@/components/form/fields';
import { Form } from '@/components/form/form';
import { initialSettings, readSettings } from '@/features/providers/read-settings';
import { SettingFields } from '@/features/providers/setting-fields';
import { variantsOf } from '@/features/providers/settings-schema';
import type { Source, SourceFields, SourceKind } from './queries';
import { words } from './words';

interface SourceFormProps {
  kind: SourceKind;
  /** The source to change; a new one without. */
  source?: Source;
  submit: string;
  save: (fields: SourceFields & { name: string }) => Promise<unknown>;
}

/** A mapping must not be empty, and the editor of the source comes later: this one keeps every event of a new source. */
const FIRST_MAPPING = '{ "ignore": "no mapping yet" }';

/** The form of a source. A mapping has its own editor. */
export function SourceForm({ kind, source, submit, save }: SourceFormProps) {
  const variants = variantsOf(kind.settings_schema, kind.secret_settings);
  const [variant = { name: '', settings: [] }] = variants;
  const isMapped = variant.settings.some(({ name }) => name === 'mapping');
  const shown = { ...variant, settings: variant.settings.filter(({ name }) => name !== 'mapping') };
  const initial = {
    name: source?.name ?? kind.title,
    unknown_person: source?.unknown_person ?? 'create',
    settings: initialSettings([shown], source?.settings),
  };
  const send = (values: typeof initial) =>
    save({
      name: values.name.trim(),
      unknown_person: values.unknown_person,
      settings: {
        ...(isMapped && !source && { mapping: FIRST_MAPPING }),
        ...readSettings(values.settings, shown, [shown], source?.settings),
      },
    });
  return (
    <Form initial={initial} submit={submit} save={send}>
      <TextField name="name" label={words.name} hint={words.nameHint} required maxLength={64} />
      <SettingFields settings={shown.settings} isStored={source !== undefined} />
      <SelectField
        name="unknown_person"
        label={words.unknown}
        options={(['create', 'park'] as const).map((value) => ({ value, label: words.unknownOptions[value] }))}
      />
    </Form>
  );
}
