import { GRAPH_LIMITS, isJsonObject, isStorableObject, utf8Bytes, type JsonObject } from '@dundun/domain';

/**
 * Returns the fields of an answer that a step keeps.
 * @returns null if it is no JSON object of at most 8 KB, or has what cannot be stored in them
 */
export function keptOf(answer: string | null, keep: readonly string[]): JsonObject | null {
  if (keep.length === 0) return {};
  const read = parsed(answer);
  if (read === null) return null;
  const kept = Object.fromEntries(keep.filter((name) => Object.hasOwn(read, name)).map((name) => [name, read[name]]));
  return isStorableObject(kept) ? (kept as JsonObject) : null;
}

function parsed(answer: string | null): Record<string, unknown> | null {
  if (answer === null || utf8Bytes(answer) > GRAPH_LIMITS.answerBytes) return null;
  try {
    const value: unknown = JSON.parse(answer);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}
