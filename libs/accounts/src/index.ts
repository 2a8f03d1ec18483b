export { accountsEntities, accountsExpiry } from './accounts.entities.js';
export { Alerts } from './alerts/alerts.repository.js';
export { approvalVersion } from './approvals/approval-version.js';
export { Approvals, type ApprovalCaller } from './approvals/approvals.service.js';
export { Approvers } from './approvals/approvers.repository.js';
export { AuditApiModule } from './audit.api.module.js';
export { AuditLog } from './audit/audit-log.repository.js';
export { thingOf, type AuditedThing, type AuditTable } from './audit/audited-thing.js';
export { AccountsApiModule } from './accounts.api.module.js';
export { AccountsModule } from './accounts.module.js';
export { AccountsWorkerModule } from './accounts.worker.module.js';
export { ApiKeys } from './credentials/api-keys.repository.js';
export { Bootstrap } from './bootstrap.service.js';
export { DmarcReportRepository } from './dmarc/dmarc-reports.repository.js';
export { DomainHealths, type DomainHealth } from './dmarc/domain-health.service.js';
export { DmarcReports, type ReportedDomain } from './dmarc/dmarc-reports.service.js';
export { DkimKeys } from './domains/dkim-keys.repository.js';
export { DnsResolver, type Dns } from './domains/dns-resolver.service.js';
export { descriptorOf, mergedSettings, splitSettings } from './integrations/integration-settings.js';
export { CANNOT_OPEN, INBOX, Integrations } from './integrations/integrations.service.js';
export { Identities } from './credentials/identities.repository.js';
export { closedNotice } from './credentials/workspace-identity.js';
export { PROVIDER_OPTIONS, type ProviderOptionsFor } from './integrations/provider-options.js';
export { ProviderHooks, type HookOwner } from './integrations/provider-hooks.service.js';
export { ProviderRoutes } from './integrations/provider-routes.service.js';
export {
  mayCarry,
  ProviderSet,
  type ProviderAccount,
  type RoutePath,
  type AccountHealth,
  type RouteStep,
} from './integrations/provider-set.js';
export { ProviderSets } from './integrations/provider-sets.repository.js';
export { SystemMail, type MemberMail } from './logins/system-mail.js';
export { TeamApiModule } from './team.api.module.js';
export { SecondFactorRepository } from './logins/second-factors.repository.js';
export { Members } from './team/members.service.js';
export { checkOwner } from './team/team-access.js';
export { SendingDomains } from './domains/sending-domains.repository.js';
export { WarmUps, type WarmUp } from './warm-ups/warm-ups.repository.js';
export { Workspaces } from './workspaces/workspaces.service.js';
