/**
 * @slow calls every operation with every sort of credentials
 */
import { describe, expect, it } from '@jest/globals';
import { basic, type Answer, type Call } from '@dundun/testing';
import { expectOk, expectRefusal } from './support/answers.js';
import { NOBODY, unique } from './support/fixtures.js';
import { bodyExampleOf, operationsOf, readDocument, type Document, type Operation } from './support/openapi.js';
import { useWorkspace } from './support/product.js';
import { bodyFor } from './support/bodies.js';
import { CHOSEN_BY_CALLER, filled, OWN_REFUSALS, parametersFor, queryFor } from './support/requests.js';
import { anotherWorkspace } from './support/workspaces.js';

const LEVELS = ['none', 'key', 'secret', 'console'];
const TEXT = 'Wrong authentication credentials.';

/** Bodies that the key alone may send, for operations whose example needs the secret. */
const BODIES: Record<string, Record<string, unknown>> = {
  'POST /v1/lists/{id}/subscribers': { number: '2348012345678' },
  'PUT /v1/lists/{id}': { title: 'Monthly news' },
};

/** The answer of each access level to each sort of credentials. `own` is the answer to a valid call. */
const EXPECTED: Record<string, Record<string, string>> = {
  nothing: { none: 'own', key: '401 wrong_credentials', secret: '401 wrong_credentials', console: '401 not_signed_in' },
  'an unknown key': wrong(),
  'a wrong secret': wrong(),
  'a secret that only begins right': wrong(),
  'key and secret exchanged': wrong(),
  'a token': wrong(),
  'no base64': wrong(),
  'no colon': wrong(),
  'an empty key': wrong(),
  'an empty header': {
    none: 'own',
    key: '401 wrong_credentials',
    secret: '401 wrong_credentials',
    console: '401 not_signed_in',
  },
  'the key alone': { none: 'own', key: 'own', secret: '403 secret_needed', console: '403 secret_needed' },
  'key and secret': { none: 'own', key: 'own', secret: 'own', console: 'own' },
};

function wrong() {
  return {
    none: 'own',
    ...Object.fromEntries(['key', 'secret', 'console'].map((level) => [level, '401 wrong_credentials'])),
  };
}

/** Returns the header of each sort of credentials. */
const headersOf = ({
  apiKey,
  apiSecret,
}: {
  apiKey: string;
  apiSecret: string;
}): Record<string, Record<string, string>> => ({
  nothing: {},
  'an unknown key': { Authorization: basic('dk_nobody', apiSecret) },
  'a wrong secret': { Authorization: basic(apiKey, 'ds_wrong') },
  'a secret that only begins right': { Authorization: basic(apiKey, apiSecret.slice(0, -1)) },
  'key and secret exchanged': { Authorization: basic(apiSecret, apiKey) },
  'a token': { Authorization: `Bearer ${apiSecret}` },
  'no base64': { Authorization: 'Basic not*base64' },
  'no colon': { Authorization: `Basic ${Buffer.from(apiKey).toString('base64')}` },
  'an empty key': { Authorization: basic('', apiSecret) },
  'an empty header': { Authorization: '' },
  'the key alone': { Authorization: basic(apiKey) },
  'key and secret': { Authorization: basic(apiKey, apiSecret) },
});

const outcomeOf = ({ status, headers }: Answer) =>
  status === 200 ? '200' : `${status} ${headers.get('Dundun-Error')}`;

