import { type FieldFault, InvalidInputError, isStorableObject, type JsonObject } from '@dundun/domain';
import {
  emailProviders,
  smsProviders,
  type EmailProviderDescriptor,
  type SmsProviderDescriptor,
} from '@dundun/providers';

/** Settings as stored: readable ones and sealed ones. */
export interface SplitSettings {
  plain: JsonObject;
  secret: JsonObject;
}

/** A provider of either channel. */
export type Descriptor = EmailProviderDescriptor | SmsProviderDescriptor;

const DESCRIPTORS = new Map<string, Descriptor>(
  [...Object.values(emailProviders), ...Object.values(smsProviders)].map((each) => [each.name, each]),
);

/** Returns all providers. */
export const descriptors = (): Descriptor[] => [...DESCRIPTORS.values()];

/** Returns the provider of this name, or undefined. */
export const descriptorOf = (provider: string): Descriptor | undefined => DESCRIPTORS.get(provider);

/**
 * Validates entered settings by the provider's schema and separates the secrets. Unknown names are refused: a misspelled secret
 * would be stored unsealed.
 * @throws InvalidInputError with a fault for each invalid setting
 */
export function splitSettings(
  { settings: schema, secretFields }: Pick<Descriptor, 'settings' | 'secretFields'>,
  entered: unknown,
): SplitSettings {
  if (!isStorableObject(entered))
    throw new InvalidInputError([{ field: 'settings', message: 'must be a JSON object' }]);
  const parsed = schema.safeParse(entered);
  if (!parsed.success) {
    throw new InvalidInputError(
      parsed.error.issues.map(({ path, message }) =>
        fault(['settings', ...path].join('.'), `is not accepted: ${message}`),
      ),
    );
  }
  const known = parsed.data as JsonObject;
  const strange = Object.keys(entered).filter((name) => !Object.hasOwn(known, name) && !secretFields.includes(name));
  if (strange.length > 0) {
    throw new InvalidInputError(strange.map((name) => fault(`settings.${name}`, 'is not a setting of this provider')));
  }
  const of = (secret: boolean) =>
    Object.fromEntries(Object.entries(entered).filter(([name]) => secretFields.includes(name) === secret));
  return { plain: of(false), secret: of(true) };
}

/** Merges changed settings into the stored ones; null clears a setting. Absent secrets are kept. */
export function mergedSettings(stored: JsonObject, changes: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries({ ...stored, ...changes }).filter(([, value]) => value !== null));
}

/** Whether the changes lead to another server than the stored settings. */
export function changesAddress({ addressFields = [] }: Descriptor, stored: JsonObject, changes: JsonObject): boolean {
  return addressFields.some(
    (name) => Object.hasOwn(changes, name) && (changes[name] ?? null) !== (stored[name] ?? null),
  );
}

/** Whether the changes weaken the protection of the secrets in transit. Invalid settings are refused elsewhere. */
export function weakensProtection(
  { settings, protection }: Descriptor,
  stored: JsonObject,
  changed: JsonObject,
): boolean {
  const isRead = [stored, changed].every((each) => settings.safeParse(each).success);
  return protection !== undefined && isRead && protection(changed) < protection(stored);
}

const fault = (field: string, message: string): FieldFault => ({ field, message });
