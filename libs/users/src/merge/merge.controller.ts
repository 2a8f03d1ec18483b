import { Body, Controller, Inject, Res } from '@nestjs/common';
import { MergeUsersBody, StatusQueued } from '@dundun/contracts';
import type { IdempotencyClaim } from '@dundun/platform/database';
import {
  Claim,
  CurrentCaller,
  Endpoint,
  GivenIdentity,
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
      'The job in the header Dundun-Job merges the users; with the secret it runs in order with batches. The ' +
      'destination’s values win; missing ones, memberships and events are taken from the source, and the source’s uid ' +
      'then leads to the destination. If either user left a list, the merged user has left it. A missing destination is ' +
      'created; without a source, nothing happens. With the key alone, the source must have no email, number, lists or ' +
      'accounts; with strict public keys only its events move, unless Dundun-Identity signs the uid of the destination.',
    access: 'key',
    role: 'admin',
    returns: StatusQueued,
  })
  async merge(
    @CurrentCaller() caller: Caller,
    @Body() body: MergeUsersBody,
    @RequestOrigin() origin: Origin,
    @GivenIdentity() signature: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Claim() claim?: IdempotencyClaim,
  ): Promise<StatusQueued> {
    // The limits of the route cannot see the user in the body.
    for (const uid of [body.source, body.destination]) keyLimits.takeUser(caller, uid);
    return queued(reply, await this.users.queueFor(caller, body, origin, signature, claim));
  }
}
