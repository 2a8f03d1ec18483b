/** Returns the 16 bytes of an id as the database spells it. */
export const uuidBytes = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');
