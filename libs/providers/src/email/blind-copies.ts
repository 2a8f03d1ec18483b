import type { Mail, Outcome } from '../adapter/provider.js';

/**
 * Sends a mail of which only blind copies remain through an API that requires a `to`. The copies must not see each other, so
 * each call sends one; the others wait for the next.
 */
export async function sendToFirst(mail: Mail, send: (mail: Mail) => Promise<Outcome>): Promise<Outcome> {
  const [first = '', ...others] = mail.recipients;
  const outcome = await send({ ...mail, recipients: [first] });
  const { kind, detail } = outcome;
  const waiting = { outcome: 'not_sent' as const, detail: 'Waiting for the next call' };
  const recipients = [{ address: first, outcome: kind, detail }, ...others.map((address) => ({ address, ...waiting }))];
  return kind === 'refused'
    ? { kind: 'not_sent', detail, code: outcome.code, fault: 'passing', recipients }
    : { ...outcome, recipients };
}
