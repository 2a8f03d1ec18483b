import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { DmarcReports, type ReportedDomain } from '@dundun/accounts';
import { LOGGER, type Logger } from '@dundun/platform/config';
import { readDmarcMail } from '@dundun/providers';
import { Counter, register } from 'prom-client';
import { smtpReply } from '../message/smtp-reply.js';

const METRIC = 'dundun_dmarc_reports_total';

/** Takes mails with DMARC reports about sending domains. */
@Injectable()
export class DmarcMails implements OnModuleDestroy {
  private readonly taken = new Counter({
    name: METRIC,
    help: 'DMARC reports that arrived by mail, by what became of them',
    labelNames: ['result'],
  });

  constructor(
    @Inject(DmarcReports) private readonly reports: DmarcReports,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Returns the sending domain of an address for reports; null for any other address. */
  domainAt(address: string): Promise<ReportedDomain | null> {
    return this.reports.at(address);
  }

  /** Stores the report in a mail once. @returns the refusal of any other mail */
  async take(domain: ReportedDomain, raw: Buffer): Promise<Error | undefined> {
    const mail = await readDmarcMail(raw);
    const result = mail ? await this.reports.take(domain, mail) : 'unreadable';
    this.taken.inc({ result });
    const ids = { workspace_id: domain.workspaceId, domain_id: domain.domainId };
    this.logger.info({ ...ids, result, org: mail?.report.org, report_id: mail?.report.reportId }, 'received a mail with a DMARC report'); // prettier-ignore
    return REFUSALS[result];
  }

  /** Lets another application in the same process, as in tests, register the same name. */
  onModuleDestroy(): void {
    register.removeSingleMetric(METRIC);
  }
}

const REFUSALS: Record<string, Error | undefined> = {
  unreadable: smtpReply(554, 'Not a DMARC aggregate report that can be read'),
  foreign: smtpReply(554, 'The report is about another domain'),
  full: smtpReply(452, 'Too many reports about this domain today'),
};
