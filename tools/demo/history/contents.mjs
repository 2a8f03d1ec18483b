import { randomUUID } from 'node:crypto';

const STORE = `
  INSERT INTO message_contents (workspace_id, id, subject, html, text, variables, links, track)
  SELECT workspace_id, id, subject, html, text, variables, links, track FROM jsonb_to_recordset($1::jsonb) AS given(
    workspace_id int, id uuid, subject text, html text, text text, variables text[], links jsonb, track jsonb)`;
const TRACK = { opens: true, clicks: true, honeypot: null };

/** Writes contents that many messages share. @returns them with their ids, by name */
export async function writeContents({ database, workspace }, contents) {
  const stored = contents.map((content) => ({ ...content, id: randomUUID(), workspace_id: workspace, track: TRACK }));
  await database.write(STORE, stored);
  return Object.fromEntries(stored.map((content) => [content.name, content]));
}
