import { describe, expect, it } from '@jest/globals';
import { mergedMeta } from './merged-meta.js';

const names = (count: number, prefix: string) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}${index}`, index]));

describe('the attributes of two people', () => {
  it('are those of the destination, and what only the source has', () => {
    const [source, destination] = [
      { plan: 'free', seats: 3, vip: false },
      { plan: 'pro', toString: 'own' },
    ];
    expect(mergedMeta(source, destination)).toEqual({ plan: 'pro', toString: 'own', seats: 3, vip: false });
    expect([source, destination]).toEqual([
      { plan: 'free', seats: 3, vip: false },
      { plan: 'pro', toString: 'own' },
    ]);
  });

  it('are never more than a person can have, and none of the destination gives way', () => {
    const merged = mergedMeta({ d0: 'other', ...names(10, 's') }, names(295, 'd'));
    expect(Object.keys(merged)).toHaveLength(300);
    expect(merged).toMatchObject({ ...names(295, 'd'), ...names(5, 's') });
    expect(mergedMeta(names(10, 's'), names(300, 'd'))).toEqual(names(300, 'd'));
  });
});
