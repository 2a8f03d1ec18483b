import { Inject, Injectable } from '@nestjs/common';
import { DnsResolver, type Dns } from '@dundun/accounts';
import { domainOfEmail, mailboxProviderAt, mailboxProviderOf } from '@dundun/domain';
import { LRUCache } from 'lru-cache';

const MOST_DOMAINS = 20_000;
const KNOWN_MS = 3_600_000;
/** Bounds the lookups in flight; domains beyond it stay on their own for now. */
const MOST_LOOKUPS = 50;

/**
 * Groups addresses by the provider of their mailboxes, whose limits hold for all its domains: by name for the well-known
 * ones, by their mail exchanger for others. An unknown domain is a group of its own.
 */
@Injectable()
export class Mailboxes {
  private readonly byExchanger = new LRUCache<string, string>({ max: MOST_DOMAINS, ttl: KNOWN_MS });
  private readonly lookups = new Map<string, Promise<string>>();

  constructor(@Inject(DnsResolver) private readonly dns: Pick<Dns, 'mx'>) {}

  /** Returns the group of an address without waiting: while its mail exchanger is looked up, the domain itself. */
  of(address: string): string {
    const domain = domainOfEmail(address)?.toLowerCase() ?? '';
    const known = mailboxProviderOf(domain) ?? this.byExchanger.get(domain);
    if (known === undefined) void this.lookUp(domain);
    return known ?? domain;
  }

  /** Returns the group of an address once its mail exchanger is known. Never rejects. */
  async find(address: string): Promise<string> {
    const domain = domainOfEmail(address)?.toLowerCase() ?? '';
    return mailboxProviderOf(domain) ?? this.byExchanger.get(domain) ?? this.lookUp(domain);
  }

  private lookUp(domain: string): Promise<string> {
    const inFlight = this.lookups.get(domain);
    if (inFlight) return inFlight;
    if (domain === '' || this.lookups.size >= MOST_LOOKUPS) return Promise.resolve(domain);
    const lookup = this.dns
      .mx(domain)
      .then((exchangers) => mailboxProviderAt(exchangers[0]?.exchange ?? '') ?? domain)
      .catch(() => domain)
      .then((mailbox) => {
        this.byExchanger.set(domain, mailbox);
        return mailbox;
      })
      .finally(() => this.lookups.delete(domain));
    this.lookups.set(domain, lookup);
    return lookup;
  }
}
