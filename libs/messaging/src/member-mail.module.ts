import { Global, Module } from '@nestjs/common';
import { SystemMail } from '@dundun/accounts';
import { MemberMails } from './accept/member-mail.service.js';
import { MessagingModule } from './messaging.module.js';

/** Gives accounts its mail to members. */
@Global()
@Module({
  imports: [MessagingModule],
  providers: [{ provide: SystemMail, useClass: MemberMails }],
  exports: [SystemMail],
})
export class MemberMailModule {}
