import { Inject, Injectable } from '@nestjs/common';
import type { DnsRecordStatus } from '@dundun/domain';
import { CONFIG, LOGGER, type Config, type Logger } from '@dundun/platform/config';
import { Database } from '@dundun/platform/database';
import { DkimKeys } from './dkim-keys.repository.js';
import { newPair, type NewKey } from './dkim-pair.js';
import { DnsResolver, type Dns } from './dns-resolver.service.js';
import { checkRecords } from './domain-check.js';
import { domainRecords, type DomainRecord } from './domain-records.js';
import { nextCheck, statusAfterCheck } from './domain-status.js';
import { reportsToOf } from './report-address.js';
import { SendingDomain, type Finding } from './sending-domain.entity.js';
import { SendingDomains } from './sending-domains.repository.js';
import type { SigningKey } from './signing-key.entity.js';

interface Found {
  records: DomainRecord[];
  findings: Finding[];
  /** The new next keys when this check completes a rotation. */
  following: NewKey[] | null;
}

/** Checks the DNS records of sending domains and updates their status and keys. */
@Injectable()
export class DomainChecks {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(SendingDomains) private readonly domains: SendingDomains,
    @Inject(DkimKeys) private readonly keys: DkimKeys,
    @Inject(DnsResolver) private readonly dns: Dns,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Checks a domain now. It is connected when the record of its active RSA key is right, which only the owner of the domain can
   * publish. Two workspaces with the same domain have different keys, so neither can send for the other.
   * @param signal discards the result
   * @throws UnknownDomainError
   */
  async check(workspaceId: number, id: string, signal?: AbortSignal): Promise<void> {
    const domain = await this.domains.find(workspaceId, id);
    const keys = await this.keys.ensure(workspaceId, id);
    const records = domainRecords(domain.domain, keys, this.config, reportsToOf(domain, this.config));
    const findings = await checkRecords(domain.domain, records, this.dns);
    if (signal?.aborted) return;
    const isDue = domain.rotationAskedAt !== null && statusOf(records, findings, 'next') === 'ok';
    await this.apply(domain, { records, findings, following: isDue ? await newPair() : null });
  }

  /** Requests a rotation. The next keys sign as soon as their records are seen, which can be now. @throws UnknownDomainError */
  async rotate(workspaceId: number, id: string): Promise<void> {
    await this.domains.find(workspaceId, id);
    await this.domains.askRotation(workspaceId, id);
    await this.check(workspaceId, id);
  }

  private apply({ workspaceId, id }: SendingDomain, { records, findings, following }: Found): Promise<void> {
    return this.database.transaction(async () => {
      const domain = await this.lock(workspaceId, id);
      if (!domain) return;
      await this.keys.noteSeen(workspaceId, id, findings);
      const status = async (state: 'active' | 'next') =>
        statusOf(withStates(records, await this.keys.of(workspaceId, id)), findings, state);
      if (following && domain.rotationAskedAt && (await status('next')) === 'ok') {
        await this.keys.rotate(workspaceId, id, following);
        domain.rotationAskedAt = null;
      }
      const now = new Date();
      const changed = statusAfterCheck(domain, (await status('active')) ?? 'error', now);
      const { rotationAskedAt } = domain;
      const nextCheckAt = nextCheck(changed, domain, now);
      await this.database
        .repository(SendingDomain)
        .update({ workspaceId, id }, { ...changed, rotationAskedAt, findings, checkedAt: now, nextCheckAt });
      this.database.afterCommit(() => this.report(domain, changed.connectedAt));
    });
  }

  private lock(workspaceId: number, id: string): Promise<SendingDomain | null> {
    const lock = { mode: 'pessimistic_write' } as const;
    return this.database.repository(SendingDomain).findOne({ where: { workspaceId, id }, lock });
  }

  private report({ workspaceId, id, domain, connectedAt }: SendingDomain, connectedNow: Date | null): void {
    this.domains.forget();
    this.keys.forget();
    const ids = { workspace_id: workspaceId, domain_id: id, domain };
    if (connectedAt === null && connectedNow !== null) this.logger.info(ids, 'a sending domain is connected');
    if (connectedAt !== null && connectedNow === null)
      this.logger.warn(ids, 'a sending domain is disconnected: its DNS records are gone');
  }
}

/** Updates the key states of the records, which a rotation can have changed since the lookup. */
const withStates = (records: DomainRecord[], keys: SigningKey[]): DomainRecord[] =>
  records.map((record) => {
    const key = keys.find(({ selector }) => record.name.startsWith(`${selector}._domainkey.`));
    return key ? { ...record, keyState: key.state } : record;
  });

/** Returns the result for the RSA key in this state. */
function statusOf(records: DomainRecord[], findings: Finding[], state: 'active' | 'next'): DnsRecordStatus | undefined {
  const at = records.findIndex(({ keyState, value }) => keyState === state && value.includes('k=rsa;'));
  return findings[at]?.status;
}
