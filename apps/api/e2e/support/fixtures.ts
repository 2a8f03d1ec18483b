import { expect } from '@jest/globals';
import type { Call } from '@dundun/testing';
import { randomBytes, randomInt } from 'node:crypto';

/** A list as the wire shows it. */
export interface ListShown {
  id: string;
  title: string;
  description: string | null;
  subscriber_count: number;
  broadcast_count: number;
  double_optin: boolean;
  is_public: boolean;
  redirect_url: string | null;
  created_at: string;
}

/** Returns text that no other test uses. */
export const unique = (prefix = 'x') => `${prefix}-${randomBytes(6).toString('hex')}`;
export const anAddress = () => `${unique('person')}@example.com`;
/** A mobile number of a plan in use, so that no notice doubts it. */
export const aNumber = () => `23480${randomInt(10_000_000, 99_999_999)}`;
/** A valid id that belongs to nothing. */
export const NOBODY = '01900000-0000-7000-8000-000000000000';

export async function aList(call: Call, fields: object = {}): Promise<ListShown> {
  const { status, body } = await call('POST /v1/lists', { body: { title: unique('List'), ...fields } });
  expect({ status, error: body.error }).toEqual({ status: 200 });
  return body;
}

/** Returns the ids in the order of `GET /v1/lists`; the clock may have stepped back between two creations. */
export const newestFirst = (lists: Pick<ListShown, 'id' | 'created_at'>[]): string[] =>
  lists.toSorted((one, other) => (one.created_at + one.id < other.created_at + other.id ? 1 : -1)).map(({ id }) => id);

/** A sending domain as the console shows it. */
export interface DomainShown {
  id: string;
  domain: string;
  status: string;
  rotation_pending: boolean;
  failing_since: string | null;
  records: {
    type: string;
    name: string;
    value: string;
    purpose: string;
    required: boolean;
    key_state: string | null;
    status: string | null;
    found: string[];
    change: string | null;
  }[];
  notes: string[];
}

export async function aDomain(call: Call, domain = `${unique('domain')}.example`): Promise<DomainShown> {
  const { status, body } = await call('POST /console/domains', { body: { domain } });
  expect({ status, error: body.error }).toEqual({ status: 200 });
  return body;
}

/** A template as the console shows it. */
export interface TemplateShown {
  id: string;
  name: string;
  version: number;
  subject: string | null;
  html: string | null;
  mjml: string | null;
  text: string | null;
  variables: { name: string; required: boolean }[];
  created_by: string | null;
  note: string | null;
}

export async function aTemplate(call: Call, fields: object = {}): Promise<TemplateShown> {
  const { status, body } = await call('POST /console/templates', {
    body: { name: unique('template'), subject: 'Hello {{ name }}', text: 'Hello, {{ name }}.', ...fields },
  });
  expect({ status, error: body.error }).toEqual({ status: 200 });
  return body;
}

/** A sending profile as the console shows it. */
export interface ProfileShown {
  id: string;
  name: string;
  from_name: string;
  from_email: string;
  reply_to: string | null;
  integration_id: string | null;
  is_default: boolean;
}

export async function aProfile(call: Call, fields: object = {}): Promise<ProfileShown> {
  const { status, body } = await call('POST /console/profiles', {
    body: { name: unique('profile'), from_name: 'Ada', from_email: 'ada@dundun.test', ...fields },
  });
  expect({ status, error: body.error }).toEqual({ status: 200 });
  return body;
}

/** Adds a person to the list. @returns the uid */
export async function aSubscriber(
  call: Call,
  listId: string,
  fields: object = { email: anAddress() },
): Promise<string> {
  const { status, body } = await call(`POST /v1/lists/${listId}/subscribers`, { body: fields });
  expect({ status, error: body.error }).toEqual({ status: 200 });
  return body.uid;
}

export const put = (call: Call, listId: string, uid: string, subscribed: unknown) =>
  call(`PUT /v1/lists/${listId}/subscribers/${uid}`, { body: { subscribed } });

export const countOf = async (call: Call, listId: string): Promise<number> =>
  (await call(`GET /v1/lists/${listId}`)).body.subscriber_count;

/** A person on a list as the console shows it. */
export interface MemberShown {
  uid: string;
  email: string | null;
  number: string | null;
  first_name: string | null;
  last_name: string | null;
  status: string;
}

/** Returns the member of the list, or undefined. */
export async function memberOf(call: Call, listId: string, uid: string): Promise<MemberShown | undefined> {
  let cursor = '';
  do {
    const { body } = await call(`GET /console/lists/${listId}/members?limit=30${cursor}`);
    const found = (body.data as MemberShown[]).find((member) => member.uid === uid);
    if (found) return found;
    cursor = body.next_cursor === null ? '' : `&next_cursor=${encodeURIComponent(body.next_cursor)}`;
  } while (cursor);
  return undefined;
}

/** Returns the status of a person on a list, `none` without a membership. */
export const standing = async (call: Call, listId: string, uid: string): Promise<string> =>
  (await memberOf(call, listId, uid))?.status ?? 'none';

/** Returns a valid body of POST /v1/send/email; undefined leaves a field out. */
export const anEmail = (fields: object = {}) => ({
  from: { name: 'Ada', email: 'ada@dundun.test' },
  to: 'grace@example.com',
  subject: 'Hello',
  text: 'Hello, Grace.',
  ...fields,
});

/** Returns a valid body of POST /v1/send/sms. */
export const anSms = (fields: object = {}) => ({
  from: 'DUNDUN',
  to: '2348012345678',
  body: 'Your code is 123456',
  source: 'twilio',
  ...fields,
});
