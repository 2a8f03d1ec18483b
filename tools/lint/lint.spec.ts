import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { ROOMS, checkRooms } from './rooms.mjs';

interface Case {
  path: string;
  text: string;
}
interface Message {
  ruleId: string;
  line: number;
  message: string;
}

const root = join(__dirname, '../..');

/** Lints all texts in one process: loading the configuration takes seconds, a text milliseconds. */
function lint(cases: Case[]): Message[][] {
  const program = join(root, 'tools/lint/lint-texts.mjs');
  const options = { input: JSON.stringify(cases), encoding: 'utf8' as const };
  return JSON.parse(execFileSync(process.execPath, [program], options)) as Message[][];
}

const source = (library: string) => join(root, 'libs', library, 'src');
const oneFileOf = (library: string, room: string) => {
  const file = readdirSync(join(source(library), room)).find((name) => /(?<!\.spec)\.ts$/.test(name));
  return `../${room}/${String(file).replace(/\.ts$/, '.js')}`;
};

describe('constructor injection', () => {
  const parameters = ['@Inject(Token) private named: object', 'private typed: object', 'bare: object'];
  const classWith = (decorator: string) =>
    [
      `${decorator}\nexport class Made {`,
      '  constructor(',
      ...parameters.map((one) => `    ${one},`),
      '  ) {}\n}',
    ].join('\n');

  it('needs @Inject on every parameter of a class that Nest creates, and on no other', () => {
    const cases = ['Injectable', 'Controller', 'Entity'].map((decorator) => ({
      path: join(source('accounts'), 'made-up.ts'),
      text: classWith(`@${decorator}()`),
    }));
    const lines = lint(cases).map((messages) =>
      messages.filter(({ ruleId }) => ruleId === 'no-restricted-syntax').map(({ line }) => line),
    );
    expect(lines).toEqual([[5, 6], [5, 6], []]);
  });
});

describe('the folders of providers', () => {
  const providers = source('providers');
  const at = (path: string, ...imports: string[]) => ({
    path: join(providers, path),
    text: imports.map((each) => `import '${each}';\n`).join(''),
  });

  it('keep one provider from importing another, and what they share from importing any', () => {
    const cases = [
      at('sms/twilio/made-up.ts', './twilio.js', '../sms-cost.js', '../termii/termii.js', '../../email/ses/ses.js'),
      at('email/made-up.ts', './bounce.js', './ses/ses.js'),
      at('registry.ts', './email/ses/ses.js', './sms/twilio/twilio.js'),
    ];
    const lines = lint(cases).map((messages) =>
      messages.filter(({ ruleId }) => ruleId === 'import-x/no-restricted-paths').map(({ line }) => line),
    );
    expect(lines).toEqual([[3], [2], []]);
  });
});

describe('the order of rooms', () => {
  const places = Object.entries(ROOMS).flatMap(([library, order]) =>
    order.map((room, place) => ({ library, room, order, place })),
  );
  let lines: number[][];

  beforeAll(() => {
    const cases = places.map(({ library, room, order }) => ({
      path: join(source(library), room, 'made-up.ts'),
      text: [...order.map((other) => oneFileOf(library, other)), '../index.js', '@dundun/domain']
        .map((path) => `import '${path}';\n`)
        .join(''),
    }));
    lines = lint(cases).map((messages) =>
      messages.filter(({ ruleId }) => ruleId === 'import-x/no-restricted-paths').map(({ line }) => line - 1),
    );
  });

  it.each(places)('lets $library/$room import only itself and rooms before it', ({ library, order, place }) => {
    const later = order.map((_, index) => index).slice(place + 1);
    // Platform has doors instead of one index.
    const index = library === 'platform' ? [] : [order.length];
    expect(lines[places.findIndex((one) => one.library === library && one.place === place)]).toEqual([
      ...later,
      ...index,
    ]);
  });

  it('has a place for each room', () => {
    expect(() => checkRooms(root)).not.toThrow();
    expect(() => checkRooms(root, { messaging: ['message'] })).toThrow('has no place in tools/lint/rooms.mjs');
    expect(() => checkRooms(root, { lists: ['attic'] })).toThrow('libs/lists/src/attic');
  });
});

describe('roles and rows', () => {
  const cases: [path: string, text: string, rules: string[]][] = [
    ['libs/lists/src/made-up.ts', '@Injectable()\nexport class MadeUp {}', ['house/roles']],
    ['libs/lists/src/made-up.service.ts', '@Injectable()\nexport class MadeUp {}', []],
    ['libs/lists/src/made-up.service.ts', '@Controller()\nexport class MadeUp {}', ['house/roles']],
    ['libs/lists/src/made-up.service.ts', '@Handles(Job)\nexport class MadeUp {}', ['house/roles']],
    ['libs/lists/src/made-up.api.module.ts', '@Module({})\nexport class MadeUp {}', []],
    ['libs/lists/src/made-up.store.ts', 'export const made = 1;', ['house/roles']],
    ['libs/lists/src/made-up.service.ts', "export const up = 'SELECT id FROM lists';", ['house/roles']],
    ['libs/lists/src/made-up.ts', 'export const up = `\n  UPDATE lists SET title = $1`;', ['house/roles']],
    ['libs/lists/src/made-up.ts', 'export const up = `WITH a AS (DELETE ${from}) SELECT`;', ['house/roles']],
    ['libs/lists/src/made-up.ts', "export const up = 'Select a list, or update one from a set';", []],
    ['libs/lists/src/made-up.statements.ts', "export const UP = 'SELECT id FROM lists';", []],
    ['libs/lists/src/made-up.int.spec.ts', "export const up = 'SELECT id FROM lists';", []],
    ['libs/lists/src/made-up.ts', "export const made = defineJob('made-up');", ['house/roles']],
    ['libs/lists/src/made-up.filter.ts', 'export const made = 1;', ['house/roles']],
    ['libs/platform/src/http/made-up.filter.ts', '@Injectable()\nexport class MadeUp {}', []],
    [
      'libs/events/src/made-up.repository.ts',
      'export const up = `SELECT a_b AS "aB" FROM lists`;',
      ['no-restricted-syntax'],
    ],
    ['libs/events/src/made-up.repository.ts', 'export const up = `SELECT a AS "a_b" FROM lists`;', []],
  ];
  let found: Message[][];

  beforeAll(() => {
    found = lint(cases.map(([path, text]) => ({ path: join(root, path), text })));
  });

  it.each(cases.map((one, index) => [...one, index] as const))(
    'judges %s with %j: %j',
    (_path, _text, rules, index) => {
      const ours = ['house/roles', 'no-restricted-syntax'];
      expect(found[index]?.map(({ ruleId }) => ruleId).filter((rule) => ours.includes(rule))).toEqual(rules);
    },
  );
});
