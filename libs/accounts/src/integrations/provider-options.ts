import type { Provider } from '@nestjs/common';
import { CONFIG, type Config } from '@dundun/platform/config';
import { OutboundGuard } from '@dundun/platform/outbound';
import type { ProviderOptions } from '@dundun/providers';
import { hostname } from 'node:os';

/** What this process decides for the adapter of an account. */
export type ProviderOptionsFor = (account: { endpoint: string | null }) => ProviderOptions;

/** Injection token. */
export const PROVIDER_OPTIONS = Symbol('provider options');

/** A user typed the host: it is resolved once, checked, and that very address is connected to. */
export const providerOptions: Provider = {
  provide: PROVIDER_OPTIONS,
  inject: [CONFIG, OutboundGuard],
  useFactory:
    ({ WORKER_CONCURRENCY }: Config, guard: OutboundGuard): ProviderOptionsFor =>
    ({ endpoint }) => ({
      maxConnections: WORKER_CONCURRENCY,
      clientName: hostname(),
      origin: endpoint ?? undefined,
      resolve: (host, port) => guard.resolve(host, port),
    }),
};
