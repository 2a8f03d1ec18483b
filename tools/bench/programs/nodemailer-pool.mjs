// The baseline of delivery: Nodemailer's own pool of ten connections, without any database.
import { createTransport } from 'nodemailer';
import { CONTENTS, MAIL, NUMBER } from '../mail.mjs';
import { emailBody } from '../requests.mjs';

const CONNECTIONS = 10;
const transport = (more) =>
  createTransport({
    pool: true,
    maxConnections: CONNECTIONS,
    maxMessages: Infinity,
    host: '127.0.0.1',
    port: Number(process.env.SINK_PORT),
    ignoreTLS: true,
    ...more,
  });
const plain = transport();
const { DKIM_KEY } = process.env;
const signing =
  DKIM_KEY && transport({ dkim: { domainName: 'bench.test', keySelector: 'bench', privateKey: DKIM_KEY } });

/** @param content a name in CONTENTS; without it, the mail with a text that most rows send */
async function send({ count, content, isSigned }) {
  let next = 0;
  const loop = async () => {
    while (next < count) await (isSigned ? signing : plain).sendMail(mailOf(next++, content));
  };
  await Promise.all(Array.from({ length: 2 * CONNECTIONS }, loop));
}

function mailOf(number, content) {
  const { from, ...mail } = content
    ? {
        from: MAIL.from,
        to: `reader-${number}@readers.test`,
        subject: MAIL.subject,
        html: CONTENTS[content].replaceAll(NUMBER, number),
      }
    : emailBody(number);
  return { ...mail, from: { name: from.name, address: from.email } };
}

process.on('message', (task) => {
  send(task).then(
    () => process.send({ sent: task.count }),
    (error) => process.send({ error: error.message }),
  );
});
process.send({ ready: true });
process.channel.ref(); // end-with-parent.mjs has unreferenced it, and nothing else keeps this process alive
