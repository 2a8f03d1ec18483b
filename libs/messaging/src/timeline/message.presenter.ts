import type {
  ListedMessageView,
  MessageContentView,
  MessageView,
  TagReportView,
  TimelineEntry,
} from '@dundun/contracts';
import { smsSize } from '@dundun/domain';
import type { Caller } from '@dundun/platform/http';
import type { ReportRow } from '../reports/delivery-reports.repository.js';
import type { EngagementRow } from '../tracking/engagements.repository.js';
import type { EmailContent, Recipient, SmsContent } from '../message/message.js';
import type { AttemptRow, MessageRow } from '../message/message.repository.js';
import { actionsOf, isKept } from './message-actions.js';
import type { ListedMessageRow } from './message-search.repository.js';
import type { TagReportRow } from './tag-report.repository.js';

/** Everything that happened to a message. */
export interface History {
  attempts: AttemptRow[];
  reports: ReportRow[];
  engagements: EngagementRow[];
}

/** Returns a message with its timeline, as the API shows it. */
export function presentMessage(row: MessageRow, history: History, lists?: Caller['lists']): MessageView {
  const { sender, recipients } = row;
  const addresses = (kind: Recipient['kind']) =>
    recipients.filter((recipient) => recipient.kind === kind).map(({ address }) => address);
  return {
    id: row.id,
    channel: row.channel,
    status: row.status,
    from: senderOf(sender),
    to: addresses('to'),
    cc: addresses('cc'),
    bcc: addresses('bcc'),
    subject: row.channel === 'email' ? ((row.content as EmailContent | null)?.subject ?? null) : null,
    segments: segmentsOf(row),
    cost: row.cost,
    send_at: row.scheduled_at?.toISOString() ?? null,
    list: row.list_id,
    list_name: row.list_name,
    cause: causeOf(row, lists),
    template: row.content?.madeFrom?.template ?? null,
    again: row.content?.madeFrom?.again ?? null,
    request_id: row.request_id,
    actions: actionsOf(row),
    tags: row.tags ?? [],
    metadata: row.metadata ?? {},
    content: isKept(row) ? contentOf(row) : null,
    created_at: row.created_at.toISOString(),
    recipients: recipients.map(({ address, status, detail }) => ({ address, status, detail })),
    timeline: timelineOf(row, history),
  };
}

/** Returns a message of a list, as the API shows it. */
export const presentListedMessage = (row: ListedMessageRow, lists?: Caller['lists']): ListedMessageView => ({
  id: row.id,
  channel: row.channel,
  status: row.status,
  from: senderOf(row.sender),
  to: row.recipients.slice(0, MOST_SHOWN).map(({ address }) => address),
  subject: row.subject,
  tags: row.tags ?? [],
  list: row.list_id,
  list_name: row.list_name,
  cause: causeOf(row, lists),
  template: row.made_from?.template ?? null,
  provider: row.provider,
  reason: row.reason,
  created_at: row.created_at.toISOString(),
  send_at: row.scheduled_at?.toISOString() ?? null,
});

/** Returns a line of the report by tag, as the API shows it. */
export const presentTag = ({ last_used_at, ...counts }: TagReportRow): TagReportView => ({
  ...counts,
  last_used_at: last_used_at.toISOString(),
});

/** Campaigns and automations are closed to members who are limited to lists. */
const causeOf = ({ cause }: Pick<MessageRow, 'cause'>, lists: Caller['lists']) => (lists === undefined ? cause : null);

/** An SMS of a shared content has its size only once it is rendered. */
function segmentsOf({ channel, content, segments }: MessageRow): number | null {
  const body = channel === 'sms' ? (content as SmsContent | null)?.body : undefined;
  return segments ?? (body ? smsSize(body).segments : null);
}

const MOST_SHOWN = 10;
const senderOf = ({ name, address }: MessageRow['sender']) => (name === null ? address : `${name} <${address}>`);

function contentOf({ channel, content }: MessageRow): MessageContentView {
  if (channel === 'sms') {
    const { body } = content as SmsContent;
    return { html: null, text: body, reply_to: null, template: null, attachments: [], headers: {} };
  }
  const {
    html = null,
    text = null,
    replyTo,
    moreReplyTo = [],
    template,
    attachments = [],
    headers = {},
  } = content as EmailContent;
  const replies = [...(replyTo === undefined ? [] : [replyTo]), ...moreReplyTo.map(({ email }) => email)];
  return {
    html,
    text,
    reply_to: replies.length > 0 ? replies.join(', ') : null,
    template: template?.id ?? null,
    attachments: attachments.map(({ filename }) => filename),
    headers,
  };
}

type Happened = Omit<TimelineEntry, 'at'> & { at: Date };

/** The provider of an entry and the name of the account there. */
interface By {
  provider: string | null;
  account: string | null;
}

const NOBODY: By = { provider: null, account: null };

const happened = (at: Date, type: string, by = NOBODY, detail: string | null = null): Happened => ({
  at,
  type,
  ...by,
  detail,
});

const madeBy = ({ provider, integration_name }: AttemptRow): By => ({ provider, account: integration_name });

/** Lists the entries oldest first. Entries of the same time keep the order in which they must have happened. */
function timelineOf(row: MessageRow, { attempts, reports, engagements }: History): TimelineEntry[] {
  const told = toldBy(reports, attempts);
  const isWaiting = row.status === 'queued' && row.reason !== null && row.due_at !== null;
  const isTold = told.some(({ type }) => type === row.status);
  const all = [
    happened(row.created_at, 'accepted'),
    ...attempts.flatMap(triedIn),
    ...(isWaiting ? [happened(row.due_at as Date, 'next_attempt', NOBODY, row.reason)] : []),
    ...(row.ended_at && !isTold ? [happened(row.ended_at, row.status, NOBODY, row.reason)] : []),
    ...told,
    ...engagements.map((engagement) => touchedBy(engagement, row)),
  ];
  return all
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ at, ...rest }) => ({ at: at.toISOString(), ...rest }));
}

function triedIn(attempt: AttemptRow): Happened[] {
  const { started_at, ended_at, outcome, detail } = attempt;
  const started = happened(started_at, 'attempt', madeBy(attempt));
  if (!ended_at || !outcome) return [started];
  return [started, happened(ended_at, outcome === 'accepted' ? 'handed_over' : outcome, madeBy(attempt), detail)];
}

function toldBy(reports: ReportRow[], attempts: AttemptRow[]): Happened[] {
  const makers = new Map(attempts.map((attempt) => [attempt.integration_id, madeBy(attempt)]));
  // Reports by mail name no provider, so they are attributed to the last handover.
  const last = attempts.findLast(({ outcome }) => outcome === 'accepted') ?? attempts.at(-1);
  const mailed = last ? madeBy(last) : NOBODY;
  return reports.map(({ received_at, kind, integration_id, recipient, detail }) => {
    const words = recipient ? `${recipient}: ${detail}` : detail;
    return happened(received_at, kind, makers.get(integration_id) ?? mailed, words);
  });
}

/** Shows an open or click with its target, and the reason if it was probably a machine's. */
function touchedBy({ at, kind, link, machine, reason }: EngagementRow, { content }: MessageRow): Happened {
  const target = link === null ? null : (content?.links?.[link] ?? null);
  const doubt = machine ? `by a machine: ${reason}` : null;
  const detail = [target, doubt].filter((part) => part !== null).join(', ') || null;
  return happened(at, kind === 'open' ? 'opened' : 'clicked', NOBODY, detail);
}
