import { Inject, Injectable } from '@nestjs/common';
import type { CreateExportBody } from '@dundun/contracts';
import {
  JobStateError,
  LimitedToListsError,
  NoExportFileError,
  TooManyExportsError,
  UnknownJobError,
  UnknownListError,
} from '@dundun/domain';
import { Lists, type List } from '@dundun/lists';
import { AttributeNames } from '@dundun/people';
import { Database, type Page, type PageRequest } from '@dundun/platform/database';
import type { Caller } from '@dundun/platform/http';
import { BulkJobs } from '../jobs/bulk-jobs.repository.js';
import type { BulkJobRow } from '../jobs/bulk-job.js';
import { MatchingPeople } from '../memberships/matching-people.service.js';
import { PeopleMatching } from '../memberships/people-matching.repository.js';
import { detailsOf, expiryOf, type ExportDetails } from './export.js';
import { exportFilterOf } from './export-filter.js';
import { ExportPieces } from './export-pieces.repository.js';

/** Spreadsheets end at some column, too. */
const MOST_ATTRIBUTES = 500;
/** Of a workspace at a time: files take room, and one workspace must not keep the workers from the others. */
const MOST_OPEN = 10;

type Asking = Pick<Caller, 'workspaceId' | 'lists'>;

/** Queues exports, and hands out their files. A member who is limited to some lists sees the exports of such members alone. */
@Injectable()
export class Exports {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(BulkJobs) private readonly jobs: BulkJobs,
    @Inject(MatchingPeople) private readonly matching: MatchingPeople,
    @Inject(PeopleMatching) private readonly people: PeopleMatching,
    @Inject(AttributeNames) private readonly attributes: AttributeNames,
    @Inject(ExportPieces) private readonly pieces: ExportPieces,
    @Inject(Lists) private readonly lists: Lists,
  ) {}

  /** @throws InvalidInputError, UnknownListError, LimitedToListsError, TooManyExportsError */
  async queue(caller: Asking, { what, filters = {} }: CreateExportBody, requestId: string): Promise<BulkJobRow> {
    if (caller.lists && (what === 'events' || what === 'suppressions')) throw new LimitedToListsError();
    const { workspaceId } = caller;
    const filter = exportFilterOf(what, filters);
    const list = filter.list === undefined ? undefined : await this.listOf(caller, filter.list);
    await this.matching.check(workspaceId, filter.match, caller.lists);
    if ((await this.jobs.countOpen(workspaceId, 'export')) >= MOST_OPEN) throw new TooManyExportsError(MOST_OPEN);
    const isOfPeople = what === 'people' || what === 'members';
    const details: ExportDetails = {
      what,
      filter: { ...filter, list: list?.id },
      list_title: list?.title ?? null,
      lists: caller.lists ?? null,
      attributes: isOfPeople ? await this.columns(workspaceId) : [],
    };
    const isCounted =
      isOfPeople && filter.search === undefined && filter.match === undefined && (list !== undefined || !caller.lists);
    const counted = { list: list && { id: list.id, status: filter.status } };
    const total = isCounted ? await this.people.count(workspaceId, counted) : null;
    return this.jobs.add({
      workspaceId,
      kind: 'export',
      total,
      details: JSON.parse(JSON.stringify(details)),
      requestId,
    });
  }

  page({ workspaceId, lists }: Asking, page: PageRequest): Promise<Page<BulkJobRow>> {
    return this.jobs.page(workspaceId, ['export'], page, lists);
  }

  /** @throws UnknownJobError, also for an export that the caller does not see */
  async get({ workspaceId, lists }: Asking, id: string): Promise<BulkJobRow> {
    const job = await this.jobs.get(workspaceId, id);
    if (job.kind !== 'export') throw new UnknownJobError();
    const within = detailsOf(job).lists;
    if (lists && !within?.every((list) => lists.includes(list))) throw new UnknownJobError();
    return job;
  }

  /** Stops an export and deletes what is written of its file. @throws UnknownJobError, JobStateError */
  async cancel(caller: Asking, id: string): Promise<BulkJobRow> {
    const { workspace_id: workspaceId } = await this.get(caller, id);
    return this.database.transaction(async () => {
      if (!(await this.jobs.cancel(workspaceId, id))) throw new JobStateError('The export has ended.');
      await this.pieces.delete(workspaceId, id);
      return this.jobs.get(workspaceId, id);
    });
  }

  /** Returns the whole file, in pieces. @throws UnknownJobError, NoExportFileError */
  async file(caller: Asking, id: string): Promise<{ job: BulkJobRow; pieces: AsyncGenerator<Buffer> }> {
    const job = await this.get(caller, id);
    if (job.state === 'failed') throw new NoExportFileError('The export failed. Start another one.');
    if (job.state === 'canceled') throw new NoExportFileError('The export was canceled. Start another one.');
    if (job.state !== 'done') throw new NoExportFileError('The export is still running.');
    if (expiryOf(job) <= new Date()) throw new NoExportFileError('The file has been deleted. Start another export.');
    return { job, pieces: this.pieces.read(job.workspace_id, job.id, job.counts.pieces ?? 0) };
  }

  private async columns(workspaceId: number): Promise<string[]> {
    return (await this.attributes.all(workspaceId)).slice(0, MOST_ATTRIBUTES).map(({ name }) => name);
  }

  /** @throws UnknownListError, also for a list that the caller does not see */
  private async listOf({ workspaceId, lists }: Asking, id: string): Promise<List> {
    const list = await this.lists.find(workspaceId, id);
    if (lists && !lists.includes(list.id)) throw new UnknownListError();
    return list;
  }
}
