import { meetsAll, type AutomationTrigger, type Told } from '@dundun/domain';

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

const LONGEST_KEY = 200;

/** Returns the value of a key as text; an event without one, or with an object in its place, enters nobody. */
export function keyText(properties: Told['properties'], name: string): string | undefined {
  const value = properties && Object.hasOwn(properties, name) ? properties[name] : undefined;
  const text = typeof value === 'string' || typeof value === 'number' ? `${value}` : '';
  return text === '' || text.length > LONGEST_KEY ? undefined : text;
}
