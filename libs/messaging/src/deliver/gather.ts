/**
 * Bulk mail can wait for its statements to serve many messages: planning and committing one costs as much as ten rows. At 200 rows a
 * start costs half of what it costs at 50. What waits holds no slot, because bulk mail is marked ahead of its slots.
 */
export const GATHER = { rows: 200, ms: 40 };
