// The bare loop that delivery is compared with: Nodemailer's own pool of ten connections, nothing read or written beside.
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
process.channel.ref(); // told to end with its parent, it would otherwise end at once
