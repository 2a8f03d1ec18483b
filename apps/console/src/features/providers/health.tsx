import { Badge } from '@/components/ui/badge';
import type { IntegrationView } from './queries';
import { words } from './words';

/** The provider's latest response about the account. */
export function Health({ integration }: { integration: IntegrationView }) {
  if (!integration.enabled) return <Badge>{words.off}</Badge>;
  if (integration.failing_since) return <Badge tone="bad">{words.failing}</Badge>;
  if (integration.unchecked) return <Badge tone="tint">{words.partly}</Badge>;
  return integration.tested_at ? <Badge tone="good">{words.healthy}</Badge> : <Badge>{words.untested}</Badge>;
}
