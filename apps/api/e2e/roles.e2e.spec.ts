/**
 * @slow calls every operation with every role
 */
import { describe, expect, it } from '@jest/globals';
import { caller, type Answer, type Call } from '@dundun/testing';
import { accessTable } from './support/access-table.js';
import { aList, NOBODY } from './support/fixtures.js';
import { aSession } from './support/members.js';
import { operationsOf, readDocument } from './support/openapi.js';
import { useWorkspace } from './support/product.js';
import { filled } from './support/requests.js';

const ROLES = ['viewer', 'marketer', 'admin', 'owner'];
const SIGN_OUT = 'DELETE /console/session';

/** Every operation of docs/security.md, the sign-out last. */
const table = accessTable().sort((one, other) => Number(one.route === SIGN_OUT) - Number(other.route === SIGN_OUT));

const codeOf = ({ status, headers }: Answer) => (status === 200 ? '' : (headers.get('Dundun-Error') ?? ''));
const REFUSED = ['role_needed', 'limited_to_lists'];

describe('the roles of members, on every operation', () => {
  const subject = useWorkspace();

  /** Calls an operation about nothing: its ids are unknown and its body is empty. */
  const attempt = (call: Call, route: string, id = NOBODY) => {
    const [method, path] = route.split(' ') as [string, string];
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name as string, id]);
    return call(`${method} ${filled(path, Object.fromEntries(names))}`, method === 'GET' ? {} : { body: {} });
  };

  it('lists every operation that needs credentials in docs/security.md', async () => {
    const operations = operationsOf(await readDocument(subject)).filter(({ 'x-role': role }) => role !== undefined);
    const declared = operations.map(({ route, 'x-role': role, 'x-limited': limited = 'no' }) => ({
      route,
      role,
      limited,
    }));
    const byRoute = (one: { route: string }, other: { route: string }) => (one.route < other.route ? -1 : 1);
    expect([...table].sort(byRoute)).toEqual(declared.sort(byRoute));
  });

  it('has a role for every operation that accepts a session', async () => {
    const operations = operationsOf(await readDocument(subject));
    expect(
      operations
        .filter((each) => (each['x-access'] === 'none') !== (each['x-role'] === undefined))
        .map((each) => each.route),
    ).toEqual([]);
  });

  it.each(ROLES)(
    'admits the %s to exactly the operations of the table',
    async (role) => {
      const call = await aSession(subject.product, role);
      for (const { route, role: needed } of table) {
        const answer = await attempt(call, route);
        const isRefused = ROLES.indexOf(role) < ROLES.indexOf(needed);
        expect({ route, refused: codeOf(answer) === 'role_needed' }).toEqual({ route, refused: isRefused });
        if (isRefused)
          expect(answer.body.error).toBe(
            `This needs the role ${needed}, and yours is ${role}. An admin of the workspace can change it.`,
          );
        else
          expect({ route, isAnswer: answer.status < 500 && answer.status !== 401 }).toEqual({ route, isAnswer: true });
      }
    },
    120_000,
  );

  it('admits a member limited to lists to exactly the operations of the table', async () => {
    const own = await aList(subject.call);
    const other = await aList(subject.call);
    const call = await aSession(subject.product, 'marketer', [own.id]);
    for (const { route, role, limited } of table) {
      const expected =
        role === 'admin' || role === 'owner'
          ? 'role_needed'
          : limited === 'no'
            ? 'limited_to_lists'
            : limited === 'list'
              ? 'unknown_list'
              : '';
      const code = codeOf(await attempt(call, route, other.id));
      if (expected) expect({ route, code }).toEqual({ route, code: expected });
      else expect({ route, refused: REFUSED.includes(code) }).toEqual({ route, refused: false });
      if (limited === 'list' && expected === 'unknown_list' && route.startsWith('GET'))
        expect({ route, code: codeOf(await attempt(call, route, own.id)) }).toEqual({ route, code: '' });
    }
  });

  it('gives key and secret the rights of an admin', async () => {
    const answers = table
      .filter(({ route }) => route.startsWith('GET'))
      .map(({ route }) => attempt(caller(subject.product), route));
    for (const answer of await Promise.all(answers)) expect(REFUSED).not.toContain(codeOf(answer));
  });
});
