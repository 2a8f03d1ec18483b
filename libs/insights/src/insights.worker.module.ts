import { Module } from '@nestjs/common';
import { Counts } from './counts.repository.js';
import { InsightsTimer } from './insights.timer.js';

/** Keeps the counts of workspaces current. */
@Module({ providers: [Counts, InsightsTimer] })
export class InsightsWorkerModule {}
