import { describe, expect, it } from '@jest/globals';
import { InvalidInputError, TamperedCursorError } from '@dundun/domain';
import { Seal } from '../config/seal.js';
import { toPage } from '../database/page.js';
import { Cursors } from './cursors.service.js';

const cursors = new Cursors(new Seal(['ab'.repeat(32)]));
const row = (id: string) => ({ at: '2026-01-02T03:04:05.678Z', id });
const first = toPage({ limit: 2 }, ['c', 'b', 'a'].map(row), (position) => position);
const view = cursors.view(first, 'lists 1', ({ id }) => id);

describe('Cursors', () => {
  it('returns the rows and only a next cursor on the first page', () => {
    expect(view.data).toEqual(['c', 'b']);
    expect(view.previous_cursor).toBeNull();
    expect(cursors.read({ next_cursor: view.next_cursor as string }, 'lists 1')).toEqual({
      limit: 10,
      after: row('b'),
      before: undefined,
    });
  });

  it('refuses a cursor that was edited, invented, or issued for another list', () => {
    const good = view.next_cursor as string;
    for (const bad of [
      `x${good}`,
      `${good}x`,
      good.replace('.', ''),
      'abc',
      '.',
      `${Buffer.from('2026 b').toString('base64url')}.${good.split('.')[1]}`,
    ]) {
      expect(() => cursors.read({ next_cursor: bad }, 'lists 1')).toThrow(TamperedCursorError);
    }
    expect(() => cursors.read({ next_cursor: good }, 'lists 2')).toThrow(TamperedCursorError);
  });

  it('refuses every alternative encoding of a cursor', () => {
    const good = view.next_cursor as string;
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=.';
    for (let at = 0; at < good.length; at++)
      for (const letter of alphabet) {
        const changed = good.slice(0, at) + letter + good.slice(at + 1);
        if (changed !== good)
          expect(() => cursors.read({ next_cursor: changed }, 'lists 1')).toThrow(TamperedCursorError);
      }
    for (const bad of [`${good}=`, `${good}.x`, good.replace('.', '=.')])
      expect(() => cursors.read({ next_cursor: bad }, 'lists 1')).toThrow(TamperedCursorError);
  });

  it('accepts a cursor signed with the previous key', () => {
    const rotated = new Cursors(new Seal(['cd'.repeat(32), 'ab'.repeat(32)]));
    expect(rotated.read({ next_cursor: view.next_cursor as string }, 'lists 1').after).toEqual(row('b'));
  });

  it('refuses both directions at once', () => {
    expect(() => cursors.read({ next_cursor: 'a', previous_cursor: 'b' }, 'lists 1')).toThrow(InvalidInputError);
  });
});
