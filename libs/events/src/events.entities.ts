/** Events are written and read in bulk, by SQL alone. */
export const eventsEntities: (new () => object)[] = [];
