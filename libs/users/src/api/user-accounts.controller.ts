import { Body, Controller, Inject, Param, Res } from '@nestjs/common';
import { AccountRoleBody, AccountsBody, UserView } from '@dundun/contracts';
import { checkUid } from '@dundun/people';
import type { IdempotencyClaim } from '@dundun/platform/database';
import { Claim, CurrentCaller, Endpoint, RequestOrigin, type Caller, type Origin } from '@dundun/platform/http';
import type { FastifyReply } from 'fastify';
import { shown } from './user-answer.js';
import { UserCalls } from './user-calls.service.js';

const tag = 'Users';
const UNSEEN = 'Creates an unknown account; a user who gets a member becomes an account.';

/** The accounts that people belong to. */
@Controller()
export class UserAccountsController {
  constructor(@Inject(UserCalls) private readonly calls: UserCalls) {}

  @Endpoint('POST /v1/users/:uid/accounts', {
    tag,
    summary: 'Add a user to accounts',
    description: `${UNSEEN} A role that is not given stays as it is.`,
    access: 'secret',
    role: 'marketer',
    returns: UserView,
    refuses: ['unknown'],
  })
  async add(
    @CurrentCaller() caller: Caller,
    @Param('uid') uid: string,
    @Body() { accounts }: AccountsBody,
    @RequestOrigin() origin: Origin,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Claim() claim?: IdempotencyClaim,
  ): Promise<unknown> {
    return shown(reply, await this.calls.change({ caller, origin, claim }, uid, { accounts }));
  }

  @Endpoint('PUT /v1/users/:uid/accounts/:aid', {
    tag,
    summary: 'Set the role of a user in an account',
    description: `${UNSEEN} A user who is not in the account joins it.`,
    access: 'secret',
    role: 'marketer',
    returns: UserView,
    refuses: ['unknown'],
  })
  async setRole(
    @CurrentCaller() caller: Caller,
    @Param('uid') uid: string,
    @Param('aid') id: string,
    @Body() { role }: AccountRoleBody,
    @RequestOrigin() origin: Origin,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<unknown> {
    checkUid(id, 'aid');
    return shown(reply, await this.calls.change({ caller, origin }, uid, { accounts: [{ id, role }] }));
  }

  @Endpoint('DELETE /v1/users/:uid/accounts/:aid', {
    tag,
    summary: 'Remove a user from an account',
    description: 'Also succeeds if the user is not a member.',
    access: 'secret',
    role: 'marketer',
    returns: UserView,
    refuses: ['unknown'],
  })
  async remove(
    @CurrentCaller() caller: Caller,
    @Param('uid') uid: string,
    @Param('aid') aid: string,
    @RequestOrigin() origin: Origin,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<unknown> {
    return shown(reply, await this.calls.change({ caller, origin }, uid, {}, { leavesAccounts: [aid] }));
  }
}
