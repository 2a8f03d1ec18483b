import type { JsonObject } from '@dundun/domain';
import { objectOf, textOf } from '../payload-fields.js';
import type { Mapped, PersonEffect, SourceEvent } from '../source-adapter.js';
import { cut } from '../storable-text.js';
import { fieldsOf, metadataOf, type Payer, personOf } from './payer.js';

/** Properties of an event; undefined ones are left out. */
export type Properties = Record<string, string | number | boolean | undefined>;

/** What is read from a sender's object. */
export interface Reading {
  payer: Payer;
  properties?: Properties;
}

/** How a sender's event type is mapped. */
interface Entry {
  /** The name of the event; absent when only the person is updated, null for an object to ignore. */
  event?: string | ((object: JsonObject) => string | null);
  read: (object: JsonObject) => Reading;
}

export type BillingTable = ReadonlyMap<string, Entry>;

/** What is read from the envelope of an object. */
export interface Envelope {
  type: unknown;
  object: unknown;
  occurredAt?: Date;
  isTest?: boolean;
}

const LONGEST_TYPE = 100;

/** Maps an event by its sender's table. */
export function mapByTable(table: BillingTable, { type, object, ...rest }: Envelope): Mapped {
  const given = textOf(type);
  if (given === undefined) return { ignored: 'the event has no type' };
  const name = cut(given, LONGEST_TYPE);
  const entry = table.get(name);
  if (!entry) return { ignored: `the type ${name} is not mapped` };
  return effectOf(entry, objectOf(object), rest) ?? { ignored: `this ${name} is not mapped` };
}

function effectOf(entry: Entry, object: JsonObject, rest: Omit<Envelope, 'type' | 'object'>): PersonEffect[] | null {
  const event = typeof entry.event === 'function' ? entry.event(object) : entry.event;
  if (event === null) return null;
  const { payer, properties = {} } = entry.read(object);
  const effect = { person: personOf(payer), ...fieldsOf(payer) };
  return [event === undefined ? effect : { ...effect, event: eventOf(event, properties, payer, rest) }];
}

function eventOf(
  name: string,
  properties: Properties,
  payer: Payer,
  { occurredAt, isTest }: Omit<Envelope, 'type' | 'object'>,
): SourceEvent {
  return {
    name,
    value: properties.amount,
    properties: { ...metadataProperties(payer.metadata), ...properties, test: isTest ? true : undefined },
    occurredAt,
  };
}

const MOST_METADATA = 50;
const LONGEST_KEY = 100;
const LONGEST_VALUE = 500;

/** The integrator's flat metadata, within the limits that the senders set. */
function metadataProperties(metadata: unknown[]): Properties {
  const entries = metadata.toReversed().flatMap((place) => Object.entries(metadataOf(place)));
  const kept = entries.flatMap(([key, value]) =>
    key.length <= LONGEST_KEY && isShort(value) ? [[`metadata_${key}`, value] as const] : [],
  );
  return Object.fromEntries(kept.slice(-MOST_METADATA));
}

function isShort(value: unknown): value is string | number | boolean {
  if (typeof value === 'string') return value !== '' && value.length <= LONGEST_VALUE;
  return typeof value === 'boolean' || Number.isFinite(value);
}
