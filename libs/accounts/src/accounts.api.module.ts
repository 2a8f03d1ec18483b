import { Global, Module } from '@nestjs/common';
import { Authenticator } from '@dundun/platform/http';
import { AccountController } from './account.controller.js';
import { AccountsModule } from './accounts.module.js';
import { CredentialsAuthenticator } from './credentials.authenticator.js';
import { DomainSetup } from './domain-setup.service.js';
import { DomainsController } from './domains.controller.js';
import { Features } from './features.service.js';
import { IntegrationSetup } from './integration-setup.service.js';
import { IntegrationsController } from './integrations.controller.js';
import { LoginLimits } from './login.limits.js';
import { ProviderRoutes } from './provider-routes.service.js';
import { SessionController } from './session.controller.js';
import { WorkspaceController } from './workspace.controller.js';
import { SignIn } from './sign-in.service.js';

/** The routes of accounts, and the answer to whose credentials a request carries. */
@Global()
@Module({
  imports: [AccountsModule],
  controllers: [SessionController, AccountController, DomainsController, IntegrationsController, WorkspaceController],
  providers: [
    SignIn,
    LoginLimits,
    DomainSetup,
    IntegrationSetup,
    ProviderRoutes,
    Features,
    CredentialsAuthenticator,
    { provide: Authenticator, useExisting: CredentialsAuthenticator },
  ],
  exports: [Authenticator],
})
export class AccountsApiModule {}
