import { describe, expect, it } from '@jest/globals';
import { CannotOpenError, Seal } from './seal.js';

const [OLD, NEW] = ['ab'.repeat(32), 'cd'.repeat(32)];

describe('Seal', () => {
  it('opens texts sealed with the current and the previous key', () => {
    const old = new Seal([OLD]).seal('pässword');
    expect(old).not.toContain('pässword');
    expect(new Seal([OLD]).open(old)).toBe('pässword');
    expect(new Seal([NEW, OLD]).open(old)).toBe('pässword');
    expect(() => new Seal([NEW]).open(old)).toThrow(CannotOpenError);
  });

  it('seals the same text differently each time', () => {
    const seal = new Seal([OLD]);
    expect(seal.seal('a')).not.toBe(seal.seal('a'));
  });

  it('detects every change', () => {
    const sealed = new Seal([OLD]).seal('text');
    const parts = sealed.split('.');
    for (const part of [1, 2, 3]) {
      const changed = parts
        .map((text, index) => (index === part ? `${text[0] === 'A' ? 'B' : 'A'}${text.slice(1)}` : text))
        .join('.');
      expect(() => new Seal([OLD]).open(changed)).toThrow(CannotOpenError);
    }
  });

  it('binds a signature to its purpose', () => {
    const seal = new Seal([NEW, OLD]);
    const signature = new Seal([OLD]).sign('cursor', 'text');
    expect(seal.verify('cursor', 'text', signature)).toBe(true);
    expect(seal.verify('link', 'text', signature)).toBe(false);
    expect(seal.verify('cursor', 'other', signature)).toBe(false);
    expect(seal.verify('cursor', 'text', '')).toBe(false);
  });
});
