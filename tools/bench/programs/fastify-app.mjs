// A plain Fastify application for comparison: it checks the same bodies with a JSON schema and gives the same answers.
// It does not store events; a send is one INSERT per request into a table like that of messages.
import Fastify from 'fastify';
import pg from 'pg';
import { v7 } from 'uuid';

const text = (maxLength) => ({ type: 'string', minLength: 1, maxLength });
const scalar = { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }] };
const EVENT = {
  type: 'object',
  required: ['event'],
  properties: {
    event: text(64),
    value: scalar,
    properties: { type: 'object', additionalProperties: scalar },
    timestamp: { type: 'string' },
    event_id: text(255),
  },
};
const address = { type: 'string', pattern: '^[^@\\s]+@[^@\\s]+$' };
const addresses = { anyOf: [address, { type: 'array', items: address }] };
const EMAIL = {
  type: 'object',
  required: ['from', 'to', 'subject'],
  properties: {
    from: { type: 'object', required: ['name', 'email'], properties: { name: text(255), email: address } },
    to: addresses,
    cc: addresses,
    bcc: addresses,
    subject: text(998),
    html: { type: 'string' },
    text: { type: 'string' },
    reply_to: address,
    list: text(255),
  },
};
const answers = (name) => ({ 200: { type: 'object', properties: { [name]: { type: 'string' } } } });

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 32 });
const INSERT = {
  name: 'insert',
  text: `INSERT INTO bench_messages (workspace_id, id, channel, lane, sender, recipients, content, request_id)
         VALUES (1, $1, 'email', 'fast', $2, $3, $4, $5)`,
};

const app = Fastify();
app.post('/v1/users/:uid/events', { schema: { body: EVENT, response: answers('status') } }, async () => ({
  status: 'ok',
}));
app.post('/v1/send/email', { schema: { body: EMAIL, response: answers('id') } }, async ({ body }) => {
  const id = v7();
  const { from, to, subject, html, text: plain } = body;
  const recipients = [to]
    .flat()
    .map((each) => ({ address: each, name: null, kind: 'to', status: 'queued', detail: null }));
  const values = [
    id,
    JSON.stringify({ name: from.name, address: from.email }),
    JSON.stringify(recipients),
    JSON.stringify({ subject, html, text: plain }),
    `req_${id.replaceAll('-', '')}`,
  ];
  await pool.query({ ...INSERT, values });
  return { id };
});
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
process.send({ ready: true });
process.once('SIGTERM', () => process.exit(0));
