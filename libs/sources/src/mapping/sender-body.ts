import { isUtf8 } from 'node:buffer';
import { UnreadableHookError } from '@dundun/domain';
import { storable } from '../adapters/storable-text.js';

/**
 * Parses a sender's body and sanitizes it for storage. Unlike the call of an integrator, a genuine event is not refused for an
 * unstorable character in a customer's name: the sender would only repeat it.
 * @throws UnreadableHookError for invalid JSON and for values nested deeper than 64 levels
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
