/**
 * The condition on messages `m` for a member who is limited to lists: mail of these lists, and other messages if all their
 * recipients are on these lists.
 * @param lists the parameter with the ids; null is all
 */
export const withinLists = (lists: string): string => `(
  ${lists}::uuid[] IS NULL OR m.list_id = ANY(${lists}::uuid[]) OR (m.list_id IS NULL AND NOT EXISTS (
    SELECT FROM jsonb_array_elements(m.recipients) AS recipient
    WHERE NOT EXISTS (
      SELECT FROM person_keys k
      JOIN memberships s ON s.workspace_id = k.workspace_id AND s.person_id = k.person_id
      WHERE k.workspace_id = m.workspace_id AND k.value = coalesce(recipient->>'key', lower(recipient->>'address'))
        AND s.list_id = ANY(${lists}::uuid[])))))`;
