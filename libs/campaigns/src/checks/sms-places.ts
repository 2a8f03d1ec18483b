import { countryOfNumber, type CampaignFinding } from '@dundun/domain';
import type { CampaignHours } from '../definitions/campaign-hours.js';

interface Place {
  /** Empty if it is not known. */
  country: string;
  zone: string | null;
  people: number;
}

/** Counts recipients of SMS by what decides at which hours they may be reached. */
export class SmsPlaces {
  private readonly places = new Map<string, Place>();

  add(number: string, zone: string | null): void {
    const country = countryOfNumber(number) ?? '';
    const key = `${country} ${zone}`;
    const place = this.places.get(key) ?? { country, zone, people: 0 };
    this.places.set(key, { ...place, people: place.people + 1 });
  }

  countries(): Record<string, number> {
    return sums(this.places.values());
  }

  /** Says whom SMS would never reach: a problem if it is everybody, else a warning for each country. */
  findings(hours: CampaignHours, now = new Date()): { problems: CampaignFinding[]; warnings: CampaignFinding[] } {
    const all = [...this.places.values()];
    const closed = all.filter(({ country, zone }) => hours.smsTime(country || null, zone, now) === null);
    if (closed.length > 0 && closed.length === all.length) {
      const message =
        'it may leave at no hour at which SMS may arrive in the countries of its recipients: choose others';
      return { problems: [{ code: 'never_open', message }], warnings: [] };
    }
    const warnings = Object.entries(sums(closed)).map(([country, people]): CampaignFinding => {
      const who = `${people} ${people === 1 ? 'recipient' : 'recipients'} with a number of ${country || 'an unknown country'}`;
      return { code: 'no_hour', message: `${who} would get nothing: SMS may arrive there at no hour of its window` };
    });
    return { problems: [], warnings };
  }
}

function sums(places: Iterable<Place>): Record<string, number> {
  const countries: Record<string, number> = {};
  for (const { country, people } of places) countries[country] = (countries[country] ?? 0) + people;
  return countries;
}
