/** The campaign or automation that sent a message. */
export interface MessageCause {
  kind: 'campaign' | 'automation';
  id: string;
  name: string;
}

/**
 * What sent a message `m`, by its group: a campaign is its own group, an automation names its group. An automation that was stopped
 * and published again has another group; its earlier messages name nothing.
 */
export const CAUSE = `
  CASE WHEN m.group_id IS NOT NULL THEN coalesce(
    (SELECT jsonb_build_object('kind', 'campaign', 'id', c.id, 'name', c.name)
     FROM campaigns c WHERE c.workspace_id = $1 AND c.id = m.group_id OFFSET 0),
    (SELECT jsonb_build_object('kind', 'automation', 'id', a.id, 'name', a.name)
     FROM automations a WHERE a.workspace_id = $1 AND a.group_id = m.group_id LIMIT 1)) END`;
