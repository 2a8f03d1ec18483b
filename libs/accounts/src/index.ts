export { accountsEntities, accountsExpiry } from './accounts.entities.js';
export { AccountsApiModule } from './accounts.api.module.js';
export { AccountsModule } from './accounts.module.js';
export { AccountsWorkerModule } from './accounts.worker.module.js';
export { ApiKeys, type CreatedApiKey, type NewApiKey } from './credentials/api-keys.repository.js';
export type { ApiKey } from './credentials/api-key.entity.js';
export { Bootstrap, type Bootstrapped } from './bootstrap.service.js';
export { CredentialsAuthenticator } from './credentials-authenticator.service.js';
export { DkimKeys } from './domains/dkim-keys.repository.js';
export { returnPathHost, trackingHost } from './domains/domain-records.js';
export type { Integration } from './integrations/integration.entity.js';
export { descriptorOf, mergedSettings, splitSettings } from './integrations/integration-settings.js';
export { CANNOT_OPEN, INBOX, Integrations, type IntegrationFields } from './integrations/integrations.service.js';
export { PROVIDER_OPTIONS, type ProviderOptionsFor } from './integrations/provider-options.js';
export { ProviderHooks, type HookOwner } from './integrations/provider-hooks.service.js';
export { ProviderRoutes } from './integrations/provider-routes.service.js';
export {
  mayCarry,
  ProviderSet,
  type ProviderAccount,
  type RoutePath,
  type RouteStep,
} from './integrations/provider-set.js';
export { ProviderSets } from './integrations/provider-sets.repository.js';
export type { Member } from './team/member.entity.js';
export { Members, type NewMember } from './team/members.service.js';
export type { SendingDomain } from './domains/sending-domain.entity.js';
export { SendingDomains } from './domains/sending-domains.repository.js';
export { Sessions } from './team/sessions.repository.js';
export type { Workspace } from './workspaces/workspace.entity.js';
export { Workspaces } from './workspaces/workspaces.service.js';
