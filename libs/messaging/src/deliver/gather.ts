/**
 * Bulk mail can wait for its statements to serve many messages: planning and committing one costs as much as ten rows. An outcome
 * waits less than a start, because until it is recorded, a killed worker leaves it unknown.
 */
export const GATHER = { starts: { rows: 100, ms: 200 }, outcomes: { rows: 100, ms: 50 } };
