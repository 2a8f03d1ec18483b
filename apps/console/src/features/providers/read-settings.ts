import type { IntegrationFields } from './queries';
import type { Setting, Variant } from './settings-schema';

const textOf = (form: FormData, name: string) => String(form.get(name) ?? '').trim();

const listOf = (text: string) =>
  text
    .split(/[\n,]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '');

function valueOf({ name, kind }: Setting, form: FormData): unknown {
  if (kind === 'switch') return form.get(name) === 'on';
  const text = textOf(form, name);
  if (text === '') return undefined;
  return kind === 'number' ? Number(text) : text;
}

/**
 * Reads the settings from a form. An empty field keeps a stored secret and clears any other stored value; fields of
 * another way to enter the account are cleared, too.
 * @param stored the visible settings of the account that is being edited
 */
export function readSettings(
  form: FormData,
  variant: Variant,
  variants: Variant[],
  stored?: Record<string, unknown>,
): Record<string, unknown> {
  const settings: Record<string, unknown> = {};
  for (const setting of variant.settings) {
    const value = valueOf(setting, form);
    if (value !== undefined) settings[setting.name] = value;
    else if (stored && !setting.secret && setting.name in stored) settings[setting.name] = null;
  }
  const mine = new Set(variant.settings.map(({ name }) => name));
  const others = variants.flatMap((each) => each.settings).filter(({ name }) => !mine.has(name));
  if (stored) for (const { name } of others) settings[name] = null;
  return settings;
}

/** Reads the fields other than the settings; when connecting, empty ones are omitted. */
export function readFields(form: FormData, isChange: boolean): IntegrationFields {
  const rate = textOf(form, 'rate_limit');
  const senderIds = listOf(textOf(form, 'sender_ids'));
  const domains = listOf(textOf(form, 'domains'));
  const name = textOf(form, 'integration_name');
  const endpoint = textOf(form, 'endpoint');
  return {
    ...((name || isChange) && { name: name || null }),
    ...((endpoint || isChange) && { endpoint: endpoint || null }),
    ...((rate || isChange) && { rate_limit: rate ? Number(rate) : null }),
    ...((senderIds.length > 0 || isChange) && { sender_ids: senderIds }),
    ...((domains.length > 0 || isChange) && { domains }),
  };
}
