import { Module } from '@nestjs/common';
import { Cursors } from '@dundun/platform/http';
import { SourceCallsController } from './source-calls.controller.js';
import { SourceCalls } from './source-calls.service.js';
import { SourceEvents } from './source-events.repository.js';
import { SourceHooksController } from './source-hooks.controller.js';
import { SourceIntake } from './source-intake.js';
import { SourcesController } from './sources.controller.js';
import { SourcesModule } from './sources.module.js';

@Module({
  imports: [SourcesModule],
  providers: [Cursors, SourceCalls, SourceEvents, SourceIntake],
  controllers: [SourceHooksController, SourceCallsController, SourcesController],
})
export class SourcesApiModule {}
