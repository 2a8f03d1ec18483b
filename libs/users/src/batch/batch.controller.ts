import { Body, Controller, Inject, Res } from '@nestjs/common';
import { StatusQueued, UserBatchBody } from '@dundun/contracts';
import type { IdempotencyClaim } from '@dundun/platform/database';
import { Claim, CurrentCaller, Endpoint, RequestOrigin, type Caller, type Origin } from '@dundun/platform/http';
import type { FastifyReply } from 'fastify';
import { UserBatches } from './user-batches.repository.js';
import { queued } from '../jobs/job-header.js';

const ONE_MEGABYTE = 1024 * 1024;

@Controller()
export class BatchController {
  constructor(@Inject(UserBatches) private readonly batches: UserBatches) {}

  @Endpoint('POST /v1/batch', {
    tag: 'Users',
    summary: 'Store up to 1,000 users and events at once',
    description:
      'Answers once the batch is stored; Dundun-Job names its job, and GET /v1/jobs/{id}/items shows the result of each ' +
      'item. Items of one id are applied in order, across batches and merges; different ids do not wait for each other. A ' +
      'faulty item is recorded with its reason and does not stop the others.',
    access: 'secret',
    role: 'marketer',
    returns: StatusQueued,
    bodyLimit: ONE_MEGABYTE,
    mostKeys: 50_000,
  })
  async batch(
    @CurrentCaller() caller: Caller,
    @Body() body: UserBatchBody,
    @RequestOrigin() origin: Origin,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Claim() claim?: IdempotencyClaim,
  ): Promise<StatusQueued> {
    return queued(reply, await this.batches.accept(caller, body.data, origin, claim));
  }
}
