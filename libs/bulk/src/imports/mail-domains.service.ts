import { Inject, Injectable } from '@nestjs/common';
import { DnsResolver } from '@dundun/accounts';
import { isBigDomain } from './doubtful.js';

const AT_ONCE = 20;
const MOST = 2_000;
const PATIENCE_MS = 30_000;
/** A domain that certainly takes mail: without an answer about it, nothing can be said about others. */
const CANARY = 'gmail.com';

/** Finds domains that no mail server serves. */
@Injectable()
export class MailDomains {
  constructor(@Inject(DnsResolver) private readonly dns: DnsResolver) {}

  /** Looks at the 2,000 most frequent domains, for at most 30 seconds. @param counts addresses by domain */
  async dead(counts: ReadonlyMap<string, number>): Promise<Set<string>> {
    const dead = new Set<string>();
    const asked = [...counts.entries()]
      .filter(([domain]) => !isBigDomain(domain))
      .sort(([, one], [, other]) => other - one)
      .slice(0, MOST)
      .map(([domain]) => domain);
    if (asked.length === 0 || (await this.isDead(CANARY)) !== false) return dead;
    const until = performance.now() + PATIENCE_MS;
    const next = asked.values();
    const ask = async () => {
      for (const domain of next) {
        if (performance.now() > until) return;
        if (await this.isDead(domain)) dead.add(domain);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, ask));
    return dead;
  }

  /** @returns null if no name server answers */
  private async isDead(domain: string): Promise<boolean | null> {
    try {
      const servers = await this.dns.mx(domain);
      // A single "." says that the domain takes no mail (RFC 7505).
      if (servers.length > 0) return servers.every(({ exchange }) => exchange === '');
      return (await this.dns.addresses(domain)).length === 0;
    } catch {
      return null;
    }
  }
}
