import { addressKey, idAt } from './ids.mjs';
import { fateOf, hitsOf } from './fates.mjs';
import { between } from '../random.mjs';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const LINKS = [
  'https://shop.example.com/this-week',
  'https://shop.example.com/beans',
  'https://shop.example.com/recipes',
];
const SPREAD_MS = 6 * 60_000;
const FRIDAY = 5;

const CAMPAIGN = `
  INSERT INTO campaigns (workspace_id, id, name, labels, state, lists, list_id, content, content_id, sender, start_at, started_by, frozen_at,
    is_broadcast_counted, ended_at, created_at, updated_at)
  SELECT workspace_id, id, name, labels, 'sent', lists, list_id, content, content_id, sender, start_at, 'Owner', start_at, true, ended_at,
    created_at, ended_at
  FROM jsonb_to_recordset($1::jsonb) AS given(
    workspace_id int, id uuid, name text, labels text[], lists uuid[], list_id uuid, content jsonb, content_id uuid, sender jsonb,
    start_at timestamptz, ended_at timestamptz, created_at timestamptz)`;
const GROUP = `
  INSERT INTO message_groups (workspace_id, id) SELECT workspace_id, id FROM jsonb_to_recordset($1::jsonb) AS given(workspace_id int, id uuid)`;
const RECIPIENTS = `
  INSERT INTO campaign_recipients (workspace_id, campaign_id, person_id, address_key, list_id, since, send_at, state, message_id)
  SELECT workspace_id, campaign_id, person_id, address_key, list_id, since, send_at, 'queued', message_id
  FROM jsonb_to_recordset($1::jsonb) AS given(workspace_id int, campaign_id uuid, person_id uuid, address_key uuid, list_id uuid,
    since timestamptz, send_at timestamptz, message_id uuid)`;
const COUNTS = `
  INSERT INTO campaign_counts (workspace_id, campaign_id, what, reason, count)
  SELECT workspace_id, campaign_id, what, reason, count FROM jsonb_to_recordset($1::jsonb) AS given(
    workspace_id int, campaign_id uuid, what text, reason text, count bigint)`;
const ENDED = `
  INSERT INTO message_group_counts (workspace_id, group_id, status, slot, count)
  SELECT workspace_id, group_id, status, 0, count(*) FROM messages WHERE workspace_id = $1 AND group_id IS NOT NULL GROUP BY 1, 2, 3
  ON CONFLICT (workspace_id, group_id, status, slot) DO NOTHING`;

/**
 * Returns the campaigns of a list, one every `every` days, on Fridays at 9 in the morning, with their mails. Who reads them opens
 * about four of ten; a few leave the list, which `joins` then says. `gone` has the addresses that can no longer get mail.
 */
export function campaignsOf(random, { list, joins, titles, every, days, label, contents, sender, gone }) {
  const today = Math.floor(Date.now() / DAY_MS);
  const friday = today - ((new Date().getUTCDay() - FRIDAY + 7) % 7);
  const length = Math.floor(days / every);
  return Array.from({ length }, (_, index) => {
    const at = (friday - (length - 1 - index) * every) * DAY_MS + 9 * HOUR_MS + between(random, 0, 20) * 60_000;
    const { name, subject } = titles[index % titles.length];
    const content = contents[name];
    const campaign = { id: idAt(at - DAY_MS, `${list.id} ${index}`), name, subject, label, at, list, content, sender };
    const known = joins.filter(({ joined }) => joined < at);
    const excluded = { pending: [], unsubscribed: [], suppressed: [] };
    const mails = known.flatMap((join) => {
      const reason = reasonAgainst(join, at, gone);
      if (reason) excluded[reason].push(join);
      return reason ? [] : [mailOf(random, campaign, join, gone)];
    });
    return { ...campaign, excluded, mails };
  }).filter(({ at }) => at < Date.now() - DAY_MS / 4);
}

function reasonAgainst({ person, isPending, left }, at, gone) {
  if (left && left < at) return 'unsubscribed';
  if (isPending) return 'pending';
  return gone.get(person.email) < at ? 'suppressed' : undefined;
}

function mailOf(random, { id: group, at, subject, list, content, sender }, join, gone) {
  const { person } = join;
  const sent = at + between(random, 0, SPREAD_MS);
  const id = idAt(sent, `${group} ${person.uid}`);
  const fate = fateOf(random, 'email');
  if (fate.isLast) gone.set(person.email, sent);
  const hits =
    fate.status === 'delivered' ? hitsOf(random, sent, { opens: 0.36, clicks: 0.07, links: LINKS.length }) : [];
  if (hits.length > 0 && !join.left && random() < 0.006)
    Object.assign(join, { left: hits[0].at + 60_000, leftBy: 'one_click' });
  return {
    ...{ id, group, join, channel: 'email', to: person.email, at: sent, ended: sent + between(random, 900, 20_000) },
    ...{ fate, sender, hits, list: list.id },
    content: { subject, ref: content.id, variables: { first_name: person.first_name } },
    tags: ['newsletter'],
  };
}

/** The contents that the mails of a campaign share. */
export const campaignContent = ({ id, name: template, html, text }, { name, subject }) => {
  const madeFrom = { template: { id, name: template } };
  return { name, madeFrom, subject, html, text, links: LINKS, variables: ['first_name'] };
};

/** Writes the campaigns, but not their mails. */
export async function writeCampaigns({ database, workspace }, campaigns) {
  const own = { workspace_id: workspace };
  await database.write(CAMPAIGN, campaigns.map((campaign) => ({ ...own, ...rowOf(campaign) }))); // prettier-ignore
  await database.write(GROUP, campaigns.map(({ id }) => ({ ...own, id }))); // prettier-ignore
  const each = campaigns.flatMap(({ id, at, list, mails }) =>
    mails.map(({ id: message, to, join: { person, joined } }) => ({
      ...{ ...own, campaign_id: id, person_id: person.id, list_id: list.id, message_id: message },
      address_key: addressKey(to),
      since: new Date(joined).toISOString(),
      send_at: new Date(at).toISOString(),
    })),
  );
  await database.write(RECIPIENTS, each);
  const counts = campaigns.flatMap(({ id, mails, excluded }) => {
    const against = Object.entries(excluded).map(([reason, { length }]) => ({
      what: 'excluded',
      reason,
      count: length,
    }));
    const matched = against.reduce((sum, { count }) => sum + count, mails.length);
    return [
      { what: 'matched', reason: '', count: matched },
      { what: 'queued', reason: '', count: mails.length },
      ...against,
    ]
      .filter(({ count }) => count > 0)
      .map((count) => ({ campaign_id: id, ...count }));
  });
  await database.write(COUNTS, counts.map((row) => ({ ...own, ...row }))); // prettier-ignore
}

/** Counts how the mails of campaigns ended; they are written by then. */
export const countCampaigns = ({ database, workspace }) => database.query(ENDED, [workspace]);

function rowOf({ id, name, subject, label, at, list, content, sender }) {
  const time = (ms) => new Date(ms).toISOString();
  return {
    ...{ id, name, labels: [label], lists: [list.id], list_id: list.id, content_id: content.id },
    content: { subject, template: content.madeFrom.template.name },
    sender: { name: sender.name, email: sender.address, reply_to: null, integration_id: null },
    start_at: time(at),
    ended_at: time(at + SPREAD_MS + 25_000),
    created_at: time(at - DAY_MS),
  };
}
