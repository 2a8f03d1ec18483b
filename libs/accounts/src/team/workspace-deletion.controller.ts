import { Body, Controller, Inject } from '@nestjs/common';
import { DeleteWorkspaceBody, StatusOk } from '@dundun/contracts';
import { CurrentCaller, Endpoint, type Caller } from '@dundun/platform/http';
import { WorkspaceDeletion } from './workspace-deletion.service.js';

const OWNER = { tag: 'Console', access: 'console', role: 'owner', returns: StatusOk } as const;

/** Deletes a workspace after a grace period. */
@Controller()
export class WorkspaceDeletionController {
  constructor(@Inject(WorkspaceDeletion) private readonly deletion: WorkspaceDeletion) {}

  @Endpoint('POST /console/workspace/deletion', {
    ...OWNER,
    summary: 'Delete the workspace in 7 days',
    description:
      'People, lists, messages, events, templates, campaigns, keys and members of the workspace are deleted then, and with them ' +
      'the logins of people who are in no other workspace. Until then everything goes on, sending included, and an owner can take ' +
      'the deletion back. `deletes_at` of the workspace says when.',
    refuses: ['conflict'],
    examples: { Shop: { name: 'Shop' } },
  })
  async schedule(@CurrentCaller() caller: Caller, @Body() { name }: DeleteWorkspaceBody): Promise<StatusOk> {
    await this.deletion.schedule(caller, name);
    return { status: 'ok' };
  }

  @Endpoint('DELETE /console/workspace/deletion', { ...OWNER, summary: 'Keep the workspace after all' })
  async takeBack(@CurrentCaller() caller: Caller): Promise<StatusOk> {
    await this.deletion.takeBack(caller);
    return { status: 'ok' };
  }
}
