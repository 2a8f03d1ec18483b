import { MAILBOX_DOMAINS } from '@dundun/domain';

/** Whether a message with this status counts for a figure. A status may turn into another, and a figure then falls. */
export const MAIL_STATUSES = {
  sent: ['sent', 'captured', 'delivered', 'bounced', 'complained'],
  arrived: ['sent', 'captured', 'delivered', 'complained'],
  confirmed: ['captured', 'delivered', 'complained'],
  bounced: ['bounced'],
  complained: ['complained'],
  failed: ['failed', 'unknown'],
};
/** Of messages that took more than one attempt. */
const DEFERRED = [...MAIL_STATUSES.sent, ...MAIL_STATUSES.failed];

export const figuresOf = (figures: Record<string, string[]>): string =>
  Object.entries(figures)
    .map(([what, statuses]) => `('${what}', ARRAY[${statuses.map((status) => `'${status}'`).join(', ')}])`)
    .join(', ');

/** Entries from before migration 1820000001000 do not say what the status was. */
export const BEFORE = `CASE WHEN data ? 'previous_status' THEN data->>'previous_status'
  WHEN data->>'status' IN ('delivered', 'bounced', 'complained') THEN 'sent' ELSE 'queued' END`;

/** The domain of an address; empty for anything else. */
const domainOf = (address: string) => `coalesce(lower(substring(${address} FROM '@([^@]+)$')), '')`;
/** The provider of a well-known domain; other domains count together, so that their number does not matter. */
const mailboxOf = (domain: string) =>
  `CASE ${Object.entries(MAILBOX_DOMAINS)
    .map(([provider, pattern]) => `WHEN ${domain} ~ '${pattern}' THEN '${provider}'`)
    .join(' ')} ELSE 'other' END`;

/** Every status that messages came to, +1 for the figure that it adds to and -1 for the one that it leaves. */
const STATUS_SIDES = `
  SELECT m.group_id, m.channel, m.domain, ${mailboxOf('m.recipient_domain')} AS mailbox, m.at, m.at AS sent_at, figure.what,
    (m.status = ANY(figure.statuses))::int - (m.status_before = ANY(figure.statuses))::int AS n
  FROM (
    SELECT mail.group_id, mail.is_repeated, mail.is_untracked, ${domainOf('mail.sender')} AS domain, data->>'channel' AS channel,
      ${domainOf(`data->'recipients'->0->>'address'`)} AS recipient_domain,
      coalesce((data->>'ended_at')::timestamptz, created_at) AS at, data->>'status' AS status, ${BEFORE} AS status_before
    FROM next CROSS JOIN LATERAL (
      SELECT group_id, sender->>'address' AS sender, attempts > 1 AS is_repeated, is_untracked FROM messages
      WHERE workspace_id = $1 AND messages.id = (next.data->>'message_id')::uuid OFFSET 0) AS mail
    WHERE type LIKE 'message.%' AND type NOT IN ('message.opened', 'message.clicked') OFFSET 0) AS m
  CROSS JOIN (VALUES ${figuresOf({ ...MAIL_STATUSES, deferred: DEFERRED, tracking_refused: MAIL_STATUSES.arrived })}) AS figure(what, statuses)
  WHERE CASE figure.what WHEN 'deferred' THEN m.is_repeated WHEN 'tracking_refused' THEN m.is_untracked ELSE true END`;

/** What is counted of a message now, +1, and what was counted before, -1. Rows from before this count have no times. */
const ENGAGEMENT_SIDES = `
  SELECT group_id, channel, domain, coalesce(mailbox_before, mailbox) AS mailbox, side.at, sent_at,
    CASE side.level WHEN 1 THEN side.what || '_by_machine' ELSE side.what END AS what, side.n
  FROM engaged CROSS JOIN LATERAL (VALUES
    ('opened', opened, opened_at, 1), ('opened', opened_before, opened_at_before, -1),
    ('clicked', clicked, clicked_at, 1), ('clicked', clicked_before, clicked_at_before, -1),
    ('unsubscribed', CASE WHEN left_at IS NULL THEN 0 ELSE 2 END, left_at, 1),
    ('unsubscribed', CASE WHEN left_at_before IS NULL THEN 0 ELSE 2 END, left_at_before, -1)) AS side(what, level, at, n)
  WHERE side.level > 0 AND side.at IS NOT NULL`;

