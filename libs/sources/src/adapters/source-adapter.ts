import type { FieldFault, JsonObject } from '@dundun/domain';
import type { z } from 'zod';

/** A call of a source's address as it came in: signatures are made over these very bytes. */
export interface SourceRequest {
  /** Names in lower case. */
  headers: Record<string, string | undefined>;
  body: Buffer;
}

/** Whether a call comes from the sender that the source is for; `forged` says why not, in the middle of a sentence. */
export type Verdict = 'genuine' | { forged: string };

/** One event of a call. */
export interface Incoming {
  /** The sender's own id of the event: the same whenever it is sent again. */
  id: string;
  payload: JsonObject;
}

/**
 * How a person is found: by `uid`, else by `external`, else by `email`, else by `number`. Without any of them, or when
 * nobody is found, the source's setting decides between creating and parking.
 */
export interface SourcePerson {
  uid?: string;
  /**
   * The sender's own id of the person, where that is no uid of ours (`cus_…`). It is remembered for whoever the event was
   * about, so that a later event that carries nothing else is theirs too.
   */
  external?: string;
  email?: string;
  number?: string;
}

/**
 * What is written to the person: undefined leaves, null clears. An email or number that is none, and attributes that cannot be
 * stored, are left out and noted; objects in `meta` become `outer_inner`, lists become JSON text.
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

/** What happened to the person. Undefined properties are left out, and what cannot be stored is brought into a form that can. */
export interface SourceEvent {
  name: string;
  value?: string | number | boolean;
  properties?: Record<string, unknown>;
  occurredAt?: Date;
}

/** A person, with what is written to them and what happened to them. */
export interface PersonEffect {
  person: SourcePerson;
  fields?: SourceFields;
  /** Written too when the person is made by it: what anybody could say of somebody, so no reason to change what is known. */
  ifNew?: SourceFields;
  event?: SourceEvent;
}

/** Two uids turn out to be one person: `source` disappears into `destination`. */
export interface MergeEffect {
  merge: { source: string; destination: string };
}

/** What one event of a sender means here; `ignored` says why it means nothing, as a sentence without its end. */
export type Mapped = { ignored: string } | (PersonEffect | MergeEffect)[];

/** Evaluates a mapping that an author wrote, where it can do no harm. @throws MappingError with what is wrong with it */
export type Evaluate = (mapping: string, input: JsonObject) => Promise<unknown>;

/** Everything the rest of the service knows about a sender. Pure: no Nest, no database, no clock of its own. */
export interface SourceAdapter<Settings = unknown> {
  /** What sources are stored under, and what the console names. */
  readonly kind: string;
  readonly title: string;
  /** Checks what was entered; its output is what the rest works with. */
  readonly settings: z.ZodType;
  /** Settings that are sealed at rest and never shown again. */
  readonly secretFields: readonly string[];
  /** @param now milliseconds since the epoch */
  verify(request: SourceRequest, settings: Settings, now: number): Verdict;
  /**
   * The events in a call that was verified. `body` is its JSON, made storable: no NUL, no half surrogate pair, no number
   * beyond a double, at most 64 deep. @throws UnreadableHookError for what the sender does not document
   */
  read(body: unknown, settings: Settings): Incoming[];
  /** Never throws for a payload that it does not know: it may have been stored by another release. */
  map(payload: JsonObject, settings: Settings, evaluate: Evaluate): Mapped | Promise<Mapped>;
  /** What only a trial can find wrong with settings that fit the schema. @param inspect says what is wrong with a mapping */
  check?(settings: Settings, inspect: (mapping: string) => Promise<string | null>): Promise<FieldFault[]>;
}

/** Ties an adapter's functions to its settings schema, so that they only ever see checked settings. */
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
