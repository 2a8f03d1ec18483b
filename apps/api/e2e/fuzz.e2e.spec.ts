/**
 * @slow sends every hostile text to every parameter of every operation
 */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { basic, type Answer } from '@dundun/testing';
import { repetitions, SEED } from '@dundun/testing/repetitions';
import fc from 'fast-check';
import { expectNoInnards } from './support/answers.js';
import { HOSTILE_NAMES, hostileText, hostileValue } from './support/hostile-values.js';
import { bodyExampleOf, operationsOf, readDocument, type Document, type Operation } from './support/openapi.js';
import { useProduct } from './support/product.js';
import { REACHES_FAKES } from './support/providers.js';
import { rawRequest } from './support/raw-http.js';
import { filled, parametersFor } from './support/requests.js';

const RUNS = repetitions(400, 20_000);
/** Statuses outside the document: the path became another one, or the request is not valid HTTP. */
const ANYWHERE = [404, 431];

interface Wild {
  at: number;
  /** Replacements for the path's parameters. */
  parameters: (string | undefined)[];
  query: [string, string][];
  body: 'example' | 'mutated' | 'any' | 'text' | 'none';
  /** Where to put the value in the example: an index of its fields at each level. */
  where: number[];
  value: unknown;
  text: string;
  level: 'full' | 'key' | 'none' | 'wrong';
  headers: Record<string, string>;
}

const header = fc.string({ unit: fc.constantFrom(...'abcXYZ019 !"\\,;=/@()é\u0080'), maxLength: 30 });
const wild: fc.Arbitrary<Wild> = fc.record({
  at: fc.nat(1_000),
  parameters: fc.array(fc.option(hostileText, { nil: undefined, freq: 3 }), { minLength: 2, maxLength: 2 }),
  query: fc.array(
    fc.tuple(
      fc.constantFrom(
        'limit',
        'next_cursor',
        'previous_cursor',
        'prev_cursor',
        'event',
        'to',
        'channel',
        'status',
        'search',
        '__proto__',
      ),
      hostileText,
    ),
    { maxLength: 3 },
  ),
  body: fc.constantFrom('example', 'mutated', 'mutated', 'mutated', 'any', 'text', 'none'),
  where: fc.array(fc.nat(30), { minLength: 1, maxLength: 3 }),
  value: hostileValue,
  text: hostileText,
  level: fc.constantFrom('full', 'full', 'full', 'key', 'none', 'wrong'),
  headers: fc.oneof(
    { weight: 4, arbitrary: fc.constant({}) },
    fc.record(
      {
        'Idempotency-Key': header,
        'Content-Type': fc.constantFrom('application/json', 'text/plain', 'application/json; charset=utf-16', ''),
        Accept: fc.constantFrom('application/problem+json', 'text/html', '*/*', ''),
        'Request-Id': header,
        'Content-Encoding': fc.constantFrom('gzip', 'identity', ''),
        Cookie: fc.constantFrom('dundun_session=x', 'dundun_session=', ';;;=;'),
        Origin: fc.constantFrom('https://evil.example', 'null', ''),
      },
      { requiredKeys: [] },
    ),
  ),
});

const namesIn = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);

/** Returns the example with one value replaced, removed or added. */
function mutated(example: unknown, [index = 0, ...deeper]: number[], value: unknown): unknown {
  if (typeof example !== 'object' || example === null) return value;
  const copy = structuredClone(example) as Record<string, unknown>;
  const names = Object.keys(copy);
  const name = names[index % (names.length + 1)] ?? 'unknown_key';
  if (deeper.length === 0 && index % 5 === 4) delete copy[name];
  else copy[name] = deeper.length > 0 ? mutated(copy[name], deeper, value) : value;
  return copy;
}

