import type { ExplanationView } from '@dundun/contracts';
import { GROUP_PAUSED, WRONG_HOUR } from '../message/message-groups.repository.js';
import { AT_LIMIT, NO_ROUTE, WAITS_FOR, WAITS_FOR_MAILBOX, WAITS_FOR_WARM_UP } from '../deliver/delivery-policy.js';
import type { ReportRow } from '../reports/delivery-reports.repository.js';
import { ERASED } from '../message/message.js';
import { SENT_AGAIN, SETTLED, type AttemptRow, type MessageRow } from '../message/message.repository.js';
import type { SuppressionRow } from '../suppressions/suppressions.repository.js';

/** Everything an explanation needs in addition to the message. */
export interface MessageFacts {
  attempts: AttemptRow[];
  reports: ReportRow[];
  /** The suppressed recipients, with the reasons that still hold. */
  suppressed: SuppressedRecipient[];
}

/** A recipient that a message was not sent to. */
export interface SuppressedRecipient {
  address: string;
  /** Whether the recipient had paused marketing then. */
  hadPaused: boolean;
  /** Whether the recipient has left the list of the message. */
  hasLeft: boolean;
  /** The suppression of the address, if it still exists. */
  why: SuppressionRow | null;
}

type Said = Omit<ExplanationView, 'status'>;

const because = (reason: string, text: string, advice: string | null = null): Said => ({ reason, text, advice });
const day = (at: Date) => at.toISOString().slice(0, 10);
const ended = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);

/** Returns the first reason why a message did or did not arrive, in the order in which a message meets them. */
export function explain(row: MessageRow, evidence: MessageFacts): ExplanationView {
  const said = reasonOf(row, evidence);
  // If all recipients are suppressed, the reason is already about the first of them.
  const others = row.status === 'suppressed' ? evidence.suppressed.slice(1) : evidence.suppressed;
  return { ...said, text: [said.text, ...leftOut(others)].join(' '), status: row.status };
}

const MOST_NAMED = 3;

