import { Module } from '@nestjs/common';
import { PeopleModule } from '@dundun/people';
import { Cursors } from '@dundun/platform/http';
import { ConsoleSegmentsController } from './console-segments.controller.js';
import { SegmentDays } from './segment-days.repository.js';
import { SegmentPages } from './segment-pages.repository.js';
import { SegmentPeopleController } from './segment-people.controller.js';
import { SegmentPreviews } from './segment-previews.service.js';
import { SegmentSamples } from './segment-samples.repository.js';
import { SegmentSuggestions } from './segment-suggestions.repository.js';
import { SegmentTallies } from './segment-tallies.repository.js';
import { SegmentsController } from './segments.controller.js';
import { SegmentsModule } from './segments.module.js';
import { Segments } from './segments.service.js';

@Module({
  imports: [PeopleModule, SegmentsModule],
  providers: [
    ...[Cursors, SegmentDays, SegmentPages, SegmentPreviews, SegmentSamples, SegmentSuggestions, SegmentTallies],
    Segments,
  ],
  controllers: [SegmentsController, SegmentPeopleController, ConsoleSegmentsController],
})
export class SegmentsApiModule {}
