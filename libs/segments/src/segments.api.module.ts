import { Module } from '@nestjs/common';
import { PeopleModule } from '@dundun/people';
import { Cursors } from '@dundun/platform/http';
import { ConsoleSegmentsController } from './api/console-segments.controller.js';
import { Headcounts } from './members/headcounts.service.js';
import { SegmentDays } from './members/segment-days.repository.js';
import { SegmentPages } from './members/segment-pages.repository.js';
import { SegmentPeopleController } from './api/segment-people.controller.js';
import { SegmentPreviews } from './api/segment-previews.service.js';
import { SegmentSamples } from './members/segment-samples.repository.js';
import { SegmentSuggestions } from './api/segment-suggestions.repository.js';
import { SegmentTallies } from './members/segment-tallies.repository.js';
import { SegmentsController } from './api/segments.controller.js';
import { SegmentsModule } from './segments.module.js';
import { Segments } from './members/segments.service.js';

@Module({
  imports: [PeopleModule, SegmentsModule],
  providers: [
    ...[Cursors, Headcounts, SegmentDays, SegmentPages, SegmentPreviews, SegmentSamples, SegmentSuggestions],
    ...[SegmentTallies, Segments],
  ],
  controllers: [SegmentsController, SegmentPeopleController, ConsoleSegmentsController],
})
export class SegmentsApiModule {}