/** Adds sums to counts, in the order of their keys, so that statements of two workers do not deadlock. */
const add = (table: string, keys: string, from: string) => `
  INSERT INTO ${table} AS known (workspace_id, ${keys}, count)
  SELECT $1, ${keys}, sum(n) FROM (${from}) AS counted GROUP BY ${keys} HAVING sum(n) <> 0 ORDER BY ${keys}
  ON CONFLICT (workspace_id, ${keys}) DO UPDATE SET count = known.count + excluded.count`;

/**
 * Counts what became of messages, each message once: the strongest of its opens and of its clicks, and the first opt-out by its
 * links. A message that an entry names is counted again from all that is stored of it, so that reclassified and repeated entries
 * change nothing twice. $1: workspace, $2: its zone.
 */
export const ENGAGEMENT = `
  named AS MATERIALIZED (
    SELECT (data->>'message_id')::uuid AS message_id,
      min((data->>'at')::timestamptz) FILTER (WHERE type = 'subscriber.unsubscribed') AS left_at
    FROM next
    WHERE type IN ('message.opened', 'message.clicked')
      OR type = 'subscriber.unsubscribed' AND data->>'message_id' IS NOT NULL
    GROUP BY 1),
  engaged AS MATERIALIZED (
    SELECT named.message_id, m.group_id, m.content_id, m.channel, coalesce(before.sent_at, m.sent_at) AS sent_at, ${domainOf('m.sender')} AS domain,
      ${mailboxOf(domainOf('m.recipient'))} AS mailbox, before.mailbox AS mailbox_before,
      found.opened, found.opened_at, found.clicked, found.clicked_at, coalesce(before.left_at, named.left_at) AS left_at,
      coalesce(clicks.links, '{}') AS links, coalesce(before.links, '{}') AS links_before,
      coalesce(before.opened, 0) AS opened_before, before.opened_at AS opened_at_before,
      coalesce(before.clicked, 0) AS clicked_before, before.clicked_at AS clicked_at_before, before.left_at AS left_at_before
    FROM named
    CROSS JOIN LATERAL (
      SELECT group_id, channel, coalesce(ended_at, created_at) AS sent_at, sender->>'address' AS sender, recipients->0->>'address' AS recipient,
        CASE WHEN group_id IS NOT NULL THEN (content->>'ref')::uuid END AS content_id
      FROM messages WHERE workspace_id = $1 AND id = named.message_id OFFSET 0) AS m
    CROSS JOIN LATERAL (
      SELECT coalesce(max(CASE WHEN machine THEN 1 ELSE 2 END) FILTER (WHERE kind = 'open'), 0) AS opened,
        coalesce(min(at) FILTER (WHERE kind = 'open' AND NOT machine), min(at) FILTER (WHERE kind = 'open')) AS opened_at,
        coalesce(max(CASE WHEN machine THEN 1 ELSE 2 END) FILTER (WHERE kind = 'click'), 0) AS clicked,
        coalesce(min(at) FILTER (WHERE kind = 'click' AND NOT machine), min(at) FILTER (WHERE kind = 'click')) AS clicked_at
      FROM hits WHERE workspace_id = $1 AND message_id = named.message_id OFFSET 0) AS found
    CROSS JOIN LATERAL (
      SELECT jsonb_object_agg(link, level) AS links FROM (
        SELECT link, max(CASE WHEN machine THEN 1 ELSE 2 END) AS level FROM hits
        WHERE workspace_id = $1 AND message_id = named.message_id AND kind = 'click' GROUP BY link OFFSET 0) AS each) AS clicks
    LEFT JOIN LATERAL (
      SELECT e.mailbox, e.sent_at, e.opened, e.opened_at, e.clicked, e.clicked_at, e.left_at, e.links FROM message_engagement e
      WHERE e.workspace_id = $1 AND e.message_id = named.message_id OFFSET 0) AS before ON true),
  engagement AS (
    INSERT INTO message_engagement AS known
      (workspace_id, message_id, mailbox, sent_at, opened, opened_at, clicked, clicked_at, left_at, links)
    SELECT $1, message_id, coalesce(mailbox_before, mailbox), sent_at, opened, opened_at, clicked, clicked_at, left_at, links FROM engaged
    WHERE (opened, opened_at, clicked, clicked_at, left_at, links) IS DISTINCT FROM
      (opened_before, opened_at_before, clicked_before, clicked_at_before, left_at_before, links_before)
    ORDER BY message_id
    ON CONFLICT (workspace_id, message_id) DO UPDATE SET mailbox = excluded.mailbox, sent_at = excluded.sent_at,
      opened = excluded.opened, opened_at = excluded.opened_at, clicked = excluded.clicked, clicked_at = excluded.clicked_at,
      left_at = excluded.left_at, links = excluded.links),
  sides AS MATERIALIZED (
    SELECT group_id, channel, domain, mailbox, at, sent_at, what, n FROM (${STATUS_SIDES}) AS statuses WHERE n <> 0
    UNION ALL ${ENGAGEMENT_SIDES}),
  groups AS (${add(
    'message_group_engagement',
    'group_id, what',
    `SELECT group_id, what, n FROM engaged CROSS JOIN LATERAL (VALUES
      ('opened', (opened = 2)::int - (opened_before = 2)::int),
      ('opened_by_machine', (opened = 1)::int - (opened_before = 1)::int),
      ('clicked', (clicked = 2)::int - (clicked_before = 2)::int),
      ('clicked_by_machine', (clicked = 1)::int - (clicked_before = 1)::int),
      ('unsubscribed', (left_at IS NOT NULL)::int - (left_at_before IS NOT NULL)::int)) AS side(what, n)
    WHERE group_id IS NOT NULL
    UNION ALL SELECT group_id, what, n FROM sides WHERE group_id IS NOT NULL AND what = 'tracking_refused'`,
  )}),
  group_hours AS (${add(
    'message_group_hours',
    'group_id, hour, what',
    `SELECT group_id, date_trunc('hour', at, $2) AS hour, what, n FROM sides WHERE group_id IS NOT NULL`,
  )}),
  group_mailboxes AS (${add(
    'message_group_mailboxes',
    'group_id, mailbox, what',
    `SELECT group_id, mailbox, what, n FROM sides WHERE group_id IS NOT NULL AND channel = 'email'`,
  )}),
  group_links AS (${add(
    'message_group_links',
    'group_id, content_id, link, what',
    `SELECT group_id, content_id, link::smallint AS link, CASE level WHEN '2' THEN 'clicked' ELSE 'clicked_by_machine' END AS what, n
     FROM engaged CROSS JOIN LATERAL (
       SELECT key, value, 1 FROM jsonb_each_text(links) UNION ALL
       SELECT key, value, -1 FROM jsonb_each_text(links_before)) AS side(link, level, n)
     WHERE group_id IS NOT NULL AND content_id IS NOT NULL`,
  )}),
  days AS (${add(
    'mail_days',
    'day, domain, mailbox, what',
    `SELECT (sent_at AT TIME ZONE $2)::date AS day, domain, mailbox, what, n FROM sides
     WHERE channel = 'email' AND sent_at IS NOT NULL AND domain <> ''`,
  )})`;
