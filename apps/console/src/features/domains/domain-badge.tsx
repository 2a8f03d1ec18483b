import { Badge, type Tone } from '@/components/ui/badge';
import type { DomainView } from './queries';
import { words } from './words';

const TONES: Record<DomainView['status'], Tone> = { pending: 'wait', connected: 'good', failing: 'bad' };

export const DomainBadge = ({ domain }: { domain: DomainView }) => (
  <span className="inline-flex flex-wrap gap-1.5">
    <Badge tone={TONES[domain.status]}>{words.statuses[domain.status]}</Badge>
    {domain.rotation_pending && <Badge>{words.rotating}</Badge>}
  </span>
);
