import { Module } from '@nestjs/common';
import { PeopleModule } from '@dundun/people';
import { Cursors } from '@dundun/platform/http';
import { ConsoleEventsController } from './console-events.controller.js';
import { EventsController } from './events.controller.js';
import { EventsModule } from './events.module.js';

@Module({
  imports: [EventsModule, PeopleModule],
  providers: [Cursors],
  controllers: [EventsController, ConsoleEventsController],
})
export class EventsApiModule {}
