// Writes and signs mails in turns, and reports the CPU time of each in microseconds. Nothing is sent.
import { composeMail } from '@dundun/providers';
import { generateKeyPairSync, sign } from 'node:crypto';
import MailComposer from 'nodemailer/lib/mail-composer';
import { signMail } from '../../../libs/providers/dist/email/dkim.js';
import { CONTENTS, MAIL, NUMBER } from '../mail.mjs';

const IN_FLIGHT = 20;
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const KEYS = [{ domain: 'bench.test', selector: 'bench', algorithm: 'rsa-sha256', privateKey }];
const HEADERS = {
  'List-Unsubscribe': '<https://bench.test/unsubscribe/01JD3Q8W5T>',
  'Auto-Submitted': 'auto-generated',
};
const TO_SIGN = Buffer.alloc(1_500, 'x');

const htmlOf = (name, number) => (name ? CONTENTS[name].replaceAll(NUMBER, number) : MAIL.html);
/** The text of a content is derived once, so deriving it does not belong to a mail. */
const mailOf = (number, html) => ({
  reference: String(number),
  messageId: `<${number}@bench.test>`,
  date: new Date(),
  from: MAIL.from,
  to: [{ email: `reader-${number}@readers.test` }],
  cc: [],
  bcc: [],
  subject: MAIL.subject,
  headers: HEADERS,
  recipients: [`reader-${number}@readers.test`],
  html,
  text: MAIL.text,
});

const whole = (name) => (number) => composeMail(mailOf(number, htmlOf(name, number)));
/** With the pieces that all mails of a campaign share. */
const pieces = (name) => {
  const fixed = CONTENTS[name].split(NUMBER);
  const text = { fixed: [MAIL.text], values: [] };
  return (number) => {
    const values = fixed.slice(1).map(() => String(number));
    return composeMail({ ...mailOf(number, fixed.join(number)), pieces: { id: name, html: { fixed, values }, text } });
  };
};
const nodemailer = (name) => (number) => {
  const { from, to, subject, headers, html, text, messageId, date } = mailOf(number, htmlOf(name, number));
  const mail = { from: { name: from.name, address: from.email }, to: to[0].email, subject, headers, html, text };
  return new MailComposer({ ...mail, messageId, date }).compile().build();
};
const signature = () =>
  new Promise((resolve, reject) => {
    sign('sha256', TO_SIGN, privateKey, (error, bytes) => (error ? reject(error) : resolve(bytes.toString('base64'))));
  });
const signed = (name) => {
  const mails = Array.from({ length: 50 }, (_, number) => whole(name)(number));
  return (number) => signMail(mails[number % mails.length], KEYS);
};

const BIG = '40 KB, 15 tracked links';
const TASKS = {
  'Nodemailer 5 KB': nodemailer(),
  '5 KB': whole(),
  '5 KB in pieces': pieces('tracked'),
  'Nodemailer 40 KB': nodemailer(BIG),
  '40 KB': whole(BIG),
  '40 KB in pieces': pieces(BIG),
  'RSA signature': signature,
  'DKIM 5 KB': signed(),
  'DKIM 40 KB': signed(BIG),
};

/** Returns the CPU time of one call in microseconds, all threads counted. */
async function measure(task, count) {
  let next = 0;
  const loop = async () => {
    while (next < count) await task(next++);
  };
  const before = process.cpuUsage();
  await Promise.all(Array.from({ length: IN_FLIGHT }, loop));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / count;
}

process.on('message', ({ task, count }) => {
  measure(TASKS[task], count).then(
    (cpu) => process.send({ cpu }),
    (error) => process.send({ error: error.message }),
  );
});
process.send({ ready: true, tasks: Object.keys(TASKS) });
process.channel.ref(); // as in nodemailer-pool.mjs
