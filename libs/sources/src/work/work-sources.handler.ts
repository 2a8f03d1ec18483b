import { Inject, Injectable } from '@nestjs/common';
import { Handles, type JobHandler } from '@dundun/platform/jobs';
import { SourceLoop } from './source-loop.service.js';
import { WorkSources } from '../intake/sources.jobs.js';

@Injectable()
@Handles(WorkSources)
export class WorkSourcesHandler implements JobHandler<object> {
  constructor(@Inject(SourceLoop) private readonly loop: SourceLoop) {}

  run(): Promise<void> {
    return this.loop.drain();
  }
}
