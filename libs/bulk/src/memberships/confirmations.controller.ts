import { Body, Controller, Inject, Param } from '@nestjs/common';
import { AskConfirmationsBody, BulkProgressView, ConfirmationsView } from '@dundun/contracts';
import { CurrentCaller, Endpoint, RequestOrigin, type Caller, type Origin } from '@dundun/platform/http';
import { presentProgress } from '../jobs/bulk-job.presenter.js';
import { ListConfirmations } from './confirmations.service.js';

const DOCUMENTED = { tag: 'Console', access: 'console', role: 'marketer' } as const;

/** Asks pending members of a list for their confirmation. */
@Controller()
export class ConfirmationsController {
  constructor(@Inject(ListConfirmations) private readonly confirmations: ListConfirmations) {}

  @Endpoint('GET /console/lists/:id/confirmations', {
    ...DOCUMENTED,
    summary: 'Count the pending members who were not asked',
    refuses: ['unknown'],
    returns: ConfirmationsView,
  })
  get(@CurrentCaller() { workspaceId }: Caller, @Param('id') id: string): Promise<ConfirmationsView> {
    return this.confirmations.view(workspaceId, id);
  }

  @Endpoint('POST /console/lists/:id/confirmations', {
    ...DOCUMENTED,
    summary: 'Ask pending members for their confirmation',
    description:
      'Imports and changes of many people mail nobody: this does. Answers the job that mails every pending member who was not ' +
      'asked before, evenly at the given rate. It can be paused and canceled; what was mailed stays mailed.',
    refuses: ['unknown', 'conflict'],
    returns: BulkProgressView,
    examples: { Slowly: { per_hour: 200 } },
  })
  async ask(
    @CurrentCaller() { workspaceId }: Caller,
    @Param('id') id: string,
    @Body() body: AskConfirmationsBody,
    @RequestOrigin() origin: Origin,
  ): Promise<BulkProgressView> {
    return presentProgress(await this.confirmations.queue(workspaceId, id, body, origin));
  }
}
