import type { Call } from '@dundun/testing';
import { accepted, received } from './messages.js';
import { aList, anAddress, anEmail, aSubscriber, unique } from './fixtures.js';
import type { Operation } from './openapi.js';

/** Makes what a path parameter names, of the workspace that `call` speaks for. */
type Maker = (call: Call, made: Record<string, string>) => Promise<string>;

/** By the words before the parameter in the path. A new parameter needs its maker here. */
const MAKERS: Record<string, Maker> = {
  'lists/{id}': async (call) => (await aList(call)).id,
  'subscribers/{uid}': (call, made) => aSubscriber(call, made.id as string),
  'users/{uid}': async (call) => {
    const uid = unique('user');
    await call(`POST /v1/users/${uid}/events`, { body: { event: 'Made' } });
    return uid;
  },
  'messages/{id}': (call) => accepted(call, 'email', anEmail()),
  'inbox/{id}': async (call) => {
    const to = anAddress();
    await accepted(call, 'email', anEmail({ to }));
    const [mail] = await received(call, to);
    return mail?.id as string;
  },
};

/** Parameters that the caller may choose: an unknown one is somebody new, not nobody. */
export const CHOSEN_BY_CALLER = ['POST /v1/users/{uid}/events'];

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