describe('random requests made from the document', () => {
  const subject = useProduct({ environment: { LOG_LEVEL: 'warn', ...REACHES_FAKES } });
  const { call } = subject;
  let document: Document;
  let operations: Operation[];
  const known = new Map<string, Record<string, string>>();

  beforeAll(async () => {
    document = await readDocument(subject);
    // Signing in is deliberately slow, and limited.
    operations = operationsOf(document).filter(({ route }) => route !== 'POST /console/session');
    for (const operation of operations) known.set(operation.route, await parametersFor(operation, call));
  });

  function bodyOf(operation: Operation, { body, where, value, text }: Wild): string | undefined {
    const example = bodyExampleOf(document, operation);
    if (body === 'none') return undefined;
    if (body === 'text') return text;
    if (body === 'any' || example === undefined) return JSON.stringify(value);
    return JSON.stringify(body === 'mutated' ? mutated(example, where, value) : example);
  }

  const credentials = (level: Wild['level']): Record<string, string> => {
    const { apiKey, apiSecret } = subject.product;
    if (level === 'none') return {};
    return { Authorization: basic(apiKey, { full: apiSecret, key: '', wrong: 'x' }[level]) };
  };

  async function send(operation: Operation, given: Wild): Promise<Answer> {
    const names = namesIn(operation.path);
    const values = { ...known.get(operation.route) };
    names.forEach(
      (name, index) => (values[name] = given.parameters[index]?.toWellFormed() || (values[name] as string)),
    );
    const query = given.query.map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`).join('&');
    const path = `${filled(operation.path, values)}${query ? `?${query}` : ''}`;
    const body = operation.method === 'GET' ? undefined : bodyOf(operation, given);
    const headers: Record<string, string> = {
      ...credentials(given.level),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...given.headers,
    };
    return rawRequest(subject.product.apiUrl, { method: operation.method, path, headers, body: body?.toWellFormed() });
  }

  /** Expects an answer that the document describes. */
  function check(operation: Operation, answer: Answer): void {
    const { status, headers, body } = answer;
    const documented = [...Object.keys(operation.responses).map(Number), ...ANYWHERE];
    expect({ route: operation.route, status, documented: documented.includes(status) }).toEqual({
      route: operation.route,
      status,
      documented: true,
    });
    expect(status).toBeLessThan(500);
    expect(headers.get('Request-Id') ?? '').toMatch(/^[\w.:-]{1,200}$/);
    const type = headers.get('Content-Type')?.split(';')[0] ?? '';
    // A file is of the type that the document names.
    if (status === 200) {
      const [documentedType = 'application/json'] = Object.keys(operation.responses[200]?.content ?? {});
      expect(type).toMatch(documentedType.endsWith('/*') ? documentedType.slice(0, -1) : documentedType);
      return;
    }
    expect(type).toMatch(/^application\/(problem\+)?json$/);
    expect(headers.get('Dundun-Error')).toMatch(/^[a-z]+(_[a-z]+)*$/);
    if (headers.get('Content-Type')?.startsWith('application/problem+json')) {
      expect(body).toMatchObject({ status, detail: expect.any(String), code: headers.get('Dundun-Error') });
    } else expect(body).toEqual({ error: expect.stringMatching(/\w/) });
    expectNoInnards({ text: answer.text.replace(/"(error|detail)":".*?(?<!\\)"/, '') });
    expect(answer.text).not.toMatch(/\n\s+at \w|node_modules/);
  }

  it('get a documented answer for every hostile text in every parameter', async () => {
    const given: Omit<Wild, 'parameters' | 'query'> = {
      at: 0,
      body: 'example',
      where: [],
      value: null,
      text: '',
      level: 'full',
      headers: {},
    };
    for (const operation of operations) {
      const inPath = namesIn(operation.path);
      const inQuery = (operation.parameters ?? []).filter((each) => each.in === 'query').map(({ name }) => name);
      for (const text of HOSTILE_NAMES) {
        for (const name of inPath) {
          const replaced = inPath.map((each) => (each === name ? text : undefined));
          check(operation, await send(operation, { ...given, parameters: replaced, query: [] }));
        }
        for (const name of inQuery)
          check(operation, await send(operation, { ...given, parameters: [], query: [[name, text]] }));
      }
    }
    expect(subject.product.api.output()).not.toMatch(/"level":50/);
  }, 300_000);

  it(
    `get a documented answer ${RUNS} times`,
    async () => {
      const seen: Record<number, number> = {};
      await fc.assert(
        fc.asyncProperty(wild, async (given) => {
          const operation = operations[given.at % operations.length] as Operation;
          const answer = await send(operation, given);
          seen[answer.status] = (seen[answer.status] ?? 0) + 1;
          check(operation, answer);
        }),
        {
          numRuns: RUNS,
          seed: SEED,
          endOnFailure: false,
          interruptAfterTimeLimit: 20 * 60_000,
          markInterruptAsFailure: true,
        },
      );
      // The fuzzer gets past validation to the operations.
      expect(seen[200]).toBeGreaterThan(RUNS / 50);
      expect(seen[400]).toBeGreaterThan(RUNS / 10);
      expect(subject.product.api.output()).not.toMatch(/"level":50/);
      expect(subject.product.api.child.exitCode).toBeNull();
    },
    21 * 60_000,
  );
});