describe('credentials, on every operation of the document', () => {
  const subject = useWorkspace();
  const { call } = subject;

  const bodyOf = async (document: Document, operation: Operation) =>
    operation.route === 'POST /console/session'
      ? { email: subject.product.email, password: subject.product.password }
      : (BODIES[operation.route] ?? (await bodyFor(operation, call)) ?? bodyExampleOf(document, operation));

  /** Makes a valid call except for the given parts. */
  async function request(
    document: Document,
    operation: Operation,
    values: Record<string, string>,
    caller: Call,
    headers = {},
    body?: unknown,
  ) {
    body ??= await bodyOf(document, operation);
    if (operation.requestBody && body === undefined) throw new Error(`${operation.route} shows no example of its body`);
    return caller(`${operation.method} ${filled(operation.path, values)}${queryFor(operation)}`, {
      as: 'none',
      body,
      headers,
    });
  }

  it('[5-1] accepts two levels: the user name, and the user name with a password', async () => {
    expectOk(await call('GET /v1/lists', { as: 'key' }));
    expectRefusal(await call('POST /v1/lists', { as: 'key', body: { title: 'x' } }), 403, 'secret_needed');
    expectOk(await call('POST /v1/lists', { as: 'full', body: { title: 'x' } }));
  });

  it('[5-4, 6-2] serves a client configured with an API key alone', async () => {
    const headers = { Authorization: basic(subject.product.apiKey), Origin: 'https://shop.example' };
    expectOk(await call('GET /v1/account', { as: 'none', headers }));
    const answer = await call(`POST /v1/users/${unique('user')}/events`, {
      as: 'none',
      headers,
      body: { event: 'Seen' },
    });
    expectOk(answer, { status: 'ok' });
  });

  it('[W1-3] documents the access level of every operation', async () => {
    const operations = operationsOf(await readDocument(subject));
    expect(operations.length).toBeGreaterThan(12);
    expect(
      operations.filter((operation) => !LEVELS.includes(operation['x-access'] ?? '')).map(({ route }) => route),
    ).toEqual([]);
  });

  it('[W1-2, W1-3] has exactly these operations at the key level', async () => {
    const operations = operationsOf(await readDocument(subject)).filter((operation) => operation['x-access'] === 'key');
    expect(operations.map(({ route }) => route).sort()).toEqual([
      'GET /v1/account',
      'GET /v1/lists',
      'GET /v1/lists/{id}',
      'POST /v1/lists/{id}/subscribers',
      'POST /v1/segment',
      'POST /v1/users',
      'POST /v1/users/merge',
      'POST /v1/users/{uid}/events',
      'PUT /v1/lists/{id}',
      'PUT /v1/users/{uid}',
    ]);
  });

  it('[W1-1, W1-2, W1-3, W1-4, W1-5, W1-6] answers each sort of credentials by access level', async () => {
    const document = await readDocument(subject);
    const seen: Record<string, string> = {};
    const right: Record<string, string> = {};
    for (const operation of operationsOf(document)) {
      const { route } = operation;
      // Refused calls change nothing, so they can share their parameters and body, and go out together.
      const untouched = await parametersFor(operation, call);
      const body = await bodyOf(document, operation);
      const sorts = Object.entries(headersOf(subject.product)).map(([sort, headers]) => {
        const expected = EXPECTED[sort]?.[operation['x-access'] as string] as string;
        return { sort, headers, expected };
      });
      const refused = sorts
        .filter(({ expected }) => expected !== 'own')
        .map(async (each) => ({
          ...each,
          answer: await request(document, operation, untouched, call, each.headers, body),
        }));
      const answered = await Promise.all(refused);
      for (const each of sorts.filter(({ expected }) => expected === 'own')) {
        const values = await parametersFor(operation, call);
        answered.push({ ...each, answer: await request(document, operation, values, call, each.headers) });
      }
      for (const { sort, expected, answer } of answered) {
        const name = `${route} with ${sort}`;
        seen[name] = outcomeOf(answer);
        right[name] = expected === 'own' ? (OWN_REFUSALS[route] ?? '200') : expected;
        if (answer.headers.get('Dundun-Error') === 'wrong_credentials') expect(answer.body).toEqual({ error: TEXT });
        if (answer.status === 403)
          expect(answer.body).toEqual({ error: expect.stringMatching(/secret|role owner|Single sign-on/) });
      }
    }
    expect(seen).toEqual(right);
  }, 400_000);

  it('[W2-5] answers the same 404 for foreign and unknown ids, and changes nothing', async () => {
    const document = await readDocument(subject);
    const theirs = await anotherWorkspace(subject.product, { domain: 'dundun.test' });
    const full = { Authorization: basic(theirs.key, theirs.secret) };
    const seen: Record<string, unknown> = {};
    const right: Record<string, unknown> = {};
    /** An answer may quote an id of its request, and each request has a body of its own. */
    const said = ({ text }: { text: string }) => text.replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, 'an id');
    for (const operation of operationsOf(document)) {
      if (CHOSEN_BY_CALLER.includes(operation.route) || operation.route in OWN_REFUSALS) continue;
      const mine = await parametersFor(operation, call);
      // An index is a place, not an id.
      for (const name of Object.keys(mine).filter((each) => each !== 'index')) {
        const own = operation.path.includes('/inbox/') ? mine : await parametersFor(operation, theirs.call);
        const before = mine.id && operation.path.includes('/lists/') && (await call(`GET /v1/lists/${mine.id}`)).body;
        const foreign = await request(document, operation, { ...own, [name]: mine[name] as string }, call, full);
        const nothing = await request(document, operation, { ...own, [name]: NOBODY }, call, full);
        const key = `${operation.route} with a foreign ${name}`;
        seen[key] = [foreign.status, foreign.headers.get('Dundun-Error'), said(foreign)];
        right[key] = [404, nothing.headers.get('Dundun-Error'), said(nothing)];
        if (before) expect((await call(`GET /v1/lists/${mine.id}`)).body).toEqual(before);
      }
    }
    expect(Object.keys(seen).length).toBeGreaterThan(8);
    expect(seen).toEqual(right);
  }, 400_000);

  it('[W2-5] lists nothing of another workspace', async () => {
    const document = await readDocument(subject);
    const theirs = await anotherWorkspace(subject.product);
    for (const operation of operationsOf(document)) await parametersFor(operation, call);
    const listings = operationsOf(document).filter(({ method, path }) => method === 'GET' && !path.includes('{'));
    const full = { Authorization: basic(theirs.key, theirs.secret) };
    for (const { path, route } of listings) {
      const { status, body } = await call(`${route}${queryFor({ route })}`, { as: 'none', headers: full });
      // All workspaces see the same providers and senders, and each has keys.
      if (['/console/providers', '/console/source-kinds', '/console/keys'].includes(path) || route in OWN_REFUSALS)
        continue;
      expect([path, status, body.data ?? []]).toEqual([path, 200, []]);
    }
  }, 400_000);
});
