import type { Declared, MachineReason } from './machine-detection.js';
import { ERASED } from '../message/message.js';

export interface MessageKey {
  workspace_id: number;
  message_id: string;
}

export interface EngagedMessageRow extends MessageKey, Record<string, unknown> {
  ended_at: Date | null;
  /** Whether only the fact of sending is kept, because the retention has ended or the recipient is erased. */
  is_forgotten: boolean;
  /** How many opens and clicks of it are stored, counted up to 2,000. */
  stored: number;
  /** The links that were clicked; null is an open. */
  links: (number | null)[];
}

export interface SeenRow extends MessageKey, Record<string, unknown> {
  id: string;
  link: number | null;
  at: Date;
  ip: string | null;
  reason: MachineReason | null;
}

const ASKED = `jsonb_to_recordset($1::jsonb) AS asked(workspace_id int, message_id uuid, since timestamptz, until timestamptz)`;

/** When these messages were handed over, and what is stored of their engagement. Deleted messages have no row. */
export const MESSAGES = {
  name: 'hits-messages',
  text: `
    SELECT m.workspace_id, m.id AS message_id, m.ended_at,
      coalesce(m.created_at < now() - w.content_days * interval '1 day', false)
        OR m.recipients @> '[{"address": "${ERASED}"}]' AS is_forgotten,
      kept.stored, kept.links
    FROM ${ASKED}
    JOIN messages m ON m.workspace_id = asked.workspace_id AND m.id = asked.message_id
    JOIN workspaces w ON w.id = m.workspace_id
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS stored, coalesce(array_agg(DISTINCT newest.link), '{}') AS links
      FROM (
        SELECT hits.link FROM hits
        WHERE hits.workspace_id = asked.workspace_id AND hits.message_id = asked.message_id
        ORDER BY hits.at DESC LIMIT 2000
      ) AS newest
    ) AS kept`,
};

/** May run again with the same rows. */
export const STORE = {
  name: 'hits-store',
  text: `
    INSERT INTO hits (workspace_id, message_id, at, id, kind, link, ip, user_agent, declared, reason)
    SELECT workspace_id, message_id, at, id, kind, link, ip, user_agent, declared, reason
    FROM jsonb_to_recordset($1::jsonb) AS hit(
      workspace_id int, message_id uuid, at timestamptz(3), id uuid, kind text, link smallint,
      ip inet, user_agent text, declared text, reason text)
    ON CONFLICT DO NOTHING`,
};

/** Opens and clicks of these messages around the given times, oldest first; only the newest 500 of each message. */
export const AROUND = {
  name: 'hits-around',
  text: `
    SELECT seen.workspace_id, seen.message_id, seen.id, seen.link, seen.at, host(seen.ip) AS ip, seen.reason
    FROM ${ASKED} CROSS JOIN LATERAL (
      SELECT hits.* FROM hits
      WHERE hits.workspace_id = asked.workspace_id AND hits.message_id = asked.message_id
        AND hits.at BETWEEN asked.since - interval '1 minute' AND asked.until + interval '1 minute'
      ORDER BY hits.at DESC LIMIT 500
    ) AS seen
    ORDER BY seen.at, seen.id`,
};

export const JUDGE = {
  name: 'hits-judge',
  text: `
    UPDATE hits SET reason = judged.reason
    FROM jsonb_to_recordset($1::jsonb) AS judged(workspace_id int, message_id uuid, at timestamptz, id uuid, reason text)
    WHERE hits.workspace_id = judged.workspace_id AND hits.message_id = judged.message_id
      AND hits.at = judged.at AND hits.id = judged.id AND hits.reason IS NULL`,
};

export const OF_MESSAGE = {
  name: 'hits-of-message',
  text: `
    SELECT * FROM (
      SELECT id, kind, link, at, host(ip) AS ip, user_agent, machine, reason FROM hits
      WHERE workspace_id = $1 AND message_id = $2 ORDER BY at DESC, id DESC LIMIT 1000
    ) AS newest
    ORDER BY at, id`,
};

/** A stored open or click with all that its classification depends on. */
export interface ClassifiedRow extends Record<string, unknown> {
  message_id: string;
  id: string;
  kind: 'open' | 'click';
  link: number | null;
  at: Date;
  ip: string | null;
  user_agent: string | null;
  declared: Declared | null;
  reason: MachineReason | null;
  ended_at: Date | null;
  links: string[] | null;
  honeypot: number | null;
}

/** The opens and clicks of the next messages behind $2, up to $3, each message in chronological order. */
export const TO_JUDGE = `
  SELECT h.message_id, h.id, h.kind, h.link, h.at, host(h.ip) AS ip, h.user_agent, h.declared, h.reason,
    m.ended_at, m.content->'links' AS links, (m.content->'track'->>'honeypot')::int AS honeypot
  FROM (
    SELECT * FROM hits WHERE workspace_id = $1 AND message_id > $2 ORDER BY workspace_id, message_id, at, id LIMIT $3
  ) AS h
  LEFT JOIN LATERAL (
    SELECT ended_at, content_of(workspace_id, content) AS content FROM messages WHERE messages.workspace_id = h.workspace_id AND messages.id = h.message_id LIMIT 1
  ) AS m ON true
  ORDER BY h.message_id, h.at, h.id`;

export const JUDGE_AGAIN = `
  UPDATE hits SET reason = judged.reason
  FROM jsonb_to_recordset($2::jsonb) AS judged(message_id uuid, at timestamptz, id uuid, reason text)
  WHERE hits.workspace_id = $1 AND hits.message_id = judged.message_id AND hits.at = judged.at AND hits.id = judged.id`;
