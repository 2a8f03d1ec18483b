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
  }, 60_000);
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
  }, 60_000);

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
