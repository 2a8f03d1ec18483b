import { billingSources, type BillingKind } from './billing/index.js';
import { posthog } from './posthog.js';
import { rudderstack } from './rudderstack.js';
import { segment } from './segment.js';
import type { SourceAdapter } from './source-adapter.js';
import { webhook } from './webhook.js';

/** The senders that there are, by the name that sources are stored under. */
export type SourceKind = 'segment' | 'rudderstack' | 'posthog' | 'webhook' | BillingKind;

/** Every sender; a kind without an adapter does not compile. */
export const sourceAdapters: Record<SourceKind, SourceAdapter> = {
  segment,
  rudderstack,
  posthog,
  webhook,
  ...billingSources,
};

const BY_KIND = new Map<string, SourceAdapter>(Object.entries(sourceAdapters));

/** The adapter of that name, or undefined. */
export const adapterOf = (kind: string): SourceAdapter | undefined => BY_KIND.get(kind);
