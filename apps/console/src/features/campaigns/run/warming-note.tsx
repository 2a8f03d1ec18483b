import { Thermometer } from 'lucide-react';
import Link from 'next/link';
import type { Campaign } from '../queries';
import { words } from '../words';

/** Says that the warm-up of the domain spreads a campaign over days, so that nobody takes it for stuck. */
export function WarmingNote({ warming }: { warming: NonNullable<Campaign['warming_up']> }) {
  return (
    <p role="status" className="mb-4 flex items-start gap-3 rounded-xl border px-4 py-3 text-sm">
      <Thermometer className="mt-0.5 size-4 shrink-0 text-muted" aria-hidden="true" />
      <span className="min-w-0 break-words">
        {words.warmingUp(warming)}{' '}
        <Link href="/settings/domains" className="font-medium text-primary underline">
          {words.goTo({ place: words.toDomains })}
        </Link>
      </span>
    </p>
  );
}
