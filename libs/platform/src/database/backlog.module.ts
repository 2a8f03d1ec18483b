import { Module, type DynamicModule } from '@nestjs/common';
import { BacklogMetrics, BACKLOGS, type Backlog } from './backlog.repository.js';

/** Makes a process export metrics of each backlog. */
@Module({})
export class BacklogModule {
  static for(backlogs: Backlog[]): DynamicModule {
    return { module: BacklogModule, providers: [BacklogMetrics, { provide: BACKLOGS, useValue: backlogs }] };
  }
}
