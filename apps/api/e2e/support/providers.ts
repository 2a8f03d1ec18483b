import { expect } from '@jest/globals';
import { until, type Call } from '@dundun/testing';
import { ended, type MessageShown } from './messages.js';

/** Lets the product call fakes of providers on this machine. */
export const REACHES_FAKES = { OUTBOUND_ALLOW: '127.0.0.1/32' };

/** The parts of a fake that are needed to connect it. */
export interface Connectable {
  origin: string;
  settings: unknown;
}

/** An integration as the console shows it. */
export interface IntegrationShown {
  id: string;
  channel: string;
  provider: string;
  settings: Record<string, unknown>;
  endpoint: string | null;
  sender_ids: string[];
  domains: string[];
  webhook_url: string | null;
  tested_at: string | null;
  failing_since: string | null;
  unchecked: string | null;
  failure: string | null;
}

/** Connects an account at a fake. Replaces the integration of its SMS source, which is the inbox in a new workspace. */
export async function connected(
  call: Call,
  provider: string,
  { origin, settings }: Connectable,
  fields: object = {},
): Promise<IntegrationShown> {
  const body = { provider, settings, endpoint: origin, ...fields };
  const there = (await call('GET /console/integrations')).body.data as { id: string; source: string | null }[];
  const before = there.find(({ source }) => source === provider);
  if (before) await call(`DELETE /console/integrations/${before.id}`);
  const answer = await call('POST /console/integrations', { body });
  expect({ status: answer.status, error: answer.body.error }).toEqual({ status: 200 });
  return answer.body;
}

/** Sends as soon as the api knows a change that the console has just made. @returns the message in its final status */
export async function sentThrough(call: Call, kind: 'email' | 'sms', body: object): Promise<MessageShown> {
  const id = await until('it is accepted', async () => {
    const answer = await call(`POST /v1/send/${kind}`, { body });
    return answer.status === 200 && (answer.body.id as string);
  });
  return ended(call, id);
}

/** Returns the message once it has the status. */
export const becomes = (call: Call, id: string, status: string): Promise<MessageShown> =>
  until(`message ${id} is ${status}`, async () => {
    const { body } = await call(`GET /v1/messages/${id}`);
    return body.status === status && (body as MessageShown);
  });
