import { Inject, Injectable } from '@nestjs/common';
import type { AskConfirmationsBody, ConfirmationsView } from '@dundun/contracts';
import { JobStateError, ListArchivedError, OptinNeedsSenderError, UnknownImportError } from '@dundun/domain';
import { Lists } from '@dundun/lists';
import { OutgoingMail } from '@dundun/messaging';
import type { Origin } from '@dundun/platform/http';
import { presentProgress } from '../jobs/bulk-job.presenter.js';
import type { BulkJobRow } from '../jobs/bulk-job.js';
import { BulkJobs } from '../jobs/bulk-jobs.repository.js';
import { ImportRows } from '../imports/imports.repository.js';
import { UnaskedMembers } from './unasked-members.repository.js';

const DEFAULT_RATE = 600;

/** What a job that asks for confirmations works on. */
export interface ConfirmationsDetails {
  list: string;
  import: string | null;
  per_hour: number;
  evidence: { method: 'console'; requestId?: string; ip?: string; userAgent?: string };
}

export const confirmationsOf = ({ details }: Pick<BulkJobRow, 'details'>) => details as unknown as ConfirmationsDetails;

/** Queues the jobs that ask pending members of a list for their confirmation. */
@Injectable()
export class ListConfirmations {
  constructor(
    @Inject(BulkJobs) private readonly jobs: BulkJobs,
    @Inject(UnaskedMembers) private readonly members: UnaskedMembers,
    @Inject(Lists) private readonly lists: Lists,
    @Inject(ImportRows) private readonly imports: ImportRows,
    @Inject(OutgoingMail) private readonly mail: OutgoingMail,
  ) {}

  /** @throws UnknownListError */
  async view(workspaceId: number, listId: string): Promise<ConfirmationsView> {
    const { id } = await this.lists.find(workspaceId, listId);
    const scope = { list: id, import: null, until: new Date() };
    const [unasked, latest] = await Promise.all([
      this.members.count(workspaceId, scope),
      this.members.latestJob(workspaceId, id),
    ]);
    const job = latest === undefined ? undefined : await this.jobs.find(workspaceId, latest);
    return {
      unasked,
      per_hour: job ? confirmationsOf(job).per_hour : null,
      job: job ? presentProgress(job) : null,
    };
  }

  /** @throws UnknownListError, UnknownImportError, ListArchivedError, OptinNeedsSenderError, JobStateError */
  async queue(
    workspaceId: number,
    listId: string,
    { per_hour = DEFAULT_RATE, import: importId }: AskConfirmationsBody,
    { requestId, ip, userAgent }: Origin,
  ): Promise<BulkJobRow> {
    const { id, archivedAt } = await this.lists.find(workspaceId, listId);
    if (archivedAt) throw new ListArchivedError();
    const from = importId === undefined ? undefined : await this.imports.find(workspaceId, importId);
    if (importId !== undefined && !from) throw new UnknownImportError();
    if (!(await this.mail.optinSender(workspaceId))) throw new OptinNeedsSenderError();
    const evidence = { method: 'console', requestId, ip, userAgent };
    const details = { list: id, import: from?.id ?? null, per_hour, evidence };
    const total = await this.members.count(workspaceId, { list: id, import: details.import, until: new Date() });
    const job = await this.jobs.addIfNone({
      ...{ workspaceId, kind: 'confirmations', total, requestId },
      details: JSON.parse(JSON.stringify(details)),
    });
    if (!job) throw new JobStateError('Members of the list are being asked already. Wait for that job, or cancel it.');
    return job;
  }
}
