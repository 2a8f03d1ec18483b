import { describe, expect, it } from '@jest/globals';
import { mergedMeta } from './merged-meta.js';

const names = (count: number, prefix: string) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}${index}`, index]));

describe('mergedMeta', () => {
  it('keeps the attributes of the destination and adds those that only the source has', () => {
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

  it('drops attributes of the source beyond the limit, and none of the destination', () => {
    const merged = mergedMeta({ d0: 'other', ...names(10, 's') }, names(295, 'd'));
    expect(Object.keys(merged)).toHaveLength(300);
    expect(merged).toMatchObject({ ...names(295, 'd'), ...names(5, 's') });
    expect(mergedMeta(names(10, 's'), names(300, 'd'))).toEqual(names(300, 'd'));
  });
});
