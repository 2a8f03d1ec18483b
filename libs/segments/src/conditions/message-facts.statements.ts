/**
 * Returns SQL of what happened with the messages of lists to a person: name, at, and as properties the list and the campaign, whose
 * messages are a group. An open or a click counts each time. A message that went to an address before its person was known is theirs, as everywhere.
 * @param person SQL of the id
 */
export const messageFacts = (workspace: string, person: string): string => `
  SELECT fact.name, fact.at, jsonb_build_object('list', m.list_id, 'campaign', m.group_id) AS properties, NULL::jsonb AS value
  FROM (
    SELECT mp.message_id FROM message_people mp WHERE mp.workspace_id = ${workspace} AND mp.person_id = ${person}
    UNION
    SELECT mp.message_id FROM person_keys k
    JOIN message_people mp ON mp.workspace_id = ${workspace} AND mp.address = k.value AND mp.person_id IS NULL
    WHERE k.workspace_id = ${workspace} AND k.person_id = ${person} AND k.kind <> 'device') AS mine
  JOIN messages m ON m.workspace_id = ${workspace} AND m.id = mine.message_id AND m.list_id IS NOT NULL
    AND m.status IN ('sent', 'delivered', 'bounced', 'complained')
  CROSS JOIN LATERAL (
    SELECT 'sent' AS name, coalesce(m.ended_at, m.created_at) AS at
    UNION ALL
    SELECT 'arrived', coalesce(m.ended_at, m.created_at) WHERE m.status <> 'bounced'
    UNION ALL
    SELECT m.status, coalesce(m.ended_at, m.created_at) WHERE m.status IN ('bounced', 'complained')
    UNION ALL
    SELECT CASE h.kind WHEN 'open' THEN 'opened' ELSE 'clicked' END || by.whom, h.at FROM hits h
    CROSS JOIN LATERAL (SELECT ' by anybody' AS whom UNION ALL SELECT '' WHERE NOT h.machine) AS by
    WHERE h.workspace_id = ${workspace} AND h.message_id = m.id) AS fact`;
