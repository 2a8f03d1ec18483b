import { describe, expect, it } from '@jest/globals';
import { csvLine } from './csv.js';

describe('a line of CSV', () => {
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
    'shows %j as text to a spreadsheet',
    (value) => {
      const cell = csvLine([value]).slice(0, -2);
      const shown = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
      expect(shown).toBe(`'${value}`);
    },
  );
});
