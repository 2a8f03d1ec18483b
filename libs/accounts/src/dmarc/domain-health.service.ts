import { Inject, Injectable } from '@nestjs/common';
import type { DnsRecordPurpose, DnsRecordStatus } from '@dundun/domain';
import { CONFIG, type Config } from '@dundun/platform/config';
import { DkimKeys } from '../domains/dkim-keys.repository.js';
import { presentDomainDetail } from '../domains/domain.presenter.js';
import type { SendingDomain } from '../domains/sending-domain.entity.js';
import { SendingDomains } from '../domains/sending-domains.repository.js';
import { readTags } from '../domains/tag-list.js';
import { DmarcReportRepository } from './dmarc-reports.repository.js';

/** How a sending domain proves that its mail is its own. A status is null while it was not checked. */
export interface DomainHealth {
  id: string;
  domain: string;
  status: 'pending' | 'connected' | 'failing';
  dkim: DnsRecordStatus | null;
  spf: DnsRecordStatus | null;
  dmarc: DnsRecordStatus | null;
  /** What the published DMARC record asks receivers to do with mail that fails. */
  policy: string | null;
  /** Messages that receivers reported in the last days, and those of them that passed DMARC. */
  reported: number;
  aligned: number;
}

/** Says how sending domains prove that their mail is their own. */
@Injectable()
export class DomainHealths {
  constructor(
    @Inject(SendingDomains) private readonly domains: SendingDomains,
    @Inject(DkimKeys) private readonly keys: DkimKeys,
    @Inject(DmarcReportRepository) private readonly reports: DmarcReportRepository,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Returns the names of all sending domains with their ids. */
  async names(workspaceId: number): Promise<Map<string, string>> {
    return new Map((await this.domains.list(workspaceId)).map(({ domain, id }) => [domain, id]));
  }

  /** @throws UnknownDomainError */
  async of(workspaceId: number, id: string, days: number): Promise<DomainHealth> {
    const row = await this.domains.find(workspaceId, id);
    const { status, records } = presentDomainDetail(row, await this.keys.of(workspaceId, id), this.config);
    const statusOf = (purpose: DnsRecordPurpose, type = 'TXT') =>
      records.find((record) => record.purpose === purpose && record.type === type)?.status ?? null;
    const daily = await this.reports.days({ workspaceId, domainId: id }, days);
    return {
      ...{ id, domain: row.domain, status },
      dkim: records.find(({ purpose, required }) => purpose === 'dkim' && required)?.status ?? null,
      spf: statusOf('return_path'),
      dmarc: statusOf('dmarc'),
      policy: policyOf(row),
      reported: daily.reduce((sum, { messages }) => sum + messages, 0),
      aligned: daily.reduce((sum, { aligned }) => sum + aligned, 0),
    };
  }
}

function policyOf({ domain, findings }: SendingDomain): string | null {
  const published = findings.find(({ name }) => name === `_dmarc.${domain}`)?.found[0];
  return published === undefined ? null : (readTags(published).get('p') ?? null);
}
