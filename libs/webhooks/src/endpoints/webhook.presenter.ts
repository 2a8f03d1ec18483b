import type { WebhookView } from '@dundun/contracts';
import type { WebhookEndpoint } from './webhook-endpoint.entity.js';

const time = (at: Date | null) => at?.toISOString() ?? null;

export const presentWebhook = (row: WebhookEndpoint): WebhookView => ({
  id: row.id,
  url: row.url,
  description: row.description,
  types: row.types,
  enabled: row.disabledAt === null,
  disabled_at: time(row.disabledAt),
  disabled_reason: row.disabledReason,
  failing_since: time(row.failingSince),
  previous_secret_until: row.previousUntil !== null && row.previousUntil > new Date() ? time(row.previousUntil) : null,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
});
