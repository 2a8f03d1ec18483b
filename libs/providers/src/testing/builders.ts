import type { Mail, Sms } from '../adapter/provider.js';

let made = 0;

/** Builds a mail that any server accepts; state only what matters. `recipients` follow `to`, `cc` and `bcc`. */
export function aMail(over: Partial<Mail> = {}): Mail {
  made += 1;
  const { to = [{ email: 'ada@example.test' }], cc = [], bcc = [] } = over;
  return {
    reference: `mail-${made}`,
    messageId: `<${made}.${process.pid}@sender.test>`,
    date: new Date('2026-11-20T10:00:00Z'),
    from: { name: 'Shop', email: 'shop@sender.test' },
    to,
    cc,
    bcc,
    subject: 'Your order',
    text: 'It is on its way.',
    recipients: [...to, ...cc, ...bcc].map(({ email }) => email),
    ...over,
  };
}

/** Builds an SMS that any provider accepts; state only what matters. */
export function anSms(over: Partial<Sms> = {}): Sms {
  made += 1;
  return { from: 'DUNDUN', to: '2348012345678', body: 'Your code is 1234', reference: `sms-${made}`, ...over };
}
