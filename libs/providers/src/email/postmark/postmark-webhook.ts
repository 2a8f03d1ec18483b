import { hash } from 'node:crypto';
import { asObject, jsonObject, momentOf, textOf } from '../../adapter/json.js';
import { oneLine } from '../../adapter/network-error.js';
import { forged, isSame, unreadable } from '../../adapter/webhook-checks.js';
import type {
  BounceClass,
  DeliveryReport,
  ReportKind,
  WebhookAnswer,
  WebhookOptions,
  WebhookRequest,
} from '../../adapter/webhook.js';
import { refinedBounce } from '../bounce.js';

type Event = Record<string, unknown>;
type Verdict = { kind: ReportKind; bounce?: BounceClass };

/**
 * The bounce types of Postmark, https://postmarkapp.com/developer/api/bounce-api; missing ones do not concern delivery.
 */
const BOUNCES: Readonly<Record<string, Verdict>> = {
  HardBounce: { kind: 'bounced', bounce: 'hard' },
  BadEmailAddress: { kind: 'bounced', bounce: 'hard' },
  SoftBounce: { kind: 'bounced', bounce: 'soft' },
  Transient: { kind: 'bounced', bounce: 'soft' },
  DnsError: { kind: 'bounced', bounce: 'soft' },
  Unknown: { kind: 'bounced', bounce: 'soft' },
  Blocked: { kind: 'bounced', bounce: 'policy' },
  DMARCPolicy: { kind: 'bounced', bounce: 'policy' },
  SpamNotification: { kind: 'bounced', bounce: 'policy' },
  VirusNotification: { kind: 'bounced', bounce: 'policy' },
  SpamComplaint: { kind: 'complained' },
  Unsubscribe: { kind: 'unsubscribed' },
  ManuallyDeactivated: { kind: 'failed' },
  Unconfirmed: { kind: 'failed' },
  SMTPApiError: { kind: 'failed' },
  TemplateRenderingFailed: { kind: 'failed' },
};

const VERDICTS: Readonly<Record<string, (event: Event) => Verdict | null>> = {
  Delivery: () => ({ kind: 'delivered' }),
  Open: () => ({ kind: 'opened' }),
  Click: () => ({ kind: 'clicked' }),
  SpamComplaint: () => ({ kind: 'complained' }),
  Bounce: verdictOfBounce,
  SubscriptionChange: verdictOfChange,
};

/**
 * Reads Postmark's webhooks, https://postmarkapp.com/developer/webhooks/webhooks-overview; each call carries one event.
 */
export async function readPostmarkEvent(
  { headers, body }: WebhookRequest,
  { webhookUser, webhookPassword }: { webhookUser?: string; webhookPassword?: string },
  _options: WebhookOptions,
): Promise<WebhookAnswer> {
  if (!webhookUser || !webhookPassword) return forged('no webhook user and password are set');
  // Postmark does not sign: the URL it calls contains a password, which arrives as Basic authentication.
  const [, credentials] = /^basic +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  if (!credentials) return forged('the user and password are missing');
  const isRight = isSame(Buffer.from(credentials, 'base64'), `${webhookUser}:${webhookPassword}`);
  if (!isRight) return forged('the user or the password is wrong');
  const event = jsonObject(body);
  if (typeof event?.RecordType !== 'string') return unreadable('not an event with a RecordType');
  const report = reportOf(event, event.RecordType);
  return { kind: 'read', reports: report ? [report] : [], inbound: [] };
}

function reportOf(event: Event, type: string): DeliveryReport | null {
  const verdict = Object.hasOwn(VERDICTS, type) ? VERDICTS[type]?.(event) : null;
  if (!verdict) return null;
  const at = event.DeliveredAt ?? event.BouncedAt ?? event.ReceivedAt ?? event.ChangedAt;
  const recipient = textOf(event.Recipient) ?? textOf(event.Email);
  return {
    // An ID has more digits than a JSON number represents exactly, and not every event has one.
    eventId: `${type}:${hash('sha256', JSON.stringify([event.ID, event.MessageID, recipient, at, event.OriginalLink]))}`,
    ...verdict,
    providerId: textOf(event.MessageID),
    reference: textOf(asObject(event.Metadata)?.reference),
    recipient,
    detail: oneLine(detailOf(event) || type),
    at: momentOf(at),
    ...(textOf(event.UserAgent) && { userAgent: String(event.UserAgent) }),
    ...(textOf(event.OriginalLink) && { url: String(event.OriginalLink) }),
  };
}

function detailOf({ Type, SuppressionReason, Description, Details }: Event): string {
  return [Type, SuppressionReason, Details ?? Description].filter((part) => textOf(part)).join(': ');
}

function verdictOfBounce({ Type, Details }: Event): Verdict | null {
  const verdict = Object.hasOwn(BOUNCES, String(Type)) ? BOUNCES[String(Type)] : undefined;
  if (verdict?.bounce === undefined || verdict.bounce === 'policy') return verdict ?? null;
  return { kind: 'bounced', bounce: refinedBounce(verdict.bounce, null, textOf(Details) ?? '') };
}

/** Why Postmark stopped sending to an address. A manual change by the account's owner is not the recipient's wish. */
function verdictOfChange({ SuppressSending, SuppressionReason, Origin }: Event): Verdict | null {
  if (SuppressSending !== true) return null;
  if (SuppressionReason === 'HardBounce') return { kind: 'bounced', bounce: 'hard' };
  if (SuppressionReason === 'SpamComplaint') return { kind: 'complained' };
  return Origin === 'Recipient' ? { kind: 'unsubscribed' } : null;
}
