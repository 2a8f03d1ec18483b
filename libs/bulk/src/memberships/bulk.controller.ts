import { Body, Controller, Inject, Param, Query } from '@nestjs/common';
import { BulkProgressView, ChangeListsBody, PeopleCountQuery, PeopleCountView } from '@dundun/contracts';
import { Lists } from '@dundun/lists';
import { CurrentCaller, Endpoint, RequestOrigin, type Caller, type Origin } from '@dundun/platform/http';
import { presentProgress } from '../jobs/bulk-job.presenter.js';
import { BulkJobs } from '../jobs/bulk-jobs.repository.js';
import { JobControl } from '../jobs/job-control.service.js';
import { ListChanges } from './list-changes.service.js';
import { PeopleMatching } from './people-matching.repository.js';

const MARKETER = { tag: 'Console', access: 'console', role: 'marketer', refuses: ['unknown', 'conflict'] } as const;

/** Changes the lists of many people at once. */
@Controller()
export class BulkController {
  constructor(
    @Inject(ListChanges) private readonly changes: ListChanges,
    @Inject(BulkJobs) private readonly jobs: BulkJobs,
    @Inject(JobControl) private readonly control: JobControl,
    @Inject(PeopleMatching) private readonly people: PeopleMatching,
    @Inject(Lists) private readonly lists: Lists,
  ) {}

  @Endpoint('GET /console/people/count', {
    ...MARKETER,
    summary: 'Count the people who match',
    returns: PeopleCountView,
  })
  async count(
    @CurrentCaller() { workspaceId }: Caller,
    @Query() { search, list, status, match }: PeopleCountQuery,
  ): Promise<PeopleCountView> {
    const found = list === undefined ? undefined : await this.lists.find(workspaceId, list);
    const filter = { search, list: found && { id: found.id, status }, match };
    return { count: await this.people.count(workspaceId, filter) };
  }

  @Endpoint('POST /console/people/lists', {
    ...MARKETER,
    summary: 'Add many people to lists, or remove them',
    description:
      'Answers the job that does it. Nobody is mailed: who joins a double opt-in list is pending. People who unsubscribed stay so.',
    returns: BulkProgressView,
  })
  async change(
    @CurrentCaller() { workspaceId }: Caller,
    @Body() body: ChangeListsBody,
    @RequestOrigin() origin: Origin,
  ): Promise<BulkProgressView> {
    return presentProgress(await this.changes.queue(workspaceId, body, origin));
  }

  @Endpoint('GET /console/bulk-jobs/:id', {
    ...MARKETER,
    summary: 'Read the progress of a bulk job',
    returns: BulkProgressView,
  })
  async get(@CurrentCaller() { workspaceId }: Caller, @Param('id') id: string): Promise<BulkProgressView> {
    return presentProgress(await this.jobs.get(workspaceId, id));
  }

  @Endpoint('POST /console/bulk-jobs/:id/undo', {
    ...MARKETER,
    summary: 'Undo a change of lists',
    description:
      'Answers the job that does it. What changed since stays: consent that was withdrawn is never restored.',
    returns: BulkProgressView,
  })
  async undo(
    @CurrentCaller() { workspaceId }: Caller,
    @Param('id') id: string,
    @RequestOrigin() origin: Origin,
  ): Promise<BulkProgressView> {
    return presentProgress(await this.changes.undo(workspaceId, id, origin));
  }

  @Endpoint('POST /console/bulk-jobs/:id/pause', {
    ...MARKETER,
    summary: 'Pause a job that asks for confirmations',
    returns: BulkProgressView,
  })
  async pause(@CurrentCaller() { workspaceId }: Caller, @Param('id') id: string): Promise<BulkProgressView> {
    return presentProgress(await this.control.pause(workspaceId, id));
  }

  @Endpoint('POST /console/bulk-jobs/:id/resume', {
    ...MARKETER,
    summary: 'Resume a paused job',
    returns: BulkProgressView,
  })
  async resume(@CurrentCaller() { workspaceId }: Caller, @Param('id') id: string): Promise<BulkProgressView> {
    return presentProgress(await this.control.resume(workspaceId, id));
  }

  @Endpoint('POST /console/bulk-jobs/:id/cancel', {
    ...MARKETER,
    summary: 'Cancel a job',
    description: 'A change of lists, or a job that asks for confirmations. What it has done stays.',
    returns: BulkProgressView,
  })
  async cancel(@CurrentCaller() { workspaceId }: Caller, @Param('id') id: string): Promise<BulkProgressView> {
    return presentProgress(await this.control.cancel(workspaceId, id));
  }
}
