import { Badge, type Tone } from '@/components/ui/badge';
import { words } from './words';

/** Colour marks what moves or waits for somebody. */
const TONES: Record<string, Tone> = {
  scheduled: 'tint',
  freezing: 'tint',
  sending: 'tint',
  paused: 'wait',
  halted: 'bad',
};

export const StateBadge = ({ state }: { state: string }) => <Badge tone={TONES[state]}>{words.states[state]}</Badge>;
