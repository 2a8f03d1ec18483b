/** The prefix of a person's event keys: two people may have events of the same id, and neither can use up the other's. */
export const keyPrefix = (personId: string) => `api ${personId} `;
