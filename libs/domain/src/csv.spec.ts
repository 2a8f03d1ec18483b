import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { csvLine, csvRows } from './csv.js';

describe('csvLine', () => {
  it.each([
    [['a', 'b'], 'a,b\r\n'],
    [['', ''], ',\r\n'],
    [['a,b', 'say "hi"'], '"a,b","say ""hi"""\r\n'],
    [['one\ntwo', 'three\rfour'], '"one\ntwo","three\rfour"\r\n'],
    [['ada@example.com'], 'ada@example.com\r\n'],
  ])('writes %j', (values, line) => {
    expect(csvLine(values)).toBe(line);
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '=HYPERLINK("http://x","y")'])(
    'makes a spreadsheet show %j as text',
    (value) => {
      const cell = csvLine([value]).slice(0, -2);
      const shown = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
      expect(shown).toBe(`'${value}`);
    },
  );
});

describe('csvRows', () => {
  it.each<[string, string[][] | null]>([
    ['', []],
    ['a', [['a']]],
    ['a,b\nc', [['a', 'b'], ['c']]],
    [
      'a,b\r\nc,\r\n',
      [
        ['a', 'b'],
        ['c', ''],
      ],
    ],
    ['a,', [['a', '']]],
    ['\n\n', [[''], ['']]],
    ['"a ""b"" c","d\r\ne"\r\n', [['a "b" c', 'd\r\ne']]],
    ['"",""""', [['', '"']]],
    [`'+1@x.com,''=1,'a`, [['+1@x.com', `'=1`, `'a`]]],
    ['"a', null],
    ['"a"b', null],
    ['"a""', null],
  ])('reads %j', (text, rows) => {
    expect(csvRows(text)).toEqual(rows);
  });

  it('reads back any values that csvLine wrote', () => {
    const value = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...`'"=+-@\t\r\n,a;`) }));
    const rows = fc.array(fc.array(value, { minLength: 1 }));
    fc.assert(fc.property(rows, (given) => expect(csvRows(given.map(csvLine).join(''))).toEqual(given)));
  });

  it('makes a spreadsheet show every formula as text, also behind quotes', () => {
    expect(csvLine([`'=1`, `''+1`, `'a`])).toBe(`''=1,'''+1,'a\r\n`);
  });
});
