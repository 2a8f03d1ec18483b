import type { IntegrationFields, IntegrationView } from './queries';
import type { Setting, Variant } from './settings-schema';

/** The values of settings in a form, by name. */
export type SettingValues = Record<string, string | boolean>;

/** What the form of an account holds besides its settings; lists are texts with commas. */
export interface FieldValues {
  name: string;
  domains: string;
  endpoint: string;
  rate_limit: string;
  sender_ids: string;
}

const listOf = (text: string) =>
  text
    .split(/[\n,]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** Returns what a form starts with: stored settings, else their defaults. Secrets are never filled in. */
export function initialSettings(variants: Variant[], stored?: Record<string, unknown>): SettingValues {
  const all = variants.flatMap(({ settings }) => settings);
  return Object.fromEntries(
    all.map(({ name, kind, secret, standard }) => {
      const known = secret ? undefined : stored?.[name];
      if (kind === 'switch') return [name, known === undefined ? standard === 'true' : known === true];
      const text = typeof known === 'string' || typeof known === 'number' ? String(known) : '';
      return [name, text || (kind === 'choice' ? standard : '')];
    }),
  );
}

function valueOf({ name, kind }: Setting, values: SettingValues): unknown {
  const value = values[name];
  if (kind === 'switch') return value === true;
  const text = String(value ?? '').trim();
  if (text === '') return undefined;
  return kind === 'number' ? Number(text) : text;
}

/**
 * Returns the settings to save. An empty field keeps a stored secret and clears any other stored value; fields of
 * another way to enter the account are cleared, too.
 * @param stored the visible settings of the account that is being edited
 */
export function readSettings(
  values: SettingValues,
  variant: Variant,
  variants: Variant[],
  stored?: Record<string, unknown>,
): Record<string, unknown> {
  const settings: Record<string, unknown> = {};
  for (const setting of variant.settings) {
    const value = valueOf(setting, values);
    if (value !== undefined) settings[setting.name] = value;
    else if (stored && !setting.secret && setting.name in stored) settings[setting.name] = null;
  }
  const mine = new Set(variant.settings.map(({ name }) => name));
  const others = variants.flatMap((each) => each.settings).filter(({ name }) => !mine.has(name));
  if (stored) for (const { name } of others) settings[name] = null;
  return settings;
}

export const initialFields = (integration?: IntegrationView): FieldValues => ({
  name: integration?.name ?? '',
  domains: integration?.domains.join(', ') ?? '',
  endpoint: integration?.endpoint ?? '',
  rate_limit: integration?.rate_limit ? String(integration.rate_limit) : '',
  sender_ids: integration?.sender_ids.join(', ') ?? '',
});

/** Returns the fields other than the settings; when connecting, empty ones are omitted. */
export function readFields(values: FieldValues, isChange: boolean): IntegrationFields {
  const [name, endpoint, rate] = [values.name.trim(), values.endpoint.trim(), values.rate_limit.trim()];
  const [senderIds, domains] = [listOf(values.sender_ids), listOf(values.domains)];
  return {
    ...((name || isChange) && { name: name || null }),
    ...((endpoint || isChange) && { endpoint: endpoint || null }),
    ...((rate || isChange) && { rate_limit: rate ? Number(rate) : null }),
    ...((senderIds.length > 0 || isChange) && { sender_ids: senderIds }),
    ...((domains.length > 0 || isChange) && { domains }),
  };
}
