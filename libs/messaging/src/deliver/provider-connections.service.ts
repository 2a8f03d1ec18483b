import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { EmailProvider, SmsProvider } from '@dundun/providers';
import { LRUCache } from 'lru-cache';
import { ProviderTraffic } from './provider-traffic.service.js';

interface Connection {
  version: string;
  provider: EmailProvider | SmsProvider;
}

/** Bounds the accounts that a long-lived worker remembers. */
const MOST_ACCOUNTS = 10_000;

/** Keeps one adapter, and thereby its network connections, for each account in use. */
@Injectable()
export class ProviderConnections implements OnApplicationShutdown {
  private readonly connections = new LRUCache<string, Connection>({
    max: MOST_ACCOUNTS,
    dispose: ({ provider }) => void this.letGo(provider),
  });
  /** Evicted adapters whose calls go on. */
  private readonly draining = new Set<EmailProvider>();

  constructor(@Inject(ProviderTraffic) private readonly traffic: Pick<ProviderTraffic, 'forget'>) {}

  /** Returns the account's adapter. A new version of the account gets a new adapter and a fresh circuit breaker. */
  of<Provider extends EmailProvider | SmsProvider>(
    { id, version }: { id: string; version: string },
    create: () => Provider,
  ): Provider {
    const known = this.connections.get(id);
    if (known?.version === version) return known.provider as Provider;
    const provider = create();
    this.connections.set(id, { version, provider });
    this.traffic.forget(id);
    return provider;
  }

  async onApplicationShutdown(): Promise<void> {
    const kept = [...this.connections.values()].map(({ provider }) => provider);
    await Promise.allSettled([...kept, ...this.draining].map((provider) => provider.close()));
  }

  /** Calls that were prepared with the adapter are made with it: to refuse them would cost each an attempt. */
  private async letGo(provider: EmailProvider | SmsProvider): Promise<void> {
    if (!('drain' in provider)) return;
    this.draining.add(provider);
    await provider.drain?.();
    this.draining.delete(provider);
  }
}
