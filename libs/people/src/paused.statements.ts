/**
 * Prints whether somebody who has an address has paused marketing. One person is found by an address and others share it: the pause of
 * each counts. Every lookup is by key, whatever the statistics say.
 * @param key an email address in its normal form, or the digits of a number
 */
export const isPaused = (workspace: string, key: string): string => `EXISTS (
  SELECT FROM (
    SELECT k.person_id FROM person_keys k
    WHERE k.workspace_id = ${workspace} AND k.kind = ${kindOf(key)} AND k.value = ${key}
    UNION ALL
    SELECT k.person_id FROM shared_keys k
    WHERE k.workspace_id = ${workspace} AND k.kind = ${kindOf(key)} AND k.value = ${key}
    OFFSET 0) AS holder
  CROSS JOIN LATERAL (
    SELECT FROM people p
    WHERE p.workspace_id = ${workspace} AND p.id = holder.person_id AND p.marketing_paused_until > now()
    OFFSET 0) AS pausing
  OFFSET 0)`;

const kindOf = (key: string) => `CASE WHEN strpos(${key}, '@') > 0 THEN 'email' ELSE 'number' END`;
