import { urlOf } from '@dundun/domain';
import { verify, X509Certificate } from 'node:crypto';
import { textOf } from '../../adapter/json.js';

/** What SNS posts to a subscriber, https://docs.aws.amazon.com/sns/latest/dg/sns-message-and-json-formats.html */
export type SnsMessage = Record<string, unknown>;

const SNS_HOST = /^sns\.[a-z]{2}(-[a-z]+)+-\d{1,2}\.amazonaws\.com(\.cn)?$/;
/** Nothing else on such a host returns a text that the caller chose. */
const CERTIFICATE_PATH = /^\/SimpleNotificationService-\w+\.pem$/;

const ALGORITHMS: ReadonlyMap<unknown, string> = new Map([
  ['1', 'sha1'],
  ['2', 'sha256'],
]);
const NOTIFICATION = ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'];
const CONFIRMATION = ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'];

/** Returns the URL of the certificate that a message names; null unless Amazon hosts it. */
export function certificateUrl(message: SnsMessage): string | null {
  const url = snsUrl(message.SigningCertURL);
  return url && CERTIFICATE_PATH.test(url.pathname) && !url.search ? url.href : null;
}

/** Returns the URL that confirms a subscription; null unless Amazon hosts it and it does just that. */
export function confirmationUrl(message: SnsMessage): string | null {
  const url = snsUrl(message.SubscribeURL);
  return url?.pathname === '/' && url.searchParams.getAll('Action').join() === 'ConfirmSubscription' ? url.href : null;
}

/** Whether the message was signed with the key of this certificate (PEM). */
export function isSignedBy(message: SnsMessage, certificate: string): boolean {
  const algorithm = ALGORITHMS.get(message.SignatureVersion);
  const signature = textOf(message.Signature);
  if (!algorithm || !signature) return false;
  try {
    const { publicKey } = new X509Certificate(certificate);
    const isRsa = publicKey.asymmetricKeyType === 'rsa';
    return isRsa && verify(algorithm, Buffer.from(canonical(message)), publicKey, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}

/** Concatenates the signed fields in order, leaving out absent ones (mostly the subject). */
function canonical(message: SnsMessage): string {
  const fields = message.Type === 'Notification' ? NOTIFICATION : CONFIRMATION;
  return fields
    .filter((field) => typeof message[field] === 'string')
    .map((field) => `${field}\n${message[field] as string}\n`)
    .join('');
}

function snsUrl(value: unknown): URL | null {
  const url = urlOf(textOf(value) ?? '');
  if (!url) return null;
  const plain = url.protocol === 'https:' && !url.port && !url.username && !url.password && !url.hash;
  return plain && SNS_HOST.test(url.hostname) ? url : null;
}
