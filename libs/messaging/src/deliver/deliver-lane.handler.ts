import { Inject, Injectable } from '@nestjs/common';
import type { MessageChannel, MessageLane } from '@dundun/domain';
import { Handles, type JobHandler } from '@dundun/platform/jobs';
import { Lanes } from './lanes.service.js';
import { DeliverLane } from '../message/messaging.jobs.js';

@Injectable()
@Handles(DeliverLane)
export class DeliverLaneHandler implements JobHandler<{ channel: MessageChannel; lane: MessageLane }> {
  constructor(@Inject(Lanes) private readonly lanes: Lanes) {}

  run({ channel, lane }: { channel: MessageChannel; lane: MessageLane }): Promise<void> {
    return this.lanes.drain(channel, lane);
  }
}
