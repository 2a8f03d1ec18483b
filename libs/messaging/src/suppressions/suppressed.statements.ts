/**
 * Prints whether a suppression `s` stops messages of every kind: a bounce, a STOP and a decision by hand do. A complaint and an
 * unsubscribe at the provider are about marketing, unless the workspace chose that complaints stop everything.
 */
export const stopsAll = `(s.reason NOT IN ('complaint', 'unsubscribe') OR s.stopped_at IS NOT NULL
  OR s.reason = 'complaint' AND (SELECT w.complaints_stop_all FROM workspaces w WHERE w.id = s.workspace_id))`;

/**
 * Prints whether a suppression stops a message to an address. By key, whatever the statistics say: OFFSET 0 keeps it from becoming
 * a hash of all suppressions.
 * @param list the list of the message; what has one is marketing
 */
export const isSuppressed = (workspace: string, key: string, list: string): string => `EXISTS (
  SELECT FROM suppressions s
  WHERE s.workspace_id = ${workspace} AND s.address = ${key} AND (${list} IS NOT NULL OR ${stopsAll}) OFFSET 0)`;
