import { Inject, Injectable } from '@nestjs/common';
import type { DmarcSummary } from '@dundun/contracts';
import { CONFIG, type Config } from '@dundun/platform/config';
import type { DmarcMail } from '@dundun/providers';
import { returnPathHost } from '../domains/domain-records.js';
import { readReportAddress, reportsToOf } from '../domains/report-address.js';
import type { SendingDomain } from '../domains/sending-domain.entity.js';
import { SendingDomains } from '../domains/sending-domains.repository.js';
import { readTags } from '../domains/tag-list.js';
import { dmarcAdvice } from './dmarc-advice.js';
import { DmarcReportRepository, type DomainKey } from './dmarc-reports.repository.js';

/** What became of a report. `foreign`: it is about another domain. */
export type DmarcTaken = 'stored' | 'repeated' | 'full' | 'foreign';

/** A sending domain whose reports arrive at an address. */
export interface ReportedDomain extends DomainKey {
  domain: string;
}

/** Takes DMARC reports about sending domains, and tells what they say. */
@Injectable()
export class DmarcReports {
  constructor(
    @Inject(DmarcReportRepository) private readonly reports: DmarcReportRepository,
    @Inject(SendingDomains) private readonly domains: SendingDomains,
    @Inject(CONFIG) private readonly config: Pick<Config, 'INBOUND_SMTP_PORT'>,
  ) {}

  /** Returns the domain of an address for reports; null for any other address. */
  async at(address: string): Promise<ReportedDomain | null> {
    const read = readReportAddress(address);
    const domain = read && (await this.reports.domainOf(read));
    if (!read || !domain || returnPathHost(domain) !== read.host) return null;
    return { workspaceId: read.workspaceId, domainId: read.domainId, domain };
  }

  /** Takes a report once, however often it arrives. */
  take({ domain, ...key }: ReportedDomain, { report, sender }: DmarcMail): Promise<DmarcTaken> {
    return isAbout(report.domain, domain) ? this.reports.store(key, report, sender) : Promise.resolve('foreign');
  }

  /** Adds up the reports of the last days. @throws UnknownDomainError */
  async summary(workspaceId: number, id: string, days: number): Promise<DmarcSummary> {
    const domain = await this.domains.find(workspaceId, id);
    const key = { workspaceId, domainId: domain.id };
    const [sources, daily, reporters] = await Promise.all([
      this.reports.sources(key, days),
      this.reports.days(key, days),
      this.reports.reporters(key, days),
    ]);
    const [messages, aligned] = [sum(daily, 'messages'), sum(daily, 'aligned')];
    const reportsTo = reportsToOf(domain, this.config);
    return {
      reports_to: reportsTo,
      published: reportsTo !== null && publishedBy(domain).toLowerCase().includes(reportsTo),
      days,
      messages,
      aligned,
      advice: dmarcAdvice({ messages, aligned, sources, policy: readTags(publishedBy(domain)).get('p') ?? null }),
      daily,
      reporters: reporters.map(({ org, senders, reports, last_received_at }) => ({
        name: org,
        mail_domains: senders ?? [],
        reports,
        last_received_at: last_received_at.toISOString(),
      })),
      sources: sources.map(({ orgs, header_from, ...row }) => ({
        ...row,
        reporters: orgs,
        header_from: header_from ?? [],
      })),
    };
  }
}

const sum = <K extends 'messages' | 'aligned'>(rows: Record<K, number>[], key: K) =>
  rows.reduce((total, row) => total + row[key], 0);

/** Returns the DMARC record that the last check found; empty without one. */
const publishedBy = ({ findings, domain }: SendingDomain): string =>
  findings.find(({ name }) => name === `_dmarc.${domain}`)?.found[0] ?? '';

/** Whether a report on this domain says something about mail from the sending domain: it, its parent, or a subdomain. */
const isAbout = (reported: string, domain: string): boolean =>
  reported === domain || domain.endsWith(`.${reported}`) || reported.endsWith(`.${domain}`);
