import type { Provider } from '@nestjs/common';
import { CONFIG, type Config } from '@dundun/platform/config';
import { OutboundGuard } from '@dundun/platform/outbound';
import type { ProviderOptions } from '@dundun/providers';
import { hostname } from 'node:os';

/** Returns the options of this process for the adapter of an account. */
export type ProviderOptionsFor = (account: { endpoint: string | null }) => ProviderOptions;

/** Injection token. */
export const PROVIDER_OPTIONS = Symbol('provider options');

/** The host is user input, so it is resolved once, checked, and the connection goes to exactly that address. */
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
