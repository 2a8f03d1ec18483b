import { count } from '@/lib/format';
import type { CampaignCheck } from '../queries';
import { words } from '../words';

const names = new Intl.DisplayNames('en', { type: 'region' });
const MOST_COUNTRIES = 6;

/** What the SMS of the audience come to: the longest text, all segments, and where they go. */
export function SmsEstimate({ sms }: { sms: NonNullable<CampaignCheck['sms']> }) {
  const countries = Object.entries(sms.countries).sort(([, one], [, other]) => other - one);
  if (countries.length === 0) return null;
  return (
    <div className="rounded-lg bg-sunken/60 px-3 py-2.5 text-[13px]">
      <p className="flex flex-wrap gap-x-4">
        <strong className="font-medium">{words.sms.longest({ segments: sms.most })}</strong>
        <span data-estimate={sms.segments}>{words.sms.total({ segments: sms.segments })}</span>
      </p>
      <dl aria-label={words.sms.countries} className="mt-1 flex flex-wrap gap-x-4 text-muted">
        {countries.slice(0, MOST_COUNTRIES).map(([country, people]) => (
          <div key={country} className="flex gap-1">
            <dt>{country === '' ? words.sms.unknownCountry : names.of(country)}</dt>
            <dd className="tabular-nums">{count(people)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
