import { idAt } from './ids.mjs';

const DAY_MS = 86_400_000;
/** How long people think before they leave, or confirm. */
const STAY_MS = 60 * DAY_MS;
const CONFIRM_MS = 5 * 3_600_000;
const LATE_MS = 2 * DAY_MS;

const MEMBERSHIPS = `
  INSERT INTO memberships (workspace_id, list_id, person_id, status, confirmed_at, joined_at, changed_at)
  SELECT workspace_id, list_id, person_id, status, confirmed_at, joined_at, changed_at FROM jsonb_to_recordset($1::jsonb) AS given(
    workspace_id int, list_id uuid, person_id uuid, status text, confirmed_at timestamptz, joined_at timestamptz, changed_at timestamptz)
  ORDER BY 1, 2, 3 ON CONFLICT DO NOTHING`;
const CONSENTS = `
  INSERT INTO consents (workspace_id, id, list_id, person_id, action, method, address, text_shown, at)
  SELECT workspace_id, id, list_id, person_id, action, method, address, text_shown, at FROM jsonb_to_recordset($1::jsonb) AS given(
    workspace_id int, id uuid, list_id uuid, person_id uuid, action text, method text, address text, text_shown text, at timestamptz)
  ORDER BY at, id`;
const COUNTERS = `
  INSERT INTO list_counters AS c (workspace_id, list_id, slot, subscribers)
  SELECT workspace_id, list_id, 0, count(*) FROM memberships
  WHERE workspace_id = $1 AND list_id = ANY($2::uuid[]) AND status = 'subscribed' GROUP BY 1, 2
  ON CONFLICT (workspace_id, list_id, slot) DO UPDATE SET subscribers = excluded.subscribers`;

const DATES = `
  UPDATE lists l SET created_at = given.at, broadcast_count = given.broadcasts
  FROM jsonb_to_recordset($1::jsonb) AS given(workspace_id int, id uuid, at timestamptz, broadcasts int)
  WHERE l.workspace_id = given.workspace_id AND l.id = given.id`;

/** Says that lists are as old as their first members, and what was sent to them. */
export const dateLists = ({ database, workspace }, lists, campaigns) =>
  database.write(
    DATES,
    lists.map(({ list: { id }, joins }) => ({
      ...{ workspace_id: workspace, id, broadcasts: campaigns.filter(({ list }) => list.id === id).length },
      at: timeOf(Math.min(Date.now(), ...joins.map(({ joined }) => joined))),
    })),
  );

/** Decides who joined a list, when, and who has left it since. */
export function joinsOf(random, people, { share, leaves, double_optin: isDouble, from = 0, to = Date.now() }) {
  return people.flatMap((person) => {
    const joined = Math.max(Date.parse(person.joined) + random() ** 3 * 30 * DAY_MS, from);
    const [isMember, leavesAfter, hasLeft] = [random() < share, random() * STAY_MS, random() < leaves];
    const answers = joined + 60_000 + random() ** 2 * CONFIRM_MS;
    if (!isMember || joined > to) return [];
    const isPending = isDouble && (answers > Date.now() || (random() < 0.2 && joined > Date.now() - 30 * DAY_MS));
    const left = hasLeft && !isPending && joined + leavesAfter < Date.now() ? joined + LATE_MS / 2 + leavesAfter : null;
    return [{ person, joined, isPending, confirmed: isDouble && !isPending ? answers : null, left: left && left < Date.now() ? left : null }]; // prettier-ignore
  });
}

/** Writes memberships with the consents that led to them. */
export async function writeJoins({ database, workspace }, lists) {
  const rows = lists.flatMap(({ list, joins }) => joins.map((join) => membershipOf(workspace, list, join)));
  await database.write(MEMBERSHIPS, rows);
  const consents = lists.flatMap(({ list, joins }) => joins.flatMap((join) => consentsOf(workspace, list, join)));
  await database.write(CONSENTS, consents);
  await database.query(COUNTERS, [workspace, lists.map(({ list }) => list.id)]);
}

const timeOf = (ms) => ms && new Date(ms).toISOString();

const membershipOf = (workspace, list, { person, joined, confirmed, isPending, left }) => ({
  workspace_id: workspace,
  list_id: list.id,
  person_id: person.id,
  status: left ? 'unsubscribed' : isPending ? 'pending' : 'subscribed',
  confirmed_at: timeOf(confirmed),
  joined_at: timeOf(joined),
  changed_at: timeOf(left ?? confirmed ?? joined),
});

function consentsOf(workspace, list, { person, joined, confirmed, isPending, left, leftBy = 'preferences' }) {
  const step = (action, method, at) => ({
    workspace_id: workspace,
    id: idAt(at, `${list.id} ${person.uid} ${action}`),
    list_id: list.id,
    person_id: person.id,
    action,
    method,
    address: person.email,
    text_shown: method === 'form' ? `Yes, send me ${list.title}.` : null,
    at: timeOf(at),
  });
  return [
    step(confirmed || isPending ? 'requested' : 'subscribed', 'form', joined),
    ...(confirmed ? [step('confirmed', 'confirm_page', confirmed)] : []),
    ...(left ? [step('unsubscribed', leftBy, left)] : []),
  ];
}
