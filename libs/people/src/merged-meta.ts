import { EVENT_LIMITS, type Scalar } from '@dundun/domain';

export type Attributes = Record<string, Scalar>;

/** The destination's attributes, and the source's up to the limit. */
export function mergedMeta(source: Attributes, destination: Attributes): Attributes {
  const merged = { ...destination };
  let room = EVENT_LIMITS.properties - Object.keys(destination).length;
  for (const [name, value] of Object.entries(source)) {
    if (Object.hasOwn(destination, name) || room-- <= 0) continue;
    merged[name] = value;
  }
  return merged;
}
