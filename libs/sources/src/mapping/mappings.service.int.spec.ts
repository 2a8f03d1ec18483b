import { afterEach, describe, expect, it } from '@jest/globals';
import { MappingError } from '@dundun/domain';
import { Mappings } from './mappings.service.js';

const WORKSPACE = 1;

describe('Mappings', () => {
  let mappings = new Mappings();
  const evaluate = (mapping: string, input: Record<string, unknown> = {}) =>
    mappings.evaluate(WORKSPACE, mapping, input);
  afterEach(async () => {
    await mappings.onApplicationShutdown();
    mappings = new Mappings();
  });

  it('evaluates a mapping to JSON', async () => {
    const input = { user: { id: 7, names: ['Ada', 'Lovelace'] }, cents: 4990 };
    const mapping =
      '{ "uid": $string(user.id), "name": $join(user.names, " "), "total": cents / 100, "none": nothing }';
    expect(await evaluate(mapping, input)).toEqual({ uid: '7', name: 'Ada Lovelace', total: 49.9 });
    expect(await evaluate('nothing', input)).toBeUndefined();
  });

  it.each([
    ['{ "a": }', /line 1, column \d+/],
    ['{\n  "a": 1,\n  "b" 2\n}', /line 3, column \d+/],
    ['$sum(', /\w/],
  ])('reports the position of a syntax error: %j', async (mapping, said) => {
    expect(await mappings.check(WORKSPACE, mapping)).toMatch(said);
  });

  it('checks the syntax only', async () => {
    expect(await mappings.check(WORKSPACE, '$error("no")')).toBeNull();
  });

  it.each([
    ['an endless loop', '($f := function($n) { $f($n + 1) }; $f(0))'],
    ['a recursion that is too deep', '($f := function($n) { 1 + $f($n + 1) }; $f(0))'],
    ['an endless sequence', '[1..9999999]'],
    ['endless text', '$reduce([1..40], function($text) { $text & $text }, "xxxxxxxxxxxxxxxx")'],
    ['a result that is too large', '$pad("", 300000)'],
    ['a catastrophic regular expression', '$match("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!", /^(a+)+$/)'],
    ['many lists', '[1..3000].[1..3000].[1..3000]'],
    ['an error of its own', '$error("no")'],
  ])(
    'refuses %s and stays usable',
    async (_, mapping) => {
      await expect(evaluate(mapping)).rejects.toThrow(MappingError);
      expect(await evaluate('1 + 1')).toBe(2);
    },
    30_000,
  );

  it.each([
    'constructor',
    '__proto__',
    '$.constructor.constructor("return process")()',
    '$lookup({}, "constructor")',
    '$eval("process")',
    '$toString.constructor',
    '($f := function() { 1 }; $f.constructor)',
  ])('exposes nothing but the event: %s', async (mapping) => {
    const seen = await evaluate(mapping, { a: 1 }).catch((error: Error) => {
      expect(error).toBeInstanceOf(MappingError);
      return undefined;
    });
    expect(JSON.stringify(seen ?? null)).not.toMatch(/function|process|native|env/);
  });

  it('isolates one evaluation from the next', async () => {
    await evaluate('($x := 5; $x)');
    expect(await evaluate('$x')).toBeUndefined();
    await evaluate('$merge([{ "__proto__": { "polluted": 1 } }])').catch(() => undefined);
    expect(await evaluate('polluted')).toBeUndefined();
  });
});
