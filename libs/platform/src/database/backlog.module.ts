import { Module, type DynamicModule } from '@nestjs/common';
import { BacklogMetrics, BACKLOGS, type Backlog } from './backlog.repository.js';

/** Makes a process tell how much of each kind of work waits. */
@Module({})
export class BacklogModule {
  static for(backlogs: Backlog[]): DynamicModule {
    return { module: BacklogModule, providers: [BacklogMetrics, { provide: BACKLOGS, useValue: backlogs }] };
  }
}
