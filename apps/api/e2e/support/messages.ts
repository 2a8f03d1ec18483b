import { expect } from '@jest/globals';
import { until, type Call } from '@dundun/testing';

/** A message as `GET /v1/messages/{id}` shows it. */
export interface MessageShown {
  id: string;
  channel: string;
  status: string;
  from: string;
  to: string[];
  cc: string[];
  bcc: string[];
  subject: string | null;
  segments: number | null;
  created_at: string;
  recipients: { address: string; status: string; detail: string | null }[];
  timeline: { at: string; type: string; provider: string | null; detail: string | null }[];
}

/** A message in the built-in inbox. */
export interface Captured {
  id: string;
  channel: string;
  from: string;
  to: string[];
  subject: string | null;
  html: string | null;
  text: string | null;
  headers: { name: string; value: string }[];
}

const UNDER_WAY = ['queued', 'sending', 'held'];

/** Sends a message and expects it to be accepted. @returns its id */
export async function accepted(call: Call, kind: 'email' | 'sms', body: object): Promise<string> {
  const answer = await call(`POST /v1/send/${kind}`, { body });
  expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: { id: expect.any(String) } });
  return answer.body.id;
}

/** Returns the message once its status is final. */
export const ended = (call: Call, id: string): Promise<MessageShown> =>
  until(`message ${id} is at its end`, async () => {
    const { body } = await call(`GET /v1/messages/${id}`);
    return !UNDER_WAY.includes(body.status) && (body as MessageShown);
  });

/** Returns the messages in the inbox for an address or number, newest first. */
export async function capturedFor(call: Call, to: string): Promise<Captured[]> {
  const { body } = await call(`GET /console/inbox?limit=30&to=${encodeURIComponent(to)}`);
  return body.data;
}

/** Waits for this many messages to an address or number. @returns them newest first, with their content */
export async function received(call: Call, to: string, count = 1): Promise<Captured[]> {
  const found = await until(`${count} messages to ${to} are captured`, async () => {
    const all = await capturedFor(call, to);
    return all.length >= count && all;
  });
  return Promise.all(found.map(async ({ id }) => (await call(`GET /console/inbox/${id}`)).body as Captured));
}

/** Sends a message, waits until it is captured, and reads it in the inbox of its recipient. */
export async function delivered(call: Call, kind: 'email' | 'sms', body: { to: string | string[] }): Promise<Captured> {
  const message = await ended(call, await accepted(call, kind, body));
  expect(message.status).toBe('captured');
  const [first] = await received(call, message.to[0] as string);
  return first as Captured;
}

export const headerOf = ({ headers }: Captured, name: string): string | undefined =>
  headers.find((header) => header.name.toLowerCase() === name.toLowerCase())?.value;
