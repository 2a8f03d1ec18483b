// The baseline of delivery: Nodemailer's own pool of ten connections, without any database.
import { createTransport } from 'nodemailer';
import { emailBody } from '../requests.mjs';

const CONNECTIONS = 10;
const transport = createTransport({
  pool: true,
  maxConnections: CONNECTIONS,
  maxMessages: Infinity,
  host: '127.0.0.1',
  port: Number(process.env.SINK_PORT),
  ignoreTLS: true,
});

async function send(count) {
  let next = 0;
  const loop = async () => {
    while (next < count) {
      const { from, ...mail } = emailBody(next++);
      await transport.sendMail({ ...mail, from: { name: from.name, address: from.email } });
    }
  };
  await Promise.all(Array.from({ length: 2 * CONNECTIONS }, loop));
}

process.on('message', ({ count }) => {
  send(count).then(
    () => process.send({ sent: count }),
    (error) => process.send({ error: error.message }),
  );
});
process.send({ ready: true });
process.channel.ref(); // end-with-parent.mjs has unreferenced it, and nothing else keeps this process alive
