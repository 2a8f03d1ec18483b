import { billingSources, type BillingKind } from './billing/index.js';
import { posthog } from './posthog.js';
import { rudderstack } from './rudderstack.js';
import { segment } from './segment.js';
import type { SourceAdapter } from './source-adapter.js';
import { webhook } from './webhook.js';

/** The supported senders, by the name that sources store. */
export type SourceKind = 'segment' | 'rudderstack' | 'posthog' | 'webhook' | BillingKind;

/** The adapter of each sender; a kind without one does not compile. */
export const sourceAdapters: Record<SourceKind, SourceAdapter> = {
  segment,
  rudderstack,
  posthog,
  webhook,
  ...billingSources,
};

const BY_KIND = new Map<string, SourceAdapter>(Object.entries(sourceAdapters));

/** Returns the adapter of a kind, or undefined. */
export const adapterOf = (kind: string): SourceAdapter | undefined => BY_KIND.get(kind);
