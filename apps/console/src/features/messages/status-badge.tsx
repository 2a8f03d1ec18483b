import { Badge, type Tone } from '@/components/ui/badge';
import type { MessageView } from './queries';
import { words } from './words';

type Status = MessageView['status'];

const TONES: Record<Status, Tone> = {
  scheduled: 'tint',
  queued: 'tint',
  sending: 'tint',
  held: 'wait',
  sent: 'good',
  delivered: 'good',
  bounced: 'bad',
  complained: 'bad',
  captured: 'tint',
  failed: 'bad',
  suppressed: 'wait',
  unknown: 'wait',
  canceled: 'neutral',
};

export const StatusBadge = ({ status }: { status: Status }) => (
  <Badge tone={TONES[status]}>{words.statuses[status]}</Badge>
);
