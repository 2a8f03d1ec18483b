import { Badge, type Tone } from '@/components/ui/badge';
import type { MessageView } from './queries';
import { words } from './words';

type Status = MessageView['status'];

/** Colour marks exceptions: what failed, and what needs somebody. */
const TONES: Partial<Record<Status, Tone>> = {
  held: 'wait',
  bounced: 'bad',
  complained: 'bad',
  failed: 'bad',
  suppressed: 'wait',
  unknown: 'wait',
};

/** A message on its way or arrived has plain text. */
export function StatusBadge({ status, reason }: { status: Status; reason?: string | null }) {
  const tone = TONES[status];
  if (!tone) return <span className="whitespace-nowrap text-muted">{words.statuses[status]}</span>;
  return (
    <span title={reason ?? undefined}>
      <Badge tone={tone}>{words.statuses[status]}</Badge>
    </span>
  );
}
