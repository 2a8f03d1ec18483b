import { GRAPH_LIMITS, meetsAll, utf8Bytes, type AutomationTrigger, type ReEntry, type Told } from '@dundun/domain';

/** Something that happened, as triggers name it. */
export interface Occasion {
  kind: 'event' | 'segment' | 'list';
  /** The name of the event, or the id of the segment or list. */
  key: string;
  changes?: readonly string[];
}

/** Whether something that happened is what a trigger waits for. @param said what the event says, if it is one */
export function isTriggered(trigger: AutomationTrigger, occasion: Occasion | null, said: Told | undefined): boolean {
  if (!occasion || trigger.kind !== occasion.kind) return false;
  switch (trigger.kind) {
    case 'segment':
      return trigger.segment === occasion.key && occasion.changes?.includes(trigger.change) === true;
    case 'list':
      return trigger.list === occasion.key && occasion.changes?.includes(trigger.change) === true;
    case 'event':
      return trigger.event === occasion.key && said !== undefined && meetsAll(said, trigger.where);
  }
}

/** What somebody who comes in carries along: what the event says, if it is one. */
export const entryOf = (said: Told | undefined): Told =>
  said ? { value: said.value, properties: said.properties } : {};

/** Whether it is more than a run carries along. */
export const isTooLarge = (entry: Told): boolean => utf8Bytes(JSON.stringify(entry)) > GRAPH_LIMITS.entryBytes;

const LONGEST_KEY = 200;

/** Returns the key by which an event lets somebody in, empty where there is none; undefined if the event has to have one. */
export const keyOf = ({ policy }: ReEntry, name: string | undefined, said: Told | undefined): string | undefined =>
  policy === 'each_key' && name !== undefined ? keyText(said?.properties, name) : '';

/** Returns the value of a key as text; an event without one, or with an object in its place, enters nobody. */
function keyText(properties: Told['properties'], name: string): string | undefined {
  const value = properties && Object.hasOwn(properties, name) ? properties[name] : undefined;
  const text = typeof value === 'string' || typeof value === 'number' ? `${value}` : '';
  return text === '' || text.length > LONGEST_KEY ? undefined : text;
}
