import { Module } from '@nestjs/common';
import { PeopleModule } from '@dundun/people';
import { Cursors } from '@dundun/platform/http';
import { SegmentPages } from './segment-pages.repository.js';
import { SegmentPeopleController } from './segment-people.controller.js';
import { SegmentPreviews } from './segment-previews.service.js';
import { SegmentSamples } from './segment-samples.repository.js';
import { SegmentTrees } from './segment-trees.service.js';
import { SegmentsController } from './segments.controller.js';
import { SegmentsModule } from './segments.module.js';
import { Segments } from './segments.service.js';

@Module({
  imports: [PeopleModule, SegmentsModule],
  providers: [Cursors, SegmentPages, SegmentPreviews, SegmentSamples, SegmentTrees, Segments],
  controllers: [SegmentsController, SegmentPeopleController],
})
export class SegmentsApiModule {}
