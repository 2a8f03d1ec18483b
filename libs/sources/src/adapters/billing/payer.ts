import { isStorableObject, type JsonObject } from '@dundun/domain';
import { listOf, namesOf, objectOf, textOf } from '../payload-fields.js';
import type { PersonEffect, SourceFields, SourcePerson } from '../source-adapter.js';

/** The person that a sender's object is about. */
export interface Payer {
  /** The sender's id of the customer. */
  external?: unknown;
  email?: unknown;
  phone?: unknown;
  name?: unknown;
  firstName?: unknown;
  lastName?: unknown;
  /** Metadata in which the integrator may have put a uid, the most specific first. */
  metadata: unknown[];
  /** A field of the sender that may hold the uid; the metadata comes first. */
  reference?: unknown;
  /** Whether this is the sender's customer record rather than input from a checkout. */
  isRecord?: boolean;
  attributes?: Record<string, unknown>;
}

const UID_KEYS = ['uid', 'user_id', 'userId'];
const LONGEST_UID = 255;
const LONGEST_METADATA_TEXT = 10_000;

/** Reads the integrator's metadata, also from JSON text or a list of fields. */
export function metadataOf(value: unknown): JsonObject {
  if (typeof value === 'string') return metadataOf(parsed(value));
  const given = objectOf(value);
  const fields = listOf(given.custom_fields).map(objectOf);
  const named = fields.flatMap(({ variable_name: name, value }) => (typeof name === 'string' ? [[name, value]] : []));
  return named.length > 0 ? { ...Object.fromEntries(named), ...given } : given;
}

function parsed(text: string): unknown {
  if (text.length > LONGEST_METADATA_TEXT || !text.trimStart().startsWith('{')) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isStorableObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The keys by which the payer is found. */
export function personOf(payer: Payer): SourcePerson {
  return {
    uid: uidOf(payer),
    external: textOf(payer.external),
    email: textOf(payer.email),
    number: numberWithCountry(payer.phone),
  };
}

/**
 * The fields written to the payer. Input from a checkout is untrusted: anyone can enter any name, address and often uid. Only a
 * customer record with a uid from the integrator may change the name and addresses of a known person.
 */
export function fieldsOf(payer: Payer): Pick<PersonEffect, 'fields' | 'ifNew'> {
  const { email, number, uid } = personOf(payer);
  const meta = payer.attributes;
  const names = namesOfPayer(payer);
  return payer.isRecord && uid !== undefined
    ? { fields: { ...names, email, number, meta } }
    : { fields: { meta }, ifNew: names };
}

function namesOfPayer({ name, firstName, lastName }: Payer): Pick<SourceFields, 'firstName' | 'lastName'> {
  if (textOf(name) !== undefined) return namesOf(name);
  return { firstName: textOf(firstName), lastName: textOf(lastName) };
}

function uidOf({ metadata, reference }: Payer): string | undefined {
  const places = metadata.map(metadataOf);
  const candidates = places.flatMap((place) => UID_KEYS.map((key) => place[key]));
  const texts = [...candidates, reference].map(textOf);
  return texts.find((text) => text !== undefined && text.length <= LONGEST_UID);
}

/** A number without a country code is ambiguous and therefore ignored. */
function numberWithCountry(phone: unknown): string | undefined {
  const text = textOf(phone);
  return text?.startsWith('+') ? text : undefined;
}
