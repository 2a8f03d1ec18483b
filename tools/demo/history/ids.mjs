import { createHash } from 'node:crypto';

const hex = (bytes) => bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

/** Returns a uuid v7 that begins with a time, like those of the service; the same for the same name. */
export function idAt(time, name) {
  const bytes = createHash('sha256').update(`demo ${name}`).digest().subarray(0, 16);
  bytes.writeUIntBE(time, 0, 6);
  bytes[6] = (bytes[6] & 0x0f) | 0x70;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  return hex(bytes);
}

/** Returns the hash by which a campaign knows an address. */
export const addressKey = (address) => hex(createHash('md5').update(address).digest());
