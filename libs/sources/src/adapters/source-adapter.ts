import type { FieldFault, JsonObject } from '@dundun/domain';
import type { z } from 'zod';

/** A call to a source's address as received: signatures cover exactly these bytes. */
export interface SourceRequest {
  /** Names in lower case. */
  headers: Record<string, string | undefined>;
  body: Buffer;
}

/** Whether a call comes from the source's sender; `forged` gives the reason, as a clause. */
export type Verdict = 'genuine' | { forged: string };

/** One event of a call. */
export interface Incoming {
  /** The sender's id of the event, the same each time it is sent. */
  id: string;
  payload: JsonObject;
}

/**
 * How a person is found: by `uid`, else by `external`, else by `email`, else by `number`. When there is none of them or no
 * match, the source's setting decides between creating a person and parking the event.
 */
export interface SourcePerson {
  uid?: string;
  /**
   * The sender's id of the person, where it is not a uid (`cus_…`). It is remembered with the person, so that a later event
   * that carries only this id is attributed to them.
   */
  external?: string;
  email?: string;
  number?: string;
}

/**
 * Fields written to the person: undefined leaves, null clears. Invalid emails and numbers and unstorable attributes are left out
 * with a notice; objects in `meta` become `outer_inner`, lists become JSON text.
 */
export interface SourceFields {
  firstName?: string | null;
  lastName?: string | null;
  email?: string | null;
  number?: string | null;
  tz?: string | null;
  createdAt?: Date;
  isAccount?: boolean;
  device?: { token: string; platform: string };
  /** Ids of lists that the person joins. */
  lists?: string[];
  accounts?: { id: string; role?: string | null }[];
  meta?: Record<string, unknown>;
}

/** An event of the person. Undefined properties are left out; the others are sanitized for storage. */
export interface SourceEvent {
  name: string;
  value?: string | number | boolean;
  properties?: Record<string, unknown>;
  occurredAt?: Date;
}

/** A person with the fields to write and the event to store. */
export interface PersonEffect {
  person: SourcePerson;
  fields?: SourceFields;
  /** Fields written only to a new person: claims of an untrusted payer must not change known data. */
  ifNew?: SourceFields;
  event?: SourceEvent;
}

/** Merges the person `source` into `destination`. */
export interface MergeEffect {
  merge: { source: string; destination: string };
}

/** The effects of one event; `ignored` says why it has none, as a clause without a full stop. */
export type Mapped = { ignored: string } | (PersonEffect | MergeEffect)[];

/** Evaluates a customer's mapping in a sandbox. @throws MappingError with what is wrong with it */
export type Evaluate = (mapping: string, input: JsonObject) => Promise<unknown>;

/** Everything the service knows about a sender. Pure: no Nest, no database, no clock. */
export interface SourceAdapter<Settings = unknown> {
  /** Stored with each source. The title is shown in the console. */
  readonly kind: string;
  readonly title: string;
  /** Validates the entered settings; the other functions receive its output. */
  readonly settings: z.ZodType;
  /** Settings that are sealed at rest and never shown. */
  readonly secretFields: readonly string[];
  /** @param now milliseconds since the epoch */
  verify(request: SourceRequest, settings: Settings, now: number): Verdict;
  /**
   * Reads the events of a verified call. `body` is its JSON, sanitized for storage: no NUL, no unpaired surrogates, no numbers
   * beyond a double, at most 64 levels. @throws UnreadableHookError for a body that the sender does not document
   */
  read(body: unknown, settings: Settings): Incoming[];
  /** Maps a payload to its effects. Never throws for an unknown payload: another release may have stored it. */
  map(payload: JsonObject, settings: Settings, evaluate: Evaluate): Mapped | Promise<Mapped>;
  /** Finds faults in valid settings that only a trial shows. @param inspect returns what is wrong with a mapping */
  check?(settings: Settings, inspect: (mapping: string) => Promise<string | null>): Promise<FieldFault[]>;
}

/** Binds an adapter's functions to its settings schema: they receive validated settings only. */
export function describeSource<Schema extends z.ZodType>(
  parts: Omit<SourceAdapter<z.output<Schema>>, 'settings'> & { settings: Schema },
): SourceAdapter {
  const { settings, check } = parts;
  return {
    ...parts,
    verify: (request, given, now) => parts.verify(request, settings.parse(given), now),
    read: (body, given) => parts.read(body, settings.parse(given)),
    map: (payload, given, evaluate) => parts.map(payload, settings.parse(given), evaluate),
    check: check && ((given, inspect) => check(settings.parse(given), inspect)),
  };
}
