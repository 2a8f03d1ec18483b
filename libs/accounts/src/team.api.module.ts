import { Module } from '@nestjs/common';
import { AccountsModule } from './accounts.module.js';
import { InvitationsController } from './team/invitations.controller.js';
import { Invitations } from './team/invitations.service.js';
import { PasswordResets } from './team/password-resets.service.js';
import { PasswordResetsController } from './team/password-resets.controller.js';
import { TeamController } from './team/team.controller.js';
import { Team } from './team/team.service.js';

/** The routes of members and invitations. Needs the global modules of accounts and of `SystemMail`. */
@Module({
  imports: [AccountsModule],
  controllers: [TeamController, InvitationsController, PasswordResetsController],
  providers: [Team, Invitations, PasswordResets],
})
export class TeamApiModule {}
