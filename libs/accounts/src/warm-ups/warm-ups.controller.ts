import { Body, Controller, Inject, Param } from '@nestjs/common';
import { StatusOk, WarmUpBody, WarmUpList } from '@dundun/contracts';
import { CurrentCaller, Endpoint, type Caller } from '@dundun/platform/http';
import { WarmUpSetup } from './warm-up-setup.service.js';

const tag = 'Console';

@Controller()
export class WarmUpsController {
  constructor(@Inject(WarmUpSetup) private readonly warmUps: WarmUpSetup) {}

  @Endpoint('GET /console/domains/:id/warm-ups', {
    tag,
    summary: 'List the warm-ups of a domain',
    description: 'One entry for each email provider of the workspace, with the ceiling and the mail of today (UTC).',
    access: 'console',
    role: 'viewer',
    limited: 'neutral',
    returns: WarmUpList,
    refuses: ['unknown'],
  })
  list(@CurrentCaller() { workspaceId }: Caller, @Param('id') id: string): Promise<WarmUpList> {
    return this.warmUps.list(workspaceId, id);
  }

  @Endpoint('PUT /console/domains/:id/warm-ups/:provider', {
    tag,
    summary: 'Warm up a domain at a provider',
    description:
      'Sets a daily ceiling of recipients that grows until it reaches the target. Mail of lists that exceeds it waits for the next day; other mail counts and never waits. A plan that runs keeps its first day. `provider` is the id of an integration, or `own` for the server of this installation.',
    access: 'console',
    role: 'admin',
    returns: WarmUpList,
    refuses: ['unknown'],
  })
  set(
    @CurrentCaller() { workspaceId }: Caller,
    @Param('id') id: string,
    @Param('provider') provider: string,
    @Body() body: WarmUpBody,
  ): Promise<WarmUpList> {
    return this.warmUps.set(workspaceId, id, provider, body);
  }

  @Endpoint('DELETE /console/domains/:id/warm-ups/:provider', {
    tag,
    summary: 'End a warm-up',
    description: 'Waiting mail goes on when its time has come, at the latest the next morning.',
    access: 'console',
    role: 'admin',
    returns: StatusOk,
    refuses: ['unknown'],
  })
  async remove(
    @CurrentCaller() { workspaceId }: Caller,
    @Param('id') id: string,
    @Param('provider') provider: string,
  ): Promise<StatusOk> {
    await this.warmUps.remove(workspaceId, id, provider);
    return { status: 'ok' };
  }
}
