import { describe, expect, it } from '@jest/globals';
import { validate, version } from 'uuid';
import { newId } from './new-id.js';

describe('newId', () => {
  it('is a UUID v7 greater than every earlier one', () => {
    const ids = Array.from({ length: 20_000 }, newId);
    expect(new Set(ids).size).toBe(ids.length);
    expect([...ids].sort()).toEqual(ids);
    expect(ids.every((id) => validate(id) && version(id) === 7)).toBe(true);
  });

  it('contains its time', () => {
    const made = parseInt(newId().replace('-', '').slice(0, 12), 16);
    expect(Math.abs(made - Date.now())).toBeLessThan(5_000);
  });
});
