import type { IntegrationView, ProviderView } from '@dundun/contracts';
import type { JsonObject } from '@dundun/domain';
import { z } from 'zod';
import type { Integration } from './integration.entity.js';
import type { Descriptor } from './integration-settings.js';

/** @param webhookUrl null for a provider without reports */
export const presentIntegration = (row: Integration, webhookUrl: string | null): IntegrationView => ({
  id: row.id,
  channel: row.channel,
  provider: row.provider,
  name: row.name,
  source: row.source,
  settings: row.settings,
  endpoint: row.endpoint,
  sender_ids: row.senderIds,
  domains: row.domains,
  rate_limit: row.rateLimit,
  enabled: row.enabled,
  webhook_url: webhookUrl,
  tested_at: row.testedAt?.toISOString() ?? null,
  unchecked: row.unchecked,
  failing_since: row.failingSince?.toISOString() ?? null,
  failure: row.failure,
  created_at: row.createdAt.toISOString(),
});

/** The description of a provider from which a form is built. */
export const presentProvider = (descriptor: Descriptor): ProviderView => ({
  name: descriptor.name,
  title: descriptor.title,
  channel: descriptor.channel,
  settings_schema: z.toJSONSchema(descriptor.settings, { io: 'input', unrepresentable: 'any' }) as JsonObject,
  secret_settings: [...descriptor.secretFields],
  has_webhook: descriptor.webhook !== undefined,
  has_templates: 'hasTemplates' in descriptor && descriptor.hasTemplates,
});
