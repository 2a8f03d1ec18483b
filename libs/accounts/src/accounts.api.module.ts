import { Global, Module } from '@nestjs/common';
import { Authenticator } from '@dundun/platform/http';
import { AccountController } from './integrations/account.controller.js';
import { AlertSetup } from './alerts/alert-setup.service.js';
import { AlertsController } from './alerts/alerts.controller.js';
import { AccountsModule } from './accounts.module.js';
import { CredentialsAuthenticator } from './credentials-authenticator.service.js';
import { DmarcController } from './dmarc/dmarc.controller.js';
import { DomainSetup } from './domains/domain-setup.service.js';
import { DomainsController } from './domains/domains.controller.js';
import { Features } from './integrations/features.service.js';
import { IdentityController } from './credentials/identity.controller.js';
import { IntegrationSetup } from './integrations/integration-setup.service.js';
import { IntegrationsController } from './integrations/integrations.controller.js';
import { SignInCounters } from './logins/sign-in-counters.repository.js';
import { LogosController } from './workspaces/logos.controller.js';
import { NewWorkspaces } from './team/new-workspaces.service.js';
import { OwnLogin } from './team/own-login.service.js';
import { OwnLoginController } from './team/own-login.controller.js';
import { SecondFactors } from './logins/second-factors.service.js';
import { SignInLimits } from './logins/sign-in-limits.service.js';
import { KeySetup } from './credentials/key-setup.service.js';
import { KeysController } from './credentials/keys.controller.js';
import { ProviderRoutes } from './integrations/provider-routes.service.js';
import { SessionController } from './team/session.controller.js';
import { IdentityProvider } from './sso/identity-provider.service.js';
import { InvitationRepository } from './team/invitations.repository.js';
import { Sso } from './sso/sso.service.js';
import { SsoController } from './sso/sso.controller.js';
import { SsoMembers } from './sso/sso-members.service.js';
import { TeamRepository } from './team/team.repository.js';
import { WorkspaceLogos } from './workspaces/workspace-logos.repository.js';
import { WarmUpSetup } from './warm-ups/warm-up-setup.service.js';
import { WarmUpsController } from './warm-ups/warm-ups.controller.js';
import { WorkspaceController } from './workspaces/workspace.controller.js';
import { WorkspaceDeletion } from './team/workspace-deletion.service.js';
import { WorkspaceDeletionController } from './team/workspace-deletion.controller.js';
import { WorkspaceErasure } from './team/workspace-erasure.repository.js';
import { SignIn } from './team/sign-in.service.js';

/** The routes of accounts, and the authentication of requests. */
@Global()
@Module({
  imports: [AccountsModule],
  controllers: [
    SessionController,
    OwnLoginController,
    SsoController,
    AccountController,
    AlertsController,
    DmarcController,
    DomainsController,
    IdentityController,
    IntegrationsController,
    KeysController,
    WarmUpsController,
    WorkspaceController,
    WorkspaceDeletionController,
    LogosController,
  ],
  providers: [
    AlertSetup,
    SignIn,
    SignInLimits,
    SignInCounters,
    SecondFactors,
    OwnLogin,
    NewWorkspaces,
    WorkspaceDeletion,
    WorkspaceErasure,
    WorkspaceLogos,
    TeamRepository,
    InvitationRepository,
    IdentityProvider,
    SsoMembers,
    Sso,
    DomainSetup,
    WarmUpSetup,
    IntegrationSetup,
    ProviderRoutes,
    Features,
    KeySetup,
    CredentialsAuthenticator,
    { provide: Authenticator, useExisting: CredentialsAuthenticator },
  ],
  exports: [Authenticator, TeamRepository, InvitationRepository, SignIn, SignInCounters, SecondFactors],
})
export class AccountsApiModule {}
