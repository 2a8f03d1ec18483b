import { expect, it } from '@jest/globals';
import { isTimeZone } from './time-zone.js';

it.each(['Africa/Lagos', 'africa/lagos', 'UTC', 'Etc/GMT+3', 'America/Argentina/Buenos_Aires', 'Asia/Kolkata'])(
  'knows %s, and knows it again',
  (name) => expect([isTimeZone(name), isTimeZone(name)]).toEqual([true, true]),
);

it.each([
  '',
  'Lagos',
  'Africa/Nowhere',
  '+01:00',
  '01',
  'Africa/Lagos ',
  'Africa/Lagos\n',
  `A${'a'.repeat(90)}`,
  'Äfrica/Lagos',
])('refuses %j', (name) => expect(isTimeZone(name)).toBe(false));
