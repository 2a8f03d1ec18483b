import { Body, Controller, Inject, Param, Query, Res } from '@nestjs/common';
import {
  DeliveriesQuery,
  DeliveryDetail,
  DeliveryPage,
  ReplayBody,
  ReplayCountView,
  ReplayedView,
  ReplayQuery,
} from '@dundun/contracts';
import { InvalidInputError } from '@dundun/domain';
import { Database, type IdempotencyClaim } from '@dundun/platform/database';
import { answered, Claim, CurrentCaller, Cursors, Endpoint, type Caller } from '@dundun/platform/http';
import type { FastifyReply } from 'fastify';
import { WebhookDeliveryLog } from './webhook-delivery-log.repository.js';
import { onceDone } from './once-done.js';
import { REPLAY_EXAMPLES } from './replay-examples.js';
import { presentDelivery, presentDetail } from './webhook-delivery.presenter.js';
import { WebhookEndpoints } from '../endpoints/webhook-endpoints.repository.js';

const DOCUMENTED = { tag: 'Webhooks', access: 'console', refuses: ['unknown'] } as const;

/** Shows and replays the deliveries of a webhook. */
@Controller()
export class WebhookDeliveriesController {
  constructor(
    @Inject(WebhookEndpoints) private readonly endpoints: WebhookEndpoints,
    @Inject(WebhookDeliveryLog) private readonly log: WebhookDeliveryLog,
    @Inject(Cursors) private readonly cursors: Cursors,
    @Inject(Database) private readonly database: Database,
  ) {}

  @Endpoint('GET /console/webhooks/:id/deliveries', {
    ...DOCUMENTED,
    role: 'admin',
    summary: 'Page through the deliveries of a webhook',
    description: 'The last 30 days, newest first.',
    returns: DeliveryPage,
  })
  async list(
    @CurrentCaller() { workspaceId }: Caller,
    @Param('id') id: string,
    @Query() query: DeliveriesQuery,
  ): Promise<DeliveryPage> {
    await this.endpoints.find(workspaceId, id);
    const scope = `deliveries ${workspaceId} ${id}`;
    const page = await this.log.page(workspaceId, id, this.cursors.read(query, scope), query.state);
    return this.cursors.view(page, scope, presentDelivery);
  }

  @Endpoint('GET /console/webhooks/:id/deliveries/:did', {
    ...DOCUMENTED,
    role: 'admin',
    summary: 'Read a delivery with its payload and every call',
    returns: DeliveryDetail,
  })
  async get(
    @CurrentCaller() { workspaceId }: Caller,
    @Param('id') id: string,
    @Param('did') did: string,
  ): Promise<DeliveryDetail> {
    await this.endpoints.find(workspaceId, id);
    const delivery = await this.log.find(workspaceId, id, did);
    return presentDetail(delivery, await this.log.attempts(workspaceId, id, did));
  }

  @Endpoint('POST /console/webhooks/:id/deliveries/:did/replay', {
    ...DOCUMENTED,
    role: 'admin',
    summary: 'Resend a delivery',
    description:
      'Keeps the webhook-id and starts three days of attempts again. A disabled webhook receives it once it is enabled.',
    returns: ReplayedView,
  })
  async replayOne(
    @CurrentCaller() { workspaceId }: Caller,
    @Param('id') id: string,
    @Param('did') did: string,
  ): Promise<ReplayedView> {
    await this.endpoints.find(workspaceId, id);
    await this.log.replay(workspaceId, id, did);
    return { replayed: 1 };
  }

  @Endpoint('GET /console/webhooks/:id/replay', {
    ...DOCUMENTED,
    role: 'admin',
    summary: 'Count what a replay would send',
    description: 'All failed deliveries, or the entries of a time range that match the current types.',
    returns: ReplayCountView,
  })
  async countReplay(
    @CurrentCaller() { workspaceId }: Caller,
    @Param('id') id: string,
    @Query() { from, to = new Date() }: ReplayQuery,
  ): Promise<ReplayCountView> {
    await this.endpoints.find(workspaceId, id);
    if (from && from > to) throw new InvalidInputError([{ field: 'from', message: 'must not be after to' }]);
    const deliveries = await (from
      ? this.log.countBetween(workspaceId, id, from, to)
      : this.log.countFailed(workspaceId, id));
    return { deliveries };
  }

  @Endpoint('POST /console/webhooks/:id/replay', {
    ...DOCUMENTED,
    role: 'admin',
    summary: 'Resend all failed deliveries, or a time range',
    description:
      'A time range includes entries that were never sent because the webhook was disabled or had other types. One call replays up to 100,000 entries.',
    returns: ReplayedView,
    examples: REPLAY_EXAMPLES,
  })
  async replay(
    @CurrentCaller() { workspaceId }: Caller,
    @Param('id') id: string,
    @Body() { failed = false, from, to = new Date() }: ReplayBody,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Claim() claim?: IdempotencyClaim,
  ): Promise<ReplayedView> {
    await this.endpoints.find(workspaceId, id);
    if (failed === (from !== undefined))
      throw new InvalidInputError([{ field: 'failed', message: 'must be true, or from must be given instead' }]);
    if (from && from > to) throw new InvalidInputError([{ field: 'from', message: 'must not be after to' }]);
    const work = async (): Promise<ReplayedView> => ({
      replayed: await (from
        ? this.log.replayBetween(workspaceId, id, from, to)
        : this.log.replayFailed(workspaceId, id)),
    });
    if (!claim) return work();
    return answered(reply, await onceDone(this.database, claim, work)) as ReplayedView;
  }
}
