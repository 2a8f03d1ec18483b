import { Body, Controller, Inject, Param, Query, Res } from '@nestjs/common';
import { EventPage, EventsQuery, StatusOk, TrackEventBody } from '@dundun/contracts';
import type { IdempotencyClaim } from '@dundun/platform/database';
import { ListAccess } from '@dundun/people';
import { answered, Claim, CurrentCaller, Cursors, Endpoint, GivenIdentity, type Caller } from '@dundun/platform/http';
import type { FastifyReply } from 'fastify';
import { EVENT_EXAMPLES } from './event-examples.js';
import { presentEvent } from './event.presenter.js';
import { Events } from './events.service.js';

const tag = 'Events';

/** Stores and reads the events of a person. */
@Controller()
export class EventsController {
  constructor(
    @Inject(Events) private readonly events: Events,
    @Inject(ListAccess) private readonly access: ListAccess,
    @Inject(Cursors) private readonly cursors: Cursors,
  ) {}

  @Endpoint('POST /v1/users/:uid/events', {
    tag,
    summary: 'Track an event of a user',
    description:
      'Answers after the event is stored. An unknown uid creates the user. ' +
      'value and properties may come together. The same event_id of one user is stored once within 7 days.',
    access: 'key',
    role: 'marketer',
    hot: true,
    browserKey: true,
    cors: true,
    returns: StatusOk,
    examples: EVENT_EXAMPLES,
  })
  async track(
    @CurrentCaller() caller: Caller,
    @Param('uid') uid: string,
    @Body() body: TrackEventBody,
    @GivenIdentity() signature: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Claim() claim?: IdempotencyClaim,
  ): Promise<unknown> {
    return answered(reply, await this.events.trackAs(caller, uid, body, signature, claim));
  }

  @Endpoint('GET /v1/users/:uid/events', {
    tag,
    summary: 'Read the events of a user',
    description:
      'Newest received first. timestamp is the time that came with the event, or the time of receipt when none came.',
    access: 'secret',
    role: 'viewer',
    limited: 'filtered',
    returns: EventPage,
    refuses: ['unknown'],
  })
  async list(
    @CurrentCaller() caller: Caller,
    @Param('uid') uid: string,
    @Query() query: EventsQuery,
  ): Promise<EventPage> {
    const { workspaceId } = caller;
    await this.access.checkPerson(caller, uid);
    const scope = `events ${workspaceId} ${uid}`;
    const page = await this.events.pageOf(workspaceId, uid, this.cursors.read(query, scope), query.event);
    return this.cursors.view(page, scope, presentEvent);
  }
}
