import { Global, Module } from '@nestjs/common';
import { Authenticator } from '@dundun/platform/http';
import { AccountController } from './account.controller.js';
import { AccountsModule } from './accounts.module.js';
import { CredentialsAuthenticator } from './credentials.authenticator.js';
import { Features } from './features.service.js';
import { LoginLimits } from './login.limits.js';
import { SessionController } from './session.controller.js';
import { SignIn } from './sign-in.service.js';

/** The routes of accounts, and the answer to whose credentials a request carries. */
@Global()
@Module({
  imports: [AccountsModule],
  controllers: [SessionController, AccountController],
  providers: [
    SignIn,
    LoginLimits,
    Features,
    CredentialsAuthenticator,
    { provide: Authenticator, useExisting: CredentialsAuthenticator },
  ],
  exports: [Authenticator],
})
export class AccountsApiModule {}
