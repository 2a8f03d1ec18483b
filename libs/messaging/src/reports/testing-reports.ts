import { DmarcReportRepository, DmarcReports, SendingDomains } from '@dundun/accounts';
import { createLogger, type Config } from '@dundun/platform/config';
import type { Database } from '@dundun/platform/database';
import { ListSuppressions } from '../suppressions/list-suppressions.repository.js';
import { Suppressions } from '../suppressions/suppressions.repository.js';
import { MailboxDeferrals } from '../deliver/mailbox-deferrals.service.js';
import { MailboxLimits } from '../deliver/mailbox-limits.repository.js';
import { Mailboxes } from '../deliver/mailboxes.service.js';
import { NO_MX } from '../deliver/testing-providers.js';
import { Bounces } from './bounces.service.js';
import { DeliveryReportRepository } from './delivery-reports.repository.js';
import { DeliveryReports } from './delivery-reports.service.js';
import { InboundSmsReceipts } from './inbound-sms.repository.js';
import { InboundSmsKeywords } from './inbound-sms.service.js';
import { ReportConsequences } from './report-consequences.service.js';
import { ReportedConsents } from './reported-consents.repository.js';
import { ReportedMessages } from './reported-messages.repository.js';
import { ReportedOptOuts } from './reported-opt-outs.repository.js';

/** The real reports of one process. */
export function someReports(database: Database): DeliveryReports {
  const [suppressions, lists] = [new Suppressions(database), new ListSuppressions(database)];
  const [optOuts, consents] = [new ReportedOptOuts(database), new ReportedConsents(database)];
  return new DeliveryReports(
    database,
    new DeliveryReportRepository(database),
    new ReportedMessages(database),
    new ReportConsequences(suppressions, lists, optOuts, consents),
    new InboundSmsKeywords(new InboundSmsReceipts(database), suppressions, consents),
    new MailboxDeferrals(new MailboxLimits(database), new Mailboxes(NO_MX)),
    createLogger('test', 'silent'),
  );
}

/** The real bounces of one process. */
export const someBounces = (database: Database): Bounces =>
  new Bounces(new ReportedMessages(database), someReports(database));

/** The real DMARC reports of one process. */
export const someDmarcReports = (database: Database, config: Pick<Config, 'INBOUND_SMTP_PORT'>): DmarcReports =>
  new DmarcReports(new DmarcReportRepository(database), new SendingDomains(database), config);
