const SIZE = 256 * 1024;
/** A larger buffer has memory of its own. */
const MOST = 64 * 1024;

let rest = Buffer.alloc(0);

/**
 * Returns uninitialized bytes for a mail in flight, cut off a piece of memory that many mails share. Memory of its own for each mail
 * would be given back by the garbage collector, at several times the price of writing the mail. Do not keep it for long.
 */
export function fromSlab(length: number): Buffer {
  if (length > MOST) return Buffer.allocUnsafeSlow(length);
  if (rest.length < length) rest = Buffer.allocUnsafeSlow(SIZE);
  const taken = rest.subarray(0, length);
  rest = rest.subarray(length);
  return taken;
}

/** Returns the parts one after the other, from the slab. */
export function joinedFromSlab(parts: readonly Buffer[]): Buffer {
  const [only] = parts;
  if (only && parts.length === 1) return only;
  const joined = fromSlab(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) at += part.copy(joined, at);
  return joined;
}
