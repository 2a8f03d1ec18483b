/** The columns of a person `p`, named as the entity names them. */
export const PERSON_COLUMNS = `
  p.workspace_id AS "workspaceId", p.id, p.uid, p.uid_updateable AS "uidUpdateable", p.first_name AS "firstName",
  p.last_name AS "lastName", p.email, p.number, p.tz,
  p.is_account AS "isAccount", p.devices, p.meta, p.created_at AS "createdAt"`;
