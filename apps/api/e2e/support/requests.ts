import { afterAll } from '@jest/globals';
import { startFakePostmark, type FakePostmark } from '@dundun/providers/testing';
import type { Call } from '@dundun/testing';
import { accepted, received } from './messages.js';
import { aDomain, aList, anAddress, anEmail, aProfile, aSubscriber, aTemplate, unique } from './fixtures.js';
import type { Operation } from './openapi.js';
import { connected } from './providers.js';

/** Makes what a path parameter names, of the workspace that `call` speaks for. */
type Maker = (call: Call, made: Record<string, string>) => Promise<string>;

const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString();

/** Mail goes on to the inbox, where tests look for it. */
const UNUSED = { enabled: false };

let fake: Promise<FakePostmark> | undefined;
const aFake = () => (fake ??= startFakePostmark());
afterAll(async () => (await fake)?.close());

async function aUser(call: Call): Promise<string> {
  const uid = unique('user');
  await call(`POST /v1/users/${uid}/events`, { body: { event: 'Made' } });
  return uid;
}

/** By the words before the parameter in the path. A new parameter needs its maker here. */
const MAKERS: Record<string, Maker> = {
  'lists/{id}': async (call) => (await aList(call)).id,
  'subscribers/{uid}': (call, made) => aSubscriber(call, made.id as string),
  'users/{uid}': (call) => aUser(call),
  'people/{uid}': async (call) => aSubscriber(call, (await aList(call)).id),
  'domains/{id}': async (call) => (await aDomain(call)).id,
  'templates/{id}': async (call) => (await aTemplate(call)).id,
  'profiles/{id}': async (call) => (await aProfile(call)).id,
  // It can still be canceled.
  'messages/{id}': (call) => accepted(call, 'email', anEmail({ send_at: tomorrow() })),
  'integrations/{id}': async (call) => (await connected(call, 'postmark', await aFake(), UNUSED)).id,
  'routes/{path}': () => Promise.resolve('transactional'),
  'providers/{token}': async (call) => {
    const { webhook_url } = await connected(call, 'postmark', await aFake(), UNUSED);
    return webhook_url?.split('/').at(-1) as string;
  },
  'suppressions/{address}': async (call) => {
    const address = anAddress();
    await call('POST /console/suppressions', { body: { addresses: [address] } });
    return address;
  },
  'inbox/{id}': async (call) => {
    const to = anAddress();
    await accepted(call, 'email', anEmail({ to }));
    const [mail] = await received(call, to);
    return mail?.id as string;
  },
};

/**
 * Operations whose parameter is of no workspace: the caller chooses it and an unknown one is somebody new, or it is one of
 * a few words, or the secret address itself says whose it is.
 */
export const CHOSEN_BY_CALLER = [
  'POST /v1/users/{uid}/events',
  'PUT /console/routes/{path}',
  'POST /hooks/providers/{token}',
];

/** Bodies where the document's example names what only its reader has: an account, a domain. */
export async function bodyFor({ route }: Pick<Operation, 'route'>): Promise<Record<string, unknown> | undefined> {
  const { origin, settings } = await aFake();
  const template = { name: unique('template'), subject: 'Hello', text: 'Hello, {{ name }}' };
  const profile = { name: unique('profile'), from_name: 'Ada', from_email: 'ada@dundun.test' };
  const bodies: Record<string, Record<string, unknown>> = {
    'POST /console/integrations': { provider: 'postmark', settings, endpoint: origin, ...UNUSED },
    'PUT /console/integrations/{id}': { name: 'Another', settings },
    'PUT /console/routes/{path}': { integrations: [null] },
    'POST /console/templates': template,
    'PUT /console/templates/{id}': template,
    'POST /console/templates/{id}/rollback': { version: 1 },
    'POST /console/templates/{id}/preview': { variables: { name: 'Grace' } },
    'POST /console/templates/{id}/test': {
      to: 'ada@example.com',
      from: { name: 'Ada', email: 'ada@dundun.test' },
      variables: { name: 'Grace' },
    },
    'POST /hooks/bounces': { raw: 'Subject: Hello\r\n\r\nHello' },
    'POST /console/profiles': profile,
    'PUT /console/profiles/{id}': { from_name: 'Grace' },
  };
  return bodies[route];
}

/** Values of all path parameters of an operation, freshly made. Throws for a parameter that nobody can make yet. */
export async function parametersFor({ path }: Pick<Operation, 'path'>, call: Call): Promise<Record<string, string>> {
  const made: Record<string, string> = {};
  for (const [, before, name] of path.matchAll(/([^/]+)\/\{(\w+)\}/g)) {
    const make = MAKERS[`${before}/{${name}}`];
    if (!make) throw new Error(`${path}: apps/api/e2e/support/requests.ts cannot make a {${name}} of ${before}`);
    made[name as string] = await make(call, made);
  }
  return made;
}

/** The path with these values for its parameters. */
export const filled = (path: string, values: Record<string, string>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? name));
