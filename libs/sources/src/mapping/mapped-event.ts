import type { JsonObject } from '@dundun/domain';
import type { Evaluate, MergeEffect, SourceAdapter } from '../adapters/source-adapter.js';
import { storableEffect, type StorableEffect } from '../adapters/storable-fields.js';
import { noteIn, shortened } from './source-words.js';

/** What an event means, in a form that can be stored. */
export interface MappedEvent {
  /** Why the sender's event has no meaning here; null when it has one. */
  ignored: string | null;
  effects: (StorableEffect | MergeEffect)[];
  /** What was left out or changed. */
  notices: string[];
}

/** Maps the payload of one event. @throws MappingError, UnavailableError from `evaluate` */
export async function mapEvent(
  { adapter, settings }: { adapter: SourceAdapter; settings: JsonObject },
  payload: JsonObject,
  evaluate: Evaluate,
): Promise<MappedEvent> {
  const mapped = await adapter.map(payload, settings, evaluate);
  if ('ignored' in mapped) return { ignored: shortened(mapped.ignored), effects: [], notices: [] };
  const notices: string[] = [];
  const note = noteIn(notices);
  const effects = mapped.map((effect) => ('merge' in effect ? effect : storableEffect(effect, note)));
  return { ignored: null, effects, notices };
}
