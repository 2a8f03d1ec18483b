import { type FieldFault, InvalidInputError, isStorableObject, type JsonObject } from '@dundun/domain';
import {
  emailProviders,
  smsProviders,
  type EmailProviderDescriptor,
  type SmsProviderDescriptor,
} from '@dundun/providers';

/** Settings as they are stored: what may be read, and what is sealed. */
export interface SplitSettings {
  plain: JsonObject;
  secret: JsonObject;
}

/** An adapter of either channel. */
export type Descriptor = EmailProviderDescriptor | SmsProviderDescriptor;

const DESCRIPTORS = new Map<string, Descriptor>(
  [...Object.values(emailProviders), ...Object.values(smsProviders)].map((each) => [each.name, each]),
);

/** Every adapter that there is. */
export const descriptors = (): Descriptor[] => [...DESCRIPTORS.values()];

/** The adapter of that name, or undefined. */
export const descriptorOf = (provider: string): Descriptor | undefined => DESCRIPTORS.get(provider);

/**
 * Checks what was entered against the provider's own schema and takes its secrets apart. A name that the provider does not
 * know is refused: it may be a secret misspelled, which nothing would seal.
 * @throws InvalidInputError with a fault for each wrong setting
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
    throw new InvalidInputError(strange.map((name) => fault(`settings.${name}`, 'is no setting of this provider')));
  }
  const of = (secret: boolean) =>
    Object.fromEntries(Object.entries(entered).filter(([name]) => secretFields.includes(name) === secret));
  return { plain: of(false), secret: of(true) };
}

/** Changed settings on top of those that are stored; null clears one, so that a secret need not be typed in again. */
export function mergedSettings(stored: JsonObject, changes: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries({ ...stored, ...changes }).filter(([, value]) => value !== null));
}

/** Whether changed settings lead to another server than those that are stored. */
export function changesAddress({ addressFields = [] }: Descriptor, stored: JsonObject, changes: JsonObject): boolean {
  return addressFields.some(
    (name) => Object.hasOwn(changes, name) && (changes[name] ?? null) !== (stored[name] ?? null),
  );
}

/** Whether changed settings protect the secrets less on their way. What does not fit the schema is refused elsewhere. */
export function weakensProtection(
  { settings, protection }: Descriptor,
  stored: JsonObject,
  changed: JsonObject,
): boolean {
  const isRead = [stored, changed].every((each) => settings.safeParse(each).success);
  return protection !== undefined && isRead && protection(changed) < protection(stored);
}

const fault = (field: string, message: string): FieldFault => ({ field, message });
