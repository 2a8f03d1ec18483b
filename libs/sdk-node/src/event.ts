import { randomUUID } from 'node:crypto';
import { checkProperties, isStorable } from './properties.js';

/** An event as a caller states it. */
export interface EventFields {
  /** Its name. */
  event: string;
  value?: string | number | boolean;
  properties?: Record<string, unknown>;
  /** When it happened; now when absent. */
  timestamp?: Date | string | number;
  /** Names the event: it is stored once within 7 days, whoever sends it. One is made when absent. */
  event_id?: string;
}

/** An event that waits to be sent, as it goes into a batch: `id` is the uid. */
export interface QueuedEvent extends EventFields {
  id: string;
  event_id: string;
}

const LONGEST = 255;
const LARGEST_BYTES = 100_000;

/**
 * The event as a line of JSON. It has its id from here on, so that a retry is stored once.
 * @throws TypeError for what the service would refuse: here, beside the mistake, and not later
 */
export function lineOf(uid: string, given: string | EventFields): string {
  const fields = typeof given === 'string' ? { event: given } : given;
  const { event_id = randomUUID(), timestamp = new Date() } = fields;
  // A dot or two would be steps in the path of a call.
  if (!isText(uid) || /^\.{1,2}$/.test(uid)) throw new TypeError(`uid must be 1 to ${LONGEST} characters.`);
  if (!isText(fields.event)) throw new TypeError(`event must be a name of 1 to ${LONGEST} characters.`);
  if (!isText(event_id)) throw new TypeError(`event_id must be 1 to ${LONGEST} characters.`);
  if (timestamp instanceof Date && Number.isNaN(timestamp.getTime())) throw new TypeError('timestamp is no date.');
  const { event: name, value, properties } = fields;
  if (typeof value === 'object' && value !== null) throw new TypeError('value must be a text, a number or a boolean.');
  const event: QueuedEvent = { id: uid, event: name, value, properties, event_id, timestamp };
  const line = JSON.stringify(event);
  if (Buffer.byteLength(line) > LARGEST_BYTES) throw new TypeError(`The event is larger than ${LARGEST_BYTES} bytes.`);
  if (properties !== undefined && properties !== null) checkProperties((JSON.parse(line) as QueuedEvent).properties);
  return line;
}

/** Counted as the service does, in characters and not in UTF-16 units. */
const isText = (text: unknown) =>
  typeof text === 'string' &&
  text !== '' &&
  isStorable(text) &&
  (text.length <= LONGEST || [...text].length <= LONGEST);
