import { Badge, type Tone } from '@/components/ui/badge';
import type { Automation } from './queries';
import { words } from './words';

/** Colour marks what moves or waits for somebody. */
const TONES: Record<string, Tone> = { live: 'tint', paused: 'wait', draining: 'wait' };

export const StateBadge = ({ automation: { state, enters } }: { automation: Pick<Automation, 'state' | 'enters'> }) => (
  <span className="inline-flex flex-wrap gap-1" data-state={state}>
    <Badge tone={TONES[state]}>{words.states[state]}</Badge>
    {state === 'live' && !enters && <Badge tone="wait">{words.doorClosed}</Badge>}
  </span>
);
