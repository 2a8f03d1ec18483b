import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { TextField } from '@/components/form/fields';
import { Form } from '@/components/form/form';
import { Segmented } from '@/components/ui/segmented';
import type { IntegrationFields, IntegrationView, ProviderView } from './queries';
import { initialFields, initialSettings, readFields, readSettings } from './read-settings';
import { SettingFields } from './setting-fields';
import { labelOf, variantsOf } from './settings-schema';
import { words } from './words';

interface IntegrationFormProps {
  provider: ProviderView;
  integration?: IntegrationView;
  submit: string;
  save: (body: IntegrationFields & { settings: Record<string, unknown> }) => Promise<unknown>;
}

/** The form of a provider, from the schema of its settings. */
export function IntegrationForm({ provider, integration, submit, save }: IntegrationFormProps) {
  const variants = variantsOf(provider.settings_schema, provider.secret_settings);
  const stored = integration?.settings;
  const fitting = variants.findLast(({ name }) => stored && name in stored) ?? variants[0];
  const [chosen, setChosen] = useState(fitting?.name ?? '');
  const variant = variants.find(({ name }) => name === chosen) ?? { name: '', settings: [] };
  const initial = { settings: initialSettings(variants, stored), ...initialFields(integration) };
  const send = ({ settings, ...fields }: typeof initial) =>
    save({
      ...readFields(fields, integration !== undefined),
      settings: readSettings(settings, variant, variants, stored),
    });
  return (
    <Form initial={initial} submit={submit} save={send} className="grid gap-5">
      {variants.length > 1 && (
        <Segmented
          label={words.variant}
          value={chosen}
          options={variants.map(({ name }) => ({ value: name, label: words.variants[name] ?? labelOf(name) }))}
          onChange={setChosen}
        />
      )}
      <SettingFields key={chosen} settings={variant.settings} isStored={stored !== undefined} />
      {provider.channel === 'sms' && <TextField name="sender_ids" label={words.senderIds} hint={words.senderIdsHint} />}
      <MoreFields provider={provider} />
    </Form>
  );
}

const MoreFields = ({ provider }: Pick<IntegrationFormProps, 'provider'>) => (
  <details className="group rounded-xl border bg-sunken/60">
    <summary className="flex cursor-pointer list-none items-center gap-2 rounded-xl px-4 py-3 text-sm font-medium [&::-webkit-details-marker]:hidden">
      <ChevronRight className="size-4 text-muted transition-transform group-open:rotate-90" aria-hidden="true" />
      {words.more}
    </summary>
    <div className="grid gap-5 px-4 pt-1 pb-4">
      <TextField name="name" label={words.name} hint={words.nameHint} maxLength={64} />
      {provider.channel === 'email' && <TextField name="domains" label={words.domains} hint={words.domainsHint} />}
      <TextField name="endpoint" label={words.endpoint} hint={words.endpointHint} type="url" placeholder="https://" />
      <TextField name="rate_limit" label={words.rate} inputMode="numeric" check={checkRate} />
    </div>
  </details>
);

const checkRate = (text: string) =>
  text.trim() === '' || (/^\d+$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= 100_000)
    ? undefined
    : words.wrongRate;
