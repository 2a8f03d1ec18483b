// The requests of the load generator as bytes, prepared before the measurement where possible.
import { LINKED_HTML, MAIL } from './mail.mjs';

export const KEY = 'dk_bench';
export const SECRET = 'ds_bench_secret';
export const PEOPLE = 1_000;
export const uidOf = (number) => `user-${number}`;

const AUTHORIZATION = `Basic ${Buffer.from(`${KEY}:${SECRET}`).toString('base64')}`;
const EVENT = { event: 'Order placed', value: 49.9, properties: { sku: 'A-1042', currency: 'NGN', items: 3 } };
const run = process.pid.toString(36) + Date.now().toString(36);
let count = 0;

function post(path, body, more = '') {
  const text = JSON.stringify(body);
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\nHost: bench\r\nAuthorization: ${AUTHORIZATION}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(text)}\r\n${more}\r\n${text}`,
  );
}

const taking = (requests) => () => requests[count++ % requests.length];
const many = (length, make) => Array.from({ length }, (_, number) => make(number));

export const emailBody = (number) => ({ ...MAIL, to: `reader-${number}@readers.test` });

const UNTRACKED = { track_opens: false, track_clicks: false };
const trackedBody = (number) => ({ ...emailBody(number), html: LINKED_HTML, track_opens: true, track_clicks: true });

/** By kind: returns a function that returns the next request. */
export const REQUESTS = {
  events: () => taking(many(PEOPLE, (number) => post(`/v1/users/${uidOf(number)}/events`, EVENT))),
  'events with keys': () => () =>
    post(`/v1/users/${uidOf(++count % PEOPLE)}/events`, EVENT, `Idempotency-Key: ${run}-${count}\r\n`),
  sends: () => taking(many(200, (number) => post('/v1/send/email', emailBody(number)))),
  'tracked sends': () => taking(many(200, (number) => post('/v1/send/email', trackedBody(number)))),
  'untracked sends': () =>
    taking(many(200, (number) => post('/v1/send/email', { ...trackedBody(number), ...UNTRACKED }))),
  joins:
    ({ lists }) =>
    () => {
      const body = { email: `${run}-${++count}@readers.test`, first_name: 'Ada', last_name: 'Lovelace' };
      return post(`/v1/lists/${lists[count % lists.length]}/subscribers`, body);
    },
};
