import { jsonObject, textOf } from '../../adapter/json.js';
import { networkDetail } from '../../adapter/network-error.js';
import { forged, isSame, unreadable } from '../../adapter/webhook-checks.js';
import type { WebhookAnswer, WebhookOptions, WebhookRequest } from '../../adapter/webhook.js';
import { reportsOfSes } from './ses-events.js';
import { certificateUrl, confirmationUrl, isSignedBy, type SnsMessage } from './sns.js';

/** SNS retries for hours with the original timestamp, so only one in the future is wrong; in milliseconds. */
const AHEAD_MS = 900_000;
/** SES publishes this once to test a new topic. */
const TRIAL = /^Successfully validated SNS topic/;

/**
 * Reads what SES publishes through SNS:
 * https://docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-contents.html Amazon signs for the owner of
 * any topic, so it is the topic that identifies the account.
 */
export async function readSesNotification(
  { body }: WebhookRequest,
  { topicArn }: { topicArn?: string },
  options: WebhookOptions,
): Promise<WebhookAnswer> {
  if (!topicArn) return forged('no SNS topic is set');
  const message = jsonObject(body);
  if (!message) return forged('not an SNS message');
  const doubt = await doubtOf(message, options);
  if (doubt) return doubt;
  if (!isSame(textOf(message.TopicArn) ?? '', topicArn)) return forged('it belongs to another SNS topic');
  const at = Date.parse(String(message.Timestamp));
  if (Number.isNaN(at)) return unreadable('it has no timestamp');
  if (at > (options.now ?? Date.now()) + AHEAD_MS) return forged('the timestamp is in the future');
  return answerTo(message);
}

/** Returns null for a notification that comes from SNS. */
async function doubtOf(message: SnsMessage, { fetchText }: WebhookOptions): Promise<WebhookAnswer | null> {
  const url = certificateUrl(message);
  if (!url) return forged('the certificate is not hosted by SNS');
  if (!fetchText) return { kind: 'later', detail: 'the certificate cannot be fetched' };
  try {
    return isSignedBy(message, await fetchText(url)) ? null : forged('the signature is wrong');
  } catch (error) {
    return { kind: 'later', detail: `the certificate cannot be fetched: ${networkDetail(error)}` };
  }
}

function answerTo(message: SnsMessage): WebhookAnswer {
  const nothing: WebhookAnswer = { kind: 'read', reports: [], inbound: [] };
  switch (message.Type) {
    case 'SubscriptionConfirmation': {
      const url = confirmationUrl(message);
      return url ? { kind: 'confirm', url } : forged('the confirmation URL is not hosted by SNS');
    }
    case 'UnsubscribeConfirmation':
      return nothing;
    case 'Notification':
      break;
    default:
      return unreadable('not a message type of SNS');
  }
  const id = textOf(message.MessageId);
  const text = textOf(message.Message) ?? '';
  if (TRIAL.test(text)) return nothing;
  const event = jsonObject(text);
  if (!event || !id) return unreadable('not an SES event');
  return { ...nothing, reports: reportsOfSes(event, id) };
}
