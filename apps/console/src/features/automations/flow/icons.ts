import type { StepKind } from '@dundun/domain';
import { CircleStop, Clock, GitBranch, Hourglass, Mail, MessageSquare, Shuffle, UserPen, Webhook, type LucideIcon } from 'lucide-react'; // prettier-ignore

export const ICONS: Record<StepKind, LucideIcon> = {
  email: Mail,
  sms: MessageSquare,
  delay: Clock,
  wait: Hourglass,
  branch: GitBranch,
  split: Shuffle,
  update: UserPen,
  webhook: Webhook,
  exit: CircleStop,
};

/** The kinds of steps as they are offered. An end is no step that somebody adds: each way has one. */
export const OFFERED = [
  { group: 'send', kinds: ['email', 'sms'] },
  { group: 'time', kinds: ['delay', 'wait'] },
  { group: 'ways', kinds: ['branch', 'split'] },
  { group: 'other', kinds: ['update', 'webhook', 'exit'] },
] as const satisfies { group: string; kinds: StepKind[] }[];
