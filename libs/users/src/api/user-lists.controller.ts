import { Body, Controller, Inject, Param, Res } from '@nestjs/common';
import { UserListsBody, UserView } from '@dundun/contracts';
import type { IdempotencyClaim } from '@dundun/platform/database';
import { Claim, CurrentCaller, Endpoint, RequestOrigin, type Caller, type Origin } from '@dundun/platform/http';
import type { FastifyReply } from 'fastify';
import { shown } from './user-answer.js';
import { UserCalls } from './user-calls.service.js';

const tag = 'Users';

/** The lists that people are on, several at once. */
@Controller()
export class UserListsController {
  constructor(@Inject(UserCalls) private readonly calls: UserCalls) {}

  @Endpoint('POST /v1/users/:uid/lists', {
    tag,
    summary: 'Add a user to lists',
    description:
      'Subscribes at once, without confirmation mail: you vouch for the consent, and the ledger records that. A user who ' +
      'left a list with double opt-in is not resubscribed, and Dundun-Notice says so; a pending user still has to confirm. ' +
      'If one list cannot be joined, the whole call is refused.',
    access: 'secret',
    role: 'marketer',
    returns: UserView,
    refuses: ['unknown', 'conflict'],
  })
  async add(
    @CurrentCaller() caller: Caller,
    @Param('uid') uid: string,
    @Body() { lists }: UserListsBody,
    @RequestOrigin() origin: Origin,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Claim() claim?: IdempotencyClaim,
  ): Promise<unknown> {
    return shown(reply, await this.calls.change({ caller, origin, claim }, uid, { lists }));
  }

  @Endpoint('DELETE /v1/users/:uid/lists', {
    tag,
    summary: 'Remove a user from lists',
    description:
      'Removes the membership on each list, like DELETE of a subscriber. One unknown list refuses the whole call.',
    access: 'secret',
    role: 'marketer',
    returns: UserView,
    refuses: ['unknown'],
  })
  async remove(
    @CurrentCaller() caller: Caller,
    @Param('uid') uid: string,
    @Body() { lists }: UserListsBody,
    @RequestOrigin() origin: Origin,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<unknown> {
    return shown(reply, await this.calls.change({ caller, origin }, uid, {}, { leavesLists: lists }));
  }
}
