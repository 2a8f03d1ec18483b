import { Controller, Inject, Param, Query } from '@nestjs/common';
import { JobItemPage, JobItemsQuery, JobPage, JobsQuery, JobView } from '@dundun/contracts';
import { UnknownJobError } from '@dundun/domain';
import { CurrentCaller, Cursors, Endpoint, type Caller } from '@dundun/platform/http';
import { validate } from 'uuid';
import type { JobRow } from './user-job.js';
import { presentJob, presentJobItem } from './user-job.presenter.js';
import { UserJobs } from './user-jobs.repository.js';

const tag = 'Users';
const access = 'secret';

/** Shows batches, merges and erasures, until 30 days after their end. */
@Controller()
export class UserJobsController {
  constructor(
    @Inject(UserJobs) private readonly jobs: UserJobs,
    @Inject(Cursors) private readonly cursors: Cursors,
  ) {}

  @Endpoint('GET /v1/jobs', {
    tag,
    summary: 'List the batches, merges and erasures',
    description: 'Newest first. Jobs are deleted 30 days after their end.',
    access,
    role: 'marketer',
    returns: JobPage,
  })
  async list(@CurrentCaller() { workspaceId }: Caller, @Query() query: JobsQuery): Promise<JobPage> {
    const scope = `jobs ${workspaceId}`;
    const page = await this.jobs.page(workspaceId, this.cursors.read(query, scope), query.type);
    return this.cursors.view(page, scope, presentJob);
  }

  @Endpoint('GET /v1/jobs/:id', {
    tag,
    summary: 'Read a job’s progress',
    description: 'Takes the id from the header Dundun-Job of a batch, a merge or a deletion.',
    access,
    role: 'marketer',
    returns: JobView,
    refuses: ['unknown'],
  })
  async read(@CurrentCaller() { workspaceId }: Caller, @Param('id') id: string): Promise<JobView> {
    return presentJob(await this.find(workspaceId, id));
  }

  @Endpoint('GET /v1/jobs/:id/items', {
    tag,
    summary: 'List the items of a batch',
    description: 'In batch order; `state=failed` lists the failed items with their reasons.',
    access,
    role: 'marketer',
    returns: JobItemPage,
    refuses: ['unknown'],
  })
  async items(
    @CurrentCaller() { workspaceId }: Caller,
    @Param('id') id: string,
    @Query() query: JobItemsQuery,
  ): Promise<JobItemPage> {
    const job = await this.find(workspaceId, id);
    const scope = `job items ${workspaceId} ${job.id}`;
    const page = await this.jobs.items(workspaceId, job.id, this.cursors.read(query, scope), query.state);
    return this.cursors.view(page, scope, presentJobItem);
  }

  /** @throws UnknownJobError */
  private async find(workspaceId: number, id: string): Promise<JobRow> {
    const job = validate(id) ? await this.jobs.find(workspaceId, id) : undefined;
    if (!job) throw new UnknownJobError();
    return job;
  }
}
