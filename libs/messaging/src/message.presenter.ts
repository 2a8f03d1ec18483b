import type { MessageView, TimelineEntry } from '@dundun/contracts';
import type { EmailContent, Recipient } from './message.js';
import type { AttemptRow, MessageRow } from './message.repository.js';

/** A message and its attempts as the wire shows them. */
export function presentMessage(row: MessageRow, attempts: AttemptRow[]): MessageView {
  const { sender, recipients } = row;
  const addresses = (kind: Recipient['kind']) =>
    recipients.filter((recipient) => recipient.kind === kind).map(({ address }) => address);
  return {
    id: row.id,
    channel: row.channel,
    status: row.status,
    from: sender.name === null ? sender.address : `${sender.name} <${sender.address}>`,
    to: addresses('to'),
    cc: addresses('cc'),
    bcc: addresses('bcc'),
    subject: row.channel === 'email' ? (row.content as EmailContent).subject : null,
    segments: row.segments,
    created_at: row.created_at.toISOString(),
    recipients: recipients.map(({ address, status, detail }) => ({ address, status, detail })),
    timeline: timelineOf(row, attempts),
  };
}

function timelineOf(row: MessageRow, attempts: AttemptRow[]): TimelineEntry[] {
  const entries: TimelineEntry[] = [
    { at: row.created_at.toISOString(), type: 'accepted', provider: null, detail: null },
  ];
  for (const { provider, started_at, ended_at, outcome, detail } of attempts) {
    entries.push({ at: started_at.toISOString(), type: 'attempt', provider, detail: null });
    if (ended_at && outcome)
      entries.push({
        at: ended_at.toISOString(),
        type: outcome === 'accepted' ? 'handed_over' : outcome,
        provider,
        detail,
      });
  }
  if (row.ended_at)
    entries.push({ at: row.ended_at.toISOString(), type: row.status, provider: null, detail: row.reason });
  return entries;
}
