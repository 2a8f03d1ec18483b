import { isUtf8 } from 'node:buffer';
import { UnreadableHookError } from '@dundun/domain';
import { storable } from '../adapters/storable-text.js';

/**
 * The JSON of a sender's body, in a form that can be stored. Unlike with an integrator's call nothing is gained by refusing a
 * genuine event for a strange character in a customer's name: the sender would only repeat it.
 * @throws UnreadableHookError for what is no JSON, and for what is nested deeper than 64 levels
 */
export function senderBody(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw new UnreadableHookError('it is not valid UTF-8');
  const text = bytes.toString('utf8');
  return storable(
    parsed(text.startsWith('\ufeff') ? text.slice(1) : text),
    (detail) => new UnreadableHookError(detail),
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UnreadableHookError('it is not valid JSON');
  }
}
