import { MailCheck } from 'lucide-react';
import { Badge } from '@/components/ui/badge';
import { words } from './words';

export const OptinBadge = () => (
  <Badge tone="tint">
    <MailCheck aria-hidden="true" /> {words.confirms}
  </Badge>
);
