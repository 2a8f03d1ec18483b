import { expect, it } from '@jest/globals';
import { PLACES, SETTINGS, placeOf } from './places';

it('finds the place that contains a page', () => {
  expect(placeOf('/settings/domains/1', SETTINGS)?.href).toBe('/settings/domains');
  expect(placeOf('/settings/domains/1', PLACES.flat())?.href).toBe('/settings');
  expect(placeOf('/listsome', PLACES.flat())).toBeUndefined();
});

it('has one key per place', () => {
  const keys = PLACES.flat().map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
});
