import { Controller, Inject, Param, Res } from '@nestjs/common';
import { StatusOk } from '@dundun/contracts';
import { CurrentCaller, Endpoint, RequestOrigin, type Caller, type Origin } from '@dundun/platform/http';
import type { FastifyReply } from 'fastify';
import { EraseUsers } from './erase.service.js';
import { nameJob } from '../jobs/job-header.js';

const tag = 'Users';
const access = 'secret';

@Controller()
export class EraseController {
  constructor(@Inject(EraseUsers) private readonly users: EraseUsers) {}

  @Endpoint('POST /v1/users/:uid/archive', {
    tag,
    summary: 'Archive a user',
    description: 'Marks the user; nothing else changes. Archiving again is ok.',
    access,
    role: 'admin',
    returns: StatusOk,
    refuses: ['unknown'],
  })
  async archive(@CurrentCaller() { workspaceId }: Caller, @Param('uid') uid: string): Promise<StatusOk> {
    await this.users.archive(workspaceId, uid);
    return { status: 'ok' };
  }

  @Endpoint('DELETE /v1/users/:uid', {
    tag,
    summary: 'Erase a user',
    description:
      'Removes the user from all lists at once; a later call with the uid creates a new user. The job in Dundun-Job ' +
      'erases events and messages. Suppressions and opt-outs of the address are kept.',
    access,
    role: 'admin',
    returns: StatusOk,
    refuses: ['unknown'],
  })
  async erase(
    @CurrentCaller() { workspaceId }: Caller,
    @Param('uid') uid: string,
    @RequestOrigin() { requestId }: Origin,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StatusOk> {
    nameJob(reply, await this.users.erase(workspaceId, uid, requestId));
    return { status: 'ok' };
  }
}
