import { Module } from '@nestjs/common';
import { PeopleModule } from '@dundun/people';
import { EventNames } from './counts/event-names.repository.js';
import { FeedEntries } from './counts/feed-entries.repository.js';
import { PeopleWalk } from './members/people-walk.repository.js';
import { PersonSegments } from './members/person-segments.repository.js';
import { ReachCounts } from './members/reach-counts.service.js';
import { ReachedSegments } from './definitions/reached-segments.service.js';
import { SegmentContributors } from './follow/segment-contributors.service.js';
import { SegmentDefinitions } from './definitions/segment-definitions.service.js';
import { SegmentMembers } from './members/segment-members.repository.js';
import { SegmentPositions } from './definitions/segment-positions.repository.js';
import { SegmentTrees } from './definitions/segment-trees.service.js';
import { SegmentsRepository } from './definitions/segments.repository.js';
import { TreeTitlesRepository } from './definitions/tree-titles.repository.js';
import { TreeMatching } from './members/tree-matching.service.js';

const services = [
  ...[EventNames, FeedEntries, SegmentDefinitions, SegmentMembers, SegmentPositions, SegmentTrees, SegmentsRepository],
  ...[PeopleWalk, ReachCounts, ReachedSegments, SegmentContributors, TreeMatching, TreeTitlesRepository],
];

/** Who is in which segment. */
@Module({ imports: [PeopleModule], providers: [...services, PersonSegments], exports: services })
export class SegmentsModule {}
