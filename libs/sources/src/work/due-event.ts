import type { SourceEventState } from '@dundun/contracts';
import type { JsonObject } from '@dundun/domain';
import type { SourceLevel } from '../intake/source-intake.repository.js';

/** A stored event that is due to be processed. */
export interface DueEvent extends Record<string, unknown> {
  event_id: string;
  id: string;
  payload: JsonObject;
  level: SourceLevel;
  attempts: number;
  /** Milliseconds since it was received. */
  age: number;
  request_id: string | null;
}

/** What became of an event. In the state `received` it is tried again at `dueAt`. */
export interface EventResult {
  eventId: string;
  state: SourceEventState;
  /** Milliseconds since the epoch. */
  dueAt?: number;
  attempts: number;
  /** The key of the person whose later events wait for this one, or {@link ALL_PEOPLE}. */
  holds?: string;
  reason?: string;
  notices?: string[];
  event?: string;
  uid?: string;
}

/** Later events of a person wait until `until` (milliseconds since the epoch) for one that is tried again. */
export interface Holding extends Record<string, unknown> {
  holds: string;
  until: number;
  /** The id of the first event that waits; events received before it do not. */
  first: string;
}

/** Stands for every person of a source in `holds`, while the person of an event is unknown. */
export const ALL_PEOPLE = 'everybody';
