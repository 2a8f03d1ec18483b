import { Badge, type Tone } from '@/components/ui/badge';
import type { Approval } from './queries';
import { words } from './words';

const TONES: Record<string, Tone> = { asked: 'wait', approved: 'good', declined: 'bad' };

/** What became of a request for approval, in a list. */
export const ApprovalBadge = ({ approval: { state } }: { approval: Approval }) => (
  <Badge tone={TONES[state]}>{words.states[state]}</Badge>
);
