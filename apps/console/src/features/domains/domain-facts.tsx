import { Ago, Day } from '@/components/ui/moment';
import { DomainBadge } from './domain-badge';
import type { DomainDetail } from './queries';
import { words } from './words';

/** The status of a domain, since when, and when it was last checked. */
export const DomainFacts = ({ domain }: { domain: DomainDetail }) => (
  <div className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-[13px]">
    <span aria-live="polite">
      <DomainBadge domain={domain} />
    </span>
    <span>
      {words.checked} {domain.checked_at ? <Ago at={domain.checked_at} /> : words.never}
    </span>
    {domain.connected_at && (
      <span>
        {words.connectedAt} <Day at={domain.connected_at} />
      </span>
    )}
    {domain.connected_by === 'operator' && <span className="basis-full">{words.byOperator}</span>}
  </div>
);