/** Lists the first three and counts the others. */
function named(all: string[]): string {
  const more = all.length - MOST_NAMED;
  return `${all.slice(0, MOST_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Names the suppressed recipients of a message that was sent to the others. */
function leftOut(suppressed: SuppressedRecipient[]): string[] {
  if (suppressed.length === 0) return [];
  return [`Left out: ${named(suppressed.map((one) => `${one.address} (${leftOutFor(one)})`))}.`];
}

function leftOutFor({ hadPaused, hasLeft, why }: SuppressedRecipient): string {
  if (hadPaused) return 'had paused marketing';
  if (hasLeft) return 'unsubscribed from the list';
  return why ? (LEFT_OUT[why.reason] ?? why.reason) : 'suppressed at that time';
}

const LEFT_OUT: Record<string, string> = {
  bounce: 'suppressed after a bounce',
  soft_bounces: 'suppressed after several bounces',
  complaint: 'suppressed after a complaint',
  unsubscribe: 'unsubscribed at the provider',
  stop: 'answered STOP',
  manual: 'suppressed by hand',
};

function reasonOf(row: MessageRow, { attempts, reports, suppressed }: MessageFacts): Said {
  const last = attempts.at(-1);
  switch (row.status) {
    case 'canceled':
      if (row.reason === WRONG_HOUR) return because('canceled', `Its campaign took it back: ${ended(WRONG_HOUR)}`);
      return because('canceled', 'It was canceled before it was sent.', 'Send it again if it should go out after all.');
    case 'scheduled':
      return because(
        'scheduled',
        `It will be sent at ${row.scheduled_at?.toISOString()}.`,
        'Until then it can be canceled.',
      );
    case 'suppressed':
      return ofSuppression(suppressed);
    case 'queued':
    case 'sending':
      return ofWaiting(row, last);
    case 'held':
      return because(
        'no_answer_yet',
        `It was handed to ${last?.provider}, which has not answered: ${ended(row.reason ?? 'no answer')}`,
        'It is not sent again automatically, so that the recipient does not get it twice. A provider report within 15 minutes settles it. If you know more, say that it arrived, or send it again.',
      );
    case 'unknown':
      return ofUnknown(row, last);
    case 'captured':
      return because(
        'captured',
        'The built-in inbox captured it; nothing was sent.',
        'Connect a provider to send real messages.',
      );
    case 'sent':
      return because(
        'handed_over',
        `${last?.provider} accepted it: ${ended(last?.detail ?? 'accepted')} ${reportedSince(reports)}`,
        row.channel === 'email'
          ? 'Many mailbox providers report nothing more. If the recipient cannot find it, ask them to look into the spam folder.'
          : 'Not every network reports what arrived. If it is missing, ask the recipient whether the phone was on.',
      );
    case 'delivered':
      if (row.reason === SETTLED) return because('settled', 'A member of the workspace said that it arrived.');
      return because(
        'delivered',
        `${wordsOf(reports, 'delivered') ?? 'The provider reported that it arrived.'}`,
        row.channel === 'email' ? 'If the recipient cannot find it, ask them to look into the spam folder.' : null,
      );
    case 'complained':
      return because(
        'complaint',
        `It arrived, and the recipient reported it as spam. ${wordsOf(reports, 'complained') ?? ''}`.trim(),
        'The address is suppressed: it gets no more mail of lists, and no mail at all if the workspace chose that.',
      );
    case 'bounced':
      return ofBounce(reports);
    case 'failed':
      return ofFailure(row, last, reports);
  }
}

/** Describes what was reported after the handover. */
function reportedSince(reports: ReportRow[]): string {
  const report = reports.findLast(({ kind }) => kind !== 'accepted');
  return report
    ? `Since then it was reported as ${report.kind}: ${ended(report.detail)}`
    : 'Nothing has been reported since.';
}

function ofSuppression([first]: SuppressedRecipient[]): Said {
  if (first?.hadPaused)
    return because(
      'paused',
      `${first.address} had paused all marketing at the time of sending.`,
      'Mail that does not belong to a list still reaches the address. The lists go on by themselves when the pause ends.',
    );
  if (first?.hasLeft)
    return because(
      'unsubscribed',
      `${first.address} has unsubscribed from the list that the message belongs to.`,
      'Mail that does not belong to the list still reaches the address.',
    );
  if (first?.address === ERASED)
    return because('suppressed', 'Its recipient was suppressed at the time of sending, and has since been erased.');
  if (!first?.why)
    return because(
      'suppressed',
      `${first?.address ?? 'The recipient'} was suppressed at the time of sending, but no longer is.`,
      'Send it again.',
    );
  const { reason, detail, created_at } = first.why;
  const why: Record<string, string> = {
    bounce: 'a message to it bounced for good',
    soft_bounces: 'five messages to it bounced within 14 days',
    complaint: 'a message to it was reported as spam',
    unsubscribe: 'its owner unsubscribed at the provider',
    stop: 'its owner answered STOP',
    manual: 'a member of the workspace suppressed it',
  };
  const said = detail ? ` (${detail})` : '';
  return because(
    'suppressed',
    `${first.address} has been suppressed since ${day(created_at)} because ${why[reason] ?? reason}${said}.`,
    BY_OWNER.has(reason) ? null : 'Remove the suppression if the address works again.',
  );
}

/** Suppressions that the owner of the address wanted. */
const BY_OWNER = new Set<string>(['complaint', 'stop', 'unsubscribe']);

function ofUnknown({ reason }: MessageRow, last: AttemptRow | undefined): Said {
  const said = `It was handed to ${last?.provider}, which never reported its outcome.`;
  if (reason?.startsWith(SENT_AGAIN))
    return because('sent_again', `${said} A member of the workspace has sent it again.`);
  return because('no_answer', said, 'Look it up there. Then say that it arrived, or send it again.');
}

function ofWaiting(row: MessageRow, last: AttemptRow | undefined): Said {
  const when = row.due_at ? ` The next try is at ${row.due_at.toISOString()}.` : '';
  if (row.status === 'queued' && row.reason === GROUP_PAUSED)
    return because('blocked', `It waits: ${ended(GROUP_PAUSED)}`, 'Resume the group.');
  if (row.reason?.startsWith(WAITS_FOR_MAILBOX))
    return because('mailbox_limit', `It ${ended(row.reason)}${when}`, MAILBOX_ADVICE);
  if (row.reason?.startsWith(WAITS_FOR_WARM_UP))
    return because('warm_up', `It ${ended(row.reason)}${when}`, 'The ceiling of the domain grows every day. Change it on the page of the domain.'); // prettier-ignore
  if (row.reason?.startsWith(WAITS_FOR))
    return because(row.reason.endsWith(AT_LIMIT) ? 'limited' : 'retrying', `It ${ended(row.reason)}${when}`, AUTOMATIC);
  if (row.status === 'queued' && last?.outcome)
    return because('retrying', `${last.provider} ${ended(notTakenYet(row, last))}${when}`, AUTOMATIC);
  if (row.status === 'queued' && row.reason !== null)
    return because('blocked', `It waits: ${ended(row.reason)}${when}`, 'Look at the provider’s settings.');
  return because(
    'on_its_way',
    row.status === 'sending' && last ? `It is being handed to ${last.provider}.` : 'It is waiting for a worker.',
    'This takes seconds. If it lasts, check that a worker is running.',
  );
}

const AUTOMATIC = 'Nothing to do: it is tried again automatically.';
const MAILBOX_ADVICE =
  'Mail to other providers is not affected. The limit rises while mail is accepted; if it stays, look at complaints and at the records of the domain.';

/** Describes what has to be retried. An attempt records its best outcome only; the recipients tell who is left. */
function notTakenYet({ recipients }: MessageRow, { outcome, detail }: AttemptRow): string {
  if (outcome !== 'accepted') return `has not accepted it yet: ${detail ?? outcome}`;
  const open = recipients.filter(({ status }) => status === 'queued');
  return `accepted it, but not yet for ${named(open.map((one) => `${one.address} (${one.detail ?? 'no reason was given'})`))}`;
}

function ofBounce(reports: ReportRow[]): Said {
  const bounce = reports.findLast(({ kind }) => kind === 'bounced');
  const advice: Record<string, string> = {
    hard: 'The address does not exist or accepts no mail; it is suppressed.',
    soft: 'The mailbox could not accept it this time; another message may get through.',
    policy: 'The receiver refused it because of its sender or content: check the domain’s records and reputation.',
  };
  return because(
    'bounced',
    `It bounced: ${ended(bounce?.detail ?? 'no reason was given')}`,
    advice[bounce?.bounce ?? 'soft'],
  );
}

function ofFailure(row: MessageRow, last: AttemptRow | undefined, reports: ReportRow[]): Said {
  const reported = reports.findLast(({ kind }) => kind === 'failed');
  if (reported) return because('failed_at_provider', `The provider gave up on it: ${ended(reported.detail)}`, CORRECT);
  const why = ended(row.reason ?? `given up after ${row.attempts} attempts`).replace(/^./, (first) =>
    first.toUpperCase(),
  );
  if (row.reason === NO_ROUTE)
    return because('no_route', why, 'Connect a provider, or the domain that it is sent from.');
  if (last?.outcome === 'refused')
    return because('refused', `${last.provider} refused it: ${ended(last.detail ?? 'no reason was given')}`, CORRECT);
  return because('given_up', why, 'Look at the provider: its credentials, its balance, whether it can be reached.');
}

const CORRECT = 'Correct what the provider names, then send it again.';

const wordsOf = (reports: ReportRow[], kind: ReportRow['kind']): string | undefined => {
  const report = reports.findLast((each) => each.kind === kind);
  return report && `The provider says: ${ended(report.detail)}`;
};
