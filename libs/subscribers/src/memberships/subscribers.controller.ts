import { Body, Controller, Inject, Param, Res } from '@nestjs/common';
import { StatusOk, SubscribeBody, SubscriberCreated, SubscriptionBody, SubscriptionView } from '@dundun/contracts';
import { Replayed, type IdempotencyClaim } from '@dundun/platform/database';
import {
  addNotice,
  answered,
  Claim,
  CurrentCaller,
  Endpoint,
  RequestOrigin,
  type Caller,
  type Origin,
} from '@dundun/platform/http';
import type { FastifyReply } from 'fastify';
import { Memberships } from './memberships.service.js';
import { SUBSCRIBE_EXAMPLES } from './subscribe-examples.js';

const tag = 'Subscribers';

@Controller()
export class SubscribersController {
  constructor(@Inject(Memberships) private readonly memberships: Memberships) {}

  @Endpoint('POST /v1/lists/:id/subscribers', {
    tag,
    summary: 'Subscribe a user to a list',
    description:
      'A known user is found by email, then by number: the fields given replace theirs and null clears one. ' +
      'With the key alone, email is not allowed, only unset fields are filled, and people who left are not resubscribed. ' +
      'With strict public keys such a call fills no names of a known user and answers a uid that stands for the number, ' +
      'known or not: every operation accepts it, and it is not the stored one. ' +
      'Without `channels`, a join with an email agrees to email, and one with a number alone to SMS. ' +
      'A list with double opt-in needs an email and sends a confirmation to it, at most three to a mailbox a day; more are ' +
      'answered the same and not sent.',
    access: 'key',
    role: 'marketer',
    limited: 'list',
    hot: true,
    browserKey: true,
    cors: true,
    returns: SubscriberCreated,
    refuses: ['unknown', 'conflict'],
    examples: SUBSCRIBE_EXAMPLES,
  })
  async subscribe(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Body() body: SubscribeBody,
    @RequestOrigin() origin: Origin,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Claim() claim?: IdempotencyClaim,
  ): Promise<unknown> {
    const joined = await this.memberships.join(caller, id, body, origin, claim);
    if (joined instanceof Replayed) return answered(reply, joined);
    for (const notice of joined.notices) addNotice(reply, notice);
    return { uid: joined.uid };
  }

  @Endpoint('PUT /v1/lists/:id/subscribers/:uid', {
    tag,
    summary: 'Update subscriber status',
    description:
      'Returns the new status; a user who still has to confirm is not subscribed. Without `channels`, false ends email and SMS ' +
      'of the list, and true brings back what the addresses of the user allow. A user with one of them is subscribed.',
    access: 'secret',
    role: 'marketer',
    limited: 'list',
    returns: SubscriptionView,
    refuses: ['unknown', 'conflict'],
  })
  async update(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Param('uid') uid: string,
    @Body() { subscribed, channels }: SubscriptionBody,
    @RequestOrigin() origin: Origin,
  ): Promise<SubscriptionView> {
    return { subscribed: await this.memberships.setSubscribed(caller, id, uid, subscribed, origin, channels) };
  }

  @Endpoint('DELETE /v1/lists/:id/subscribers/:uid', {
    tag,
    summary: 'Remove a subscriber from a list',
    description: 'Deletes the membership and keeps the user.',
    access: 'secret',
    role: 'marketer',
    limited: 'list',
    returns: StatusOk,
    refuses: ['unknown'],
  })
  async remove(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Param('uid') uid: string,
    @RequestOrigin() origin: Origin,
  ): Promise<StatusOk> {
    await this.memberships.remove(caller, id, uid, origin);
    return { status: 'ok' };
  }
}
