import { createLogger } from '@dundun/platform/config';
import type { Database } from '@dundun/platform/database';
import { EventCounts } from './counts/event-counts.repository.js';
import { EventNames } from './counts/event-names.repository.js';
import { FeedEntries } from './counts/feed-entries.repository.js';
import { SegmentBuilds } from './follow/segment-builds.service.js';
import { SegmentBuildSteps } from './follow/segment-build-steps.repository.js';
import { SegmentContributors } from './follow/segment-contributors.service.js';
import { SegmentDefinitions } from './definitions/segment-definitions.service.js';
import { SegmentFollower } from './follow/segment-follower.service.js';
import { SegmentMembers } from './members/segment-members.repository.js';
import { SegmentPositions } from './definitions/segment-positions.repository.js';
import { SegmentTrees } from './definitions/segment-trees.service.js';
import { SegmentsRepository } from './definitions/segments.repository.js';
import { Segments } from './members/segments.service.js';
import { TreeTitlesRepository } from './definitions/tree-titles.repository.js';

/** The services of this library over a database, as the api and a worker have them. */
export function segmentServices(database: Database, { messagesDays }: { messagesDays?: number } = {}) {
  const logger = createLogger('test', 'silent');
  const [positions, repository] = [new SegmentPositions(database), new SegmentsRepository(database)];
  const [names, counts, members] = [new EventNames(database), new EventCounts(database), new SegmentMembers(database)];
  const contributors = new SegmentContributors();
  const [feed, steps] = [new FeedEntries(database), new SegmentBuildSteps(database)];
  const definitions = new SegmentDefinitions(positions, repository, names);
  const trees = new SegmentTrees(repository, positions, names, new TreeTitlesRepository(database), {
    MESSAGES_DAYS: messagesDays,
  });
  const segments = new Segments(database, repository, positions, definitions, trees, members, feed);
  const builds = new SegmentBuilds(
    database,
    logger,
    positions,
    repository,
    steps,
    members,
    names,
    counts,
    contributors,
  );
  const follower = new SegmentFollower(
    database,
    positions,
    repository,
    definitions,
    members,
    names,
    counts,
    feed,
    contributors,
  );
  /** Works until nothing is left of one workspace. @returns whether it did anything */
  const drain = async (workspaceId: number): Promise<void> => {
    let isMore = true;
    while (isMore) {
      isMore = (await builds.parkingFaults(workspaceId, () => follower.follow(workspaceId)))?.isMore ?? true;
      isMore = (await builds.step(workspaceId)) || isMore;
    }
  };
  return { segments, repository, positions, names, counts, members, trees, builds, follower, contributors, drain };
}
