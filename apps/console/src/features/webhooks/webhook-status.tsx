import { Badge } from '@/components/ui/badge';
import type { Webhook } from './queries';
import { words } from './words';

/** Colour marks only what needs a look. */
export function WebhookStatus({ webhook }: { webhook: Webhook }) {
  const { enabled, disabled_reason: reason, failing_since: failing } = webhook;
  if (!enabled && reason === 'switched_off') return <Badge>{words.off}</Badge>;
  if (!enabled) return <Badge tone="bad">{reason === 'gone' ? words.gone : words.off}</Badge>;
  if (failing) return <Badge tone="bad">{words.failing}</Badge>;
  return <span className="text-muted">{words.on}</span>;
}

/** Why it is off or failing, and the way out; null while it works. */
export function troubleOf({ enabled, disabled_reason: reason, failing_since: failing }: Webhook): string | null {
  if (!enabled) return reason === 'gone' ? words.goneText : reason === 'failing' ? words.failedText : words.offText;
  return failing ? words.failingText : null;
}
