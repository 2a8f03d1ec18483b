import { Module } from '@nestjs/common';
import { ApiKeys } from './credentials/api-keys.repository.js';
import { Alerts } from './alerts/alerts.repository.js';
import { Chat } from './alerts/chat.service.js';
import { Bootstrap } from './bootstrap.service.js';
import { DkimKeys } from './domains/dkim-keys.repository.js';
import { DmarcReportRepository } from './dmarc/dmarc-reports.repository.js';
import { DomainHealths } from './dmarc/domain-health.service.js';
import { DmarcReports } from './dmarc/dmarc-reports.service.js';
import { DnsResolver } from './domains/dns-resolver.service.js';
import { DomainChecks } from './domains/domain-checks.service.js';
import { Identities } from './credentials/identities.repository.js';
import { Integrations } from './integrations/integrations.service.js';
import { Logins } from './logins/logins.repository.js';
import { SecondFactorRepository } from './logins/second-factors.repository.js';
import { outboundGuard } from '@dundun/platform/outbound';
import { providerOptions } from './integrations/provider-options.js';
import { ProviderHooks } from './integrations/provider-hooks.service.js';
import { ProviderSets } from './integrations/provider-sets.repository.js';
import { Members } from './team/members.service.js';
import { SendingDomains } from './domains/sending-domains.repository.js';
import { Sessions } from './team/sessions.repository.js';
import { WarmUps } from './warm-ups/warm-ups.repository.js';
import { Workspaces } from './workspaces/workspaces.service.js';

const services = [
  Alerts,
  Chat,
  WarmUps,
  Workspaces,
  ApiKeys,
  Identities,
  Members,
  Sessions,
  Logins,
  SecondFactorRepository,
  SendingDomains,
  DkimKeys,
  DmarcReportRepository,
  DmarcReports,
  DomainHealths,
  DnsResolver,
  DomainChecks,
  ProviderSets,
  Integrations,
  ProviderHooks,
  Bootstrap,
  outboundGuard,
  providerOptions,
];

/** The services of accounts. Needs the global modules of configuration and database. */
@Module({ providers: services, exports: services })
export class AccountsModule {}
