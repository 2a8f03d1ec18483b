import { ChevronRight } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { Button } from '@/components/ui/button';
import { DialogActions } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { FormError } from '@/components/ui/form-error';
import { Input } from '@/components/ui/input';
import { Segmented } from '@/components/ui/segmented';
import { sayError } from '@/lib/say-error';
import type { IntegrationFields, IntegrationView, ProviderView } from './queries';
import { readFields, readSettings } from './read-settings';
import { SettingField } from './setting-field';
import { labelOf, variantsOf } from './settings-schema';
import { words } from './words';

interface IntegrationFormProps {
  provider: ProviderView;
  integration?: IntegrationView;
  submit: string;
  busy: boolean;
  error: Error | null;
  onSubmit: (body: IntegrationFields & { settings: Record<string, unknown> }) => void;
}

/** A form generated from the provider's settings schema. */
export function IntegrationForm({ provider, integration, submit, busy, error, onSubmit }: IntegrationFormProps) {
  const variants = variantsOf(provider.settings_schema, provider.secret_settings);
  const stored = integration?.settings;
  const fitting = variants.findLast(({ name }) => stored && name in stored) ?? variants[0];
  const [chosen, setChosen] = useState(fitting?.name ?? '');
  const variant = variants.find(({ name }) => name === chosen) ?? { name: '', settings: [] };
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const form = new FormData(event.currentTarget);
    const settings = readSettings(form, variant, variants, stored);
    onSubmit({ ...readFields(form, integration !== undefined), settings });
  };
  return (
    <form onSubmit={send} className="grid gap-5">
      {variants.length > 1 && (
        <Segmented
          label={words.variant}
          value={chosen}
          options={variants.map(({ name }) => ({ value: name, label: words.variants[name] ?? labelOf(name) }))}
          onChange={setChosen}
        />
      )}
      {variant.settings.map((setting, index) => (
        <SettingField key={setting.name} setting={setting} stored={stored} autoFocus={index === 0} />
      ))}
      {provider.channel === 'sms' && (
        <Field label={words.senderIds} hint={words.senderIdsHint}>
          {(control) => (
            <Input
              {...control}
              name="sender_ids"
              defaultValue={integration?.sender_ids.join(', ')}
              autoComplete="off"
            />
          )}
        </Field>
      )}
      <MoreFields provider={provider} integration={integration} />
      {error && <FormError text={sayError(error)} />}
      <DialogActions>
        <Button type="submit" busy={busy}>
          {submit}
        </Button>
      </DialogActions>
    </form>
  );
}

const MoreFields = ({ provider, integration }: Pick<IntegrationFormProps, 'provider' | 'integration'>) => (
  <details className="group rounded-xl border bg-sunken/60">
    <summary className="flex cursor-pointer list-none items-center gap-2 rounded-xl px-4 py-3 text-sm font-medium [&::-webkit-details-marker]:hidden">
      <ChevronRight className="size-4 text-muted transition-transform group-open:rotate-90" aria-hidden="true" />
      {words.more}
    </summary>
    <div className="grid gap-5 px-4 pt-1 pb-4">
      <Field label={words.name} hint={words.nameHint}>
        {(control) => (
          <Input {...control} name="integration_name" maxLength={64} defaultValue={integration?.name ?? ''} />
        )}
      </Field>
      {provider.channel === 'email' && (
        <Field label={words.domains} hint={words.domainsHint}>
          {(control) => <Input {...control} name="domains" defaultValue={integration?.domains.join(', ')} />}
        </Field>
      )}
      <Field label={words.endpoint} hint={words.endpointHint}>
        {(control) => (
          <Input
            {...control}
            name="endpoint"
            type="url"
            placeholder="https://"
            defaultValue={integration?.endpoint ?? ''}
          />
        )}
      </Field>
      <Field label={words.rate}>
        {(control) => (
          <Input
            {...control}
            name="rate_limit"
            type="number"
            min={1}
            max={100_000}
            defaultValue={integration?.rate_limit ?? ''}
          />
        )}
      </Field>
    </div>
  </details>
);
