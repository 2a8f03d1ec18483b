import { Body, Controller, Inject, Res } from '@nestjs/common';
import { MergeUsersBody, StatusQueued } from '@dundun/contracts';
import type { IdempotencyClaim } from '@dundun/platform/database';
import {
  Claim,
  CurrentCaller,
  Endpoint,
  keyLimits,
  RequestOrigin,
  type Caller,
  type Origin,
} from '@dundun/platform/http';
import type { FastifyReply } from 'fastify';
import { queued } from '../jobs/job-header.js';
import { MergeUsers } from './merge.service.js';

@Controller()
export class MergeController {
  constructor(@Inject(MergeUsers) private readonly users: MergeUsers) {}

  @Endpoint('POST /v1/users/merge', {
    tag: 'Users',
    summary: 'Merge a user into another',
    description:
      'Done by the job that the header Dundun-Job names, with the secret in turn with batches. What both have, the destination keeps; the ' +
      'rest moves there, and the uid of the source leads to it from then on. Whoever left a list has left it afterwards, ' +
      'whichever of the two it was. A destination that is missing is made; without a source there is nothing to do. With ' +
      'the key alone only a source without email, number, lists and accounts is merged.',
    access: 'key',
    returns: StatusQueued,
  })
  async merge(
    @CurrentCaller() caller: Caller,
    @Body() body: MergeUsersBody,
    @RequestOrigin() origin: Origin,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Claim() claim?: IdempotencyClaim,
  ): Promise<StatusQueued> {
    // The limits of the route cannot see the user in the body.
    for (const uid of [body.source, body.destination]) keyLimits.takeUser(caller, uid);
    return queued(reply, await this.users.queue(caller, body, origin, claim));
  }
}
