// The last word of a file's name is its role (docs/ARCHITECTURE.md, "Roles"). The rule holds names and contents together.
import { basename } from 'node:path';

const MODULES = ['module', 'api.module', 'worker.module'];
const SQL = ['repository', 'statements'];
const INJECTABLE = ['service', 'repository', 'handler', 'timer'];
/** Nest's own roles: platform plugs them in, features do not. */
const PLATFORM = ['interceptor', 'filter'];
const ROLES = [
  ...[
    'controller',
    'service',
    ...SQL,
    'entity',
    'entities',
    'presenter',
    'jobs',
    'handler',
    'timer',
    'page',
    'command',
  ],
  ...MODULES,
];

const DECORATED = {
  Controller: ['controller'],
  Entity: ['entity', 'entities'],
  Handles: ['handler'],
  Module: MODULES,
};

/** A statement, not a sentence that begins with "Update": keywords are in capitals. */
const STATEMENT =
  /(^|[\s(])(SELECT\s[^]*\sFROM\s|INSERT INTO\s|UPDATE\s[^]*\sSET\s|DELETE FROM\s|MERGE INTO\s|TRUNCATE\s|WITH\s[^]*\sAS\s[^]*\()/;

export const roles = {
  meta: {
    type: 'suggestion',
    schema: [
      {
        type: 'object',
        // platform: interceptors and filters have roles too. sql: false where statements may be anywhere.
        properties: { platform: { type: 'boolean' }, sql: { type: 'boolean' } },
        additionalProperties: false,
      },
    ],
    messages: {
      unknown: '"{{role}}" is not a role. Roles: {{roles}}.',
      wrong: '{{what}} belongs in a file that ends in {{roles}}.',
    },
  },
  create(context) {
    const [{ platform = false, sql = true } = {}] = context.options;
    const role = basename(context.filename).split('.').slice(1, -1).join('.');
    const extra = platform ? PLATFORM : [];
    const known = [...ROLES, ...extra];
    const decorated = { ...DECORATED, Injectable: [...INJECTABLE, ...extra, ...(platform ? ['module'] : [])] };

    const expect = (node, what, allowed) => {
      const listed = allowed.map((one) => `.${one}`).join(', ');
      if (!allowed.includes(role)) context.report({ node, messageId: 'wrong', data: { what, roles: listed } });
    };
    const text = (node, value) => {
      if (sql && STATEMENT.test(value)) expect(node, 'SQL', SQL);
    };
    return {
      Program(node) {
        if (role && !known.includes(role))
          context.report({ node, messageId: 'unknown', data: { role, roles: known.join(', ') } });
      },
      Decorator(node) {
        const name = node.expression.callee?.name;
        if (Object.hasOwn(decorated, name ?? '')) expect(node, `@${name}`, decorated[name]);
      },
      'CallExpression[callee.name="defineJob"]': (node) => expect(node, 'defineJob()', ['jobs']),
      Literal(node) {
        if (typeof node.value === 'string') text(node, node.value);
      },
      TemplateLiteral: (node) => text(node, node.quasis.map(({ value }) => value.cooked).join('$')),
    };
  },
};
