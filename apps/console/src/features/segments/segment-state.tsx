import { Badge } from '@/components/ui/badge';
import type { Segment } from './queries';
import { words } from './words';

/** The state of a segment, where it is not simply ready. */
export function SegmentState({ segment: { state, kind } }: { segment: Segment }) {
  if (state === 'failed') return <Badge tone="bad">{words.states.failed}</Badge>;
  if (state === 'building') return <Badge tone="wait">{words.states.building}</Badge>;
  return kind === 'live' ? null : <Badge>{words.kinds[kind]}</Badge>;
}
