import { type FieldFault, InvalidInputError, isStorableObject, type JsonObject, type SmsSource } from '@dundun/domain';
import { smsProviders, type SmsProviderDescriptor } from '@dundun/providers';

/** Settings as they are stored: what may be read, and what is sealed. */
export interface SplitSettings {
  plain: JsonObject;
  secret: JsonObject;
}

/**
 * Checks what was entered against the provider's own schema and takes its secrets apart. A name that the provider does not
 * know is refused: it may be a secret misspelled, which nothing would seal.
 * @throws InvalidInputError with a fault for each wrong setting
 */
export function splitSettings(source: SmsSource, entered: unknown): SplitSettings {
  const { settings: schema, secretFields }: SmsProviderDescriptor = smsProviders[source];
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
  const strange = Object.keys(entered).filter((name) => !Object.hasOwn(known, name));
  if (strange.length > 0) {
    throw new InvalidInputError(strange.map((name) => fault(`settings.${name}`, 'is no setting of this provider')));
  }
  const of = (secret: boolean) =>
    Object.fromEntries(Object.entries(entered).filter(([name]) => secretFields.includes(name) === secret));
  return { plain: of(false), secret: of(true) };
}

const fault = (field: string, message: string): FieldFault => ({ field, message });
