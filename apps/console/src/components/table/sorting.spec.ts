import { expect, it } from '@jest/globals';
import { sorted, sortOf, sortText } from './sorting';

it('reads and writes a sort as the URL has it', () => {
  expect([sortOf('-created'), sortText({ by: 'title', descending: false })]).toEqual([
    { by: 'created', descending: true },
    'title',
  ]);
});

it('sorts numbers by size and texts as people do, empty ones last in both directions', () => {
  const titles = ['List 10', 'list 9', '', 'Äpfel', 'banane'];
  const by = (descending: boolean) => sorted(titles, { by: 'title', descending }, (title) => title);
  expect(by(false)).toEqual(['Äpfel', 'banane', 'list 9', 'List 10', '']);
  expect(by(true)).toEqual(['List 10', 'list 9', 'banane', 'Äpfel', '']);
  expect(sorted([3, 20, null, 1], { by: 'n', descending: true }, (n) => n)).toEqual([20, 3, 1, null]);
});
