import { describe, expect, it } from '@jest/globals';
import { WEEKDAYS } from '@dundun/domain';
import { CampaignHours } from '../definitions/campaign-hours.js';
import { SmsPlaces } from './sms-places.js';

const [LAGOS, PARIS] = ['2348012345678', '33612345678'];
/** An hour of the evening at which Nigeria allows no SMS any more. */
const hours = new CampaignHours(
  { channel: 'sms', send_window: { weekdays: [...WEEKDAYS], clock: 'workspace', from: '22:00', to: '23:00' } },
  { timeZone: 'Africa/Lagos', emailQuietHours: null, smsQuietHours: null },
);

const placesOf = (...numbers: string[]) => {
  const places = new SmsPlaces();
  for (const number of numbers) places.add(number, null);
  return places;
};

describe('the places of recipients of SMS', () => {
  it('are counted by country', () => {
    expect(placesOf(LAGOS, LAGOS, PARIS, '2101234567').countries()).toEqual({ NG: 2, FR: 1, '': 1 });
  });

  it('that SMS never reach are warned of, as long as others are reached', () => {
    const { problems, warnings } = placesOf(LAGOS, LAGOS, '12025550123').findings(hours);
    expect(problems).toEqual([]);
    expect(warnings).toEqual([
      { code: 'no_hour', message: expect.stringMatching(/^2 recipients .* NG would get nothing/) },
    ]);
  });

  it('keep a campaign from starting if SMS never reach anybody', () => {
    expect(placesOf(LAGOS, PARIS).findings(hours)).toMatchObject({ problems: [{ code: 'never_open' }], warnings: [] });
    expect(placesOf().findings(hours)).toEqual({ problems: [], warnings: [] });
  });
});
