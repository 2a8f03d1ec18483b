import { expect, it } from '@jest/globals';
import { isPlainTrouble, readable } from './readable.mjs';

it.each([
  ['{"level":30,"message":"listening"}', undefined],
  ['{"level":40,"message":"slow"}', { level: 'WARN', text: 'slow' }],
  [
    '{"level":50,"message":"send failed","err":{"message":"refused"}}',
    { level: 'ERROR', text: 'send failed: refused' },
  ],
  ['{"level":50,"message":"refused","err":{"message":"refused"}}', { level: 'ERROR', text: 'refused' }],
  ['not JSON', undefined],
  ['{"level":50, cut off', undefined],
])('reads %s', (line, expected) => {
  expect(readable(line)).toEqual(expected);
});

it('shows the message of a crash without its stack and without warnings of Node', () => {
  const lines = [
    '(node:12) Warning: old',
    'TypeError: x is not a function',
    '    at run (file.js:1:1)',
    '',
    '{"level":30}',
  ];
  expect(lines.filter(isPlainTrouble)).toEqual(['TypeError: x is not a function']);
});
