import type { JsonObject } from '@dundun/domain';
import { objectOf, textOf } from '../payload-fields.js';
import type { Mapped, PersonEffect, SourceEvent } from '../source-adapter.js';
import { cut } from '../storable-text.js';
import { fieldsOf, metadataOf, type Payer, personOf } from './payer.js';

/** Names and values of an event; what is undefined is not there. */
export type Properties = Record<string, string | number | boolean | undefined>;

/** What an object of a sender says. */
export interface Reading {
  payer: Payer;
  properties?: Properties;
}

/** What a sender's type of event means here. */
export interface Entry {
  /** What it is called, if it is something that happened; null for an object of which nothing follows. */
  event?: string | ((object: JsonObject) => string | null);
  read: (object: JsonObject) => Reading;
}

export type BillingTable = ReadonlyMap<string, Entry>;

/** What the envelope around an object says. */
export interface Envelope {
  type: unknown;
  object: unknown;
  occurredAt?: Date;
  isTest?: boolean;
}

const LONGEST_TYPE = 100;

/** What an event means by a sender's table. */
export function mapByTable(table: BillingTable, { type, object, ...rest }: Envelope): Mapped {
  const given = textOf(type);
  if (given === undefined) return { ignored: 'the event names no type' };
  const name = cut(given, LONGEST_TYPE);
  const entry = table.get(name);
  if (!entry) return { ignored: `no event here follows from ${name}` };
  return effectOf(entry, objectOf(object), rest) ?? { ignored: `nothing follows from this ${name}` };
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

/** The integrator's own data, as far as it is flat and not beyond what the senders themselves allow. */
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
