/** Rows that share the count of one status, so that concurrent writers rarely wait for each other. */
const SLOTS = 32;

/**
 * Prints a CTE that counts the messages of groups by the status in which they have ended; rows are locked in the order of their
 * keys.
 * @param moves a CTE with workspace_id, group_id, status and by, which is 1 for a message that has ended in the status, and -1 for
 *   one that no longer has
 */
export const groupCounts = (moves: string): string => `
  grouped AS (
    INSERT INTO message_group_counts AS c (workspace_id, group_id, status, slot, count)
    SELECT workspace_id, group_id, status, pg_backend_pid() % ${SLOTS}, sum(by) FROM ${moves}
    WHERE group_id IS NOT NULL GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (workspace_id, group_id, status, slot) DO UPDATE SET count = c.count + excluded.count)`;
