import { asObject, momentOf, textOf } from '../../adapter/json.js';
import { oneLine } from '../../adapter/network-error.js';
import type { DeliveryReport } from '../../adapter/webhook.js';
import { refinedBounce } from '../bounce.js';

type Fields = Record<string, unknown>;
type Told = Pick<DeliveryReport, 'kind' | 'detail' | 'bounce' | 'userAgent' | 'url'> & { at?: Date };

/** Bounce subtypes of addresses that SES did not try. */
const SUPPRESSED = new Set([
  'Suppressed',
  'OnAccountSuppressionList',
  'UnsubscribedRecipient',
  'EmailValidationSuppressed',
]);
/** The mailbox is fine; our content was rejected. */
const CONTENT = new Set(['MessageTooLarge', 'ContentRejected', 'AttachmentRejected']);

type Tell = (event: Fields, recipient: Fields) => Told | null;

/** The property that holds an event's details, and how to read one recipient from it. */
const EVENTS = new Map<unknown, [name: string, tell: Tell]>([
  ['Send', ['send', () => ({ kind: 'accepted', detail: 'Send' })]],
  ['Delivery', ['delivery', ({ smtpResponse }) => ({ kind: 'delivered', detail: words('Delivery', smtpResponse) })]],
  ['DeliveryDelay', ['deliveryDelay', delayed]],
  ['Bounce', ['bounce', bounced]],
  ['Complaint', ['complaint', complained]],
  ['Reject', ['reject', ({ reason }) => ({ kind: 'failed', detail: words('Reject', reason) })]],
  ['Rendering Failure', ['failure', unrendered]],
  ['RenderingFailure', ['failure', unrendered]],
  ['Subscription', ['subscription', unsubscribed]],
  ['Open', ['open', (event) => ({ kind: 'opened', detail: 'Open', ...seen(event) })]],
  ['Click', ['click', (event) => ({ kind: 'clicked', detail: 'Click', ...seen(event) })]],
]);

/**
 * Returns one report per recipient of an event, from event publishing or an identity notification; none for other
 * events.
 */
export function reportsOfSes(notification: Fields, messageId: string): DeliveryReport[] {
  const [name, tell] = EVENTS.get(notification.eventType ?? notification.notificationType) ?? [];
  if (!name || !tell) return [];
  const event = asObject(notification[name]) ?? {};
  const mail = asObject(notification.mail) ?? {};
  const tags = asObject(mail.tags);
  const reference = Array.isArray(tags?.reference) ? textOf(tags.reference[0]) : null;
  return recipientsOf(name, event, mail).flatMap((recipient) => {
    const address = textOf(recipient.emailAddress);
    const told = tell(event, recipient);
    if (!told) return [];
    return {
      eventId: address ? `${messageId}/${address}` : messageId,
      providerId: textOf(mail.messageId),
      reference,
      recipient: address,
      at: momentOf(event.timestamp) ?? momentOf(mail.timestamp),
      ...told,
      detail: oneLine(told.detail),
    };
  });
}

/**
 * Returns the recipients that the event is about, without duplicates. SES does not know which of several recipients
 * opened a mail.
 */
function recipientsOf(name: string, event: Fields, mail: Fields): Fields[] {
  const named = event.bouncedRecipients ?? event.complainedRecipients ?? event.delayedRecipients ?? event.recipients;
  const list: unknown[] = Array.isArray(named) ? named : Array.isArray(mail.destination) ? mail.destination : [];
  const all = list.map((each) => asObject(each) ?? { emailAddress: each });
  const once = [...new Map(all.map((each) => [each.emailAddress, each])).values()];
  const someone = name === 'open' || name === 'click' || name === 'subscription';
  return once.length === 0 || (someone && once.length > 1) ? [{}] : once;
}

function bounced({ bounceType, bounceSubType }: Fields, { status, diagnosticCode }: Fields): Told {
  const detail = words(`${String(bounceType)}/${String(bounceSubType)}`, diagnosticCode ?? status);
  if (SUPPRESSED.has(String(bounceSubType))) return { kind: 'failed', detail };
  if (CONTENT.has(String(bounceSubType))) return { kind: 'bounced', bounce: 'policy', detail };
  const said = bounceType === 'Permanent' ? 'hard' : 'soft';
  return { kind: 'bounced', bounce: refinedBounce(said, textOf(status), textOf(diagnosticCode) ?? ''), detail };
}

function complained({
  complaintFeedbackType: type,
  complaintSubType: subtype,
  arrivalDate,
  timestamp,
}: Fields): Told | null {
  // The recipient moved the mail out of the junk folder.
  if (type === 'not-spam') return null;
  const at = momentOf(timestamp) ?? momentOf(arrivalDate);
  const kind = SUPPRESSED.has(String(subtype)) ? 'failed' : 'complained';
  return { kind, detail: words('Complaint', subtype ?? type), ...(at && { at }) };
}

function delayed({ delayType }: Fields, { diagnosticCode, status }: Fields): Told {
  return { kind: 'deferred', detail: words(textOf(delayType) ?? 'DeliveryDelay', diagnosticCode ?? status) };
}

function unrendered({ errorMessage }: Fields): Told {
  return { kind: 'failed', detail: words('Rendering Failure', errorMessage) };
}

/** A contact changed its topic preferences; only opt-outs are reported. */
function unsubscribed({ newTopicPreferences: preferences }: Fields): Told | null {
  const { unsubscribeAll, topicSubscriptionStatus: topics } = asObject(preferences) ?? {};
  const list: unknown[] = Array.isArray(topics) ? topics : [];
  const left = list.some((topic) => asObject(topic)?.subscriptionStatus === 'OptOut');
  return unsubscribeAll === true || left ? { kind: 'unsubscribed', detail: 'Subscription' } : null;
}

function seen({ userAgent, link }: Fields): Pick<DeliveryReport, 'userAgent' | 'url'> {
  const [agent, url] = [textOf(userAgent), textOf(link)];
  return { ...(agent && { userAgent: agent }), ...(url && { url }) };
}

function words(head: string, more: unknown): string {
  return textOf(more) ? `${head}: ${String(more)}` : head;
}
