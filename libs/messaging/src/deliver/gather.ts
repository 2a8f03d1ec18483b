/**
 * Bulk mail can wait for its statements to serve many messages: planning and committing one costs as much as ten rows. Waiting
 * longer makes the statements cheaper and the worker slower, because the messages that wait hold its slots.
 */
export const GATHER = { rows: 50, ms: 20 };
