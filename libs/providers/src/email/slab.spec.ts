import { describe, expect, it } from '@jest/globals';
import { fromSlab, joinedFromSlab } from './slab.js';

describe('a slab', () => {
  it('gives each caller bytes of its own', () => {
    const lengths = Array.from({ length: 2_000 }, (_, index) => (index * 37) % 900);
    const taken = lengths.map((length, index) => fromSlab(length).fill(index % 251));
    for (const [index, bytes] of taken.entries()) {
      expect(bytes.length).toBe(lengths[index]);
      expect(bytes.every((byte) => byte === index % 251)).toBe(true);
    }
  });

  it('gives large buffers memory of their own', () => {
    expect(fromSlab(64 * 1024 + 1).buffer.byteLength).toBe(64 * 1024 + 1);
    expect(fromSlab(1_000).buffer.byteLength).toBe(256 * 1024);
  });

  it('joins parts in order', () => {
    expect(joinedFromSlab([Buffer.from('one '), Buffer.from(''), Buffer.from('two')]).toString()).toBe('one two');
    expect(joinedFromSlab([Buffer.from('one')]).toString()).toBe('one');
    expect(joinedFromSlab([])).toHaveLength(0);
  });
});
