import { Body, Controller, Inject, Param, Res } from '@nestjs/common';
import { ConvertUserBody, CreateUserBody, UpdateUserBody, UserView } from '@dundun/contracts';
import type { IdempotencyClaim } from '@dundun/platform/database';
import { Claim, CurrentCaller, Endpoint, RequestOrigin, type Caller, type Origin } from '@dundun/platform/http';
import type { FastifyReply } from 'fastify';
import { shown } from './user-answer.js';
import { UserCalls } from './user-calls.service.js';
import { CREATE_EXAMPLES, UPDATE_EXAMPLES } from './user-examples.js';

const tag = 'Users';
const BY_KEY =
  'With the key alone nothing that is there is changed: only what is unset is filled, a device is added while there is ' +
  'room, an email, number or device of somebody else is left with them without a word, and the answer is id, uid and ' +
  'what was sent.';
const HOLDER =
  'A user without an id of yours who has the email or number (made by a join, say) takes this id and keeps memberships ' +
  'and events. When another user has them, both keep them, the older is found by them, and Dundun-Notice says so.';

/** Writes users. */
@Controller()
export class UsersController {
  constructor(@Inject(UserCalls) private readonly calls: UserCalls) {}

  @Endpoint('POST /v1/users', {
    tag,
    summary: 'Create a user',
    description: `An id that exists is updated. ${HOLDER} ${BY_KEY}`,
    access: 'key',
    browserKey: true,
    cors: true,
    returns: UserView,
    refuses: ['unknown', 'conflict', 'forbidden'],
    examples: CREATE_EXAMPLES,
  })
  async create(
    @CurrentCaller() caller: Caller,
    @Body() { id, ...body }: CreateUserBody,
    @RequestOrigin() origin: Origin,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Claim() claim?: IdempotencyClaim,
  ): Promise<unknown> {
    return shown(reply, await this.calls.create({ caller, origin, claim }, id, body));
  }

  @Endpoint('PUT /v1/users/:uid', {
    tag,
    summary: 'Update a user',
    description: `A uid that nobody has creates the user. ${HOLDER} ${BY_KEY}`,
    access: 'key',
    browserKey: true,
    cors: true,
    returns: UserView,
    refuses: ['unknown', 'conflict', 'forbidden'],
    examples: UPDATE_EXAMPLES,
  })
  async update(
    @CurrentCaller() caller: Caller,
    @Param('uid') uid: string,
    @Body() body: UpdateUserBody,
    @RequestOrigin() origin: Origin,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<unknown> {
    return shown(reply, await this.calls.save({ caller, origin }, uid, body));
  }

  @Endpoint('POST /v1/users/:uid/convert', {
    tag,
    summary: 'Convert a user to an account or a customer',
    description: 'A uid that nobody has creates the user. An account that has members stays one: remove them first.',
    access: 'secret',
    returns: UserView,
    refuses: ['conflict'],
  })
  async convert(
    @CurrentCaller() caller: Caller,
    @Param('uid') uid: string,
    @Body() { type }: ConvertUserBody,
    @RequestOrigin() origin: Origin,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Claim() claim?: IdempotencyClaim,
  ): Promise<unknown> {
    const isAccount = type === 'account';
    return shown(reply, await this.calls.change({ caller, origin, claim }, uid, { isAccount }, { creates: true }));
  }

  @Endpoint('DELETE /v1/users/:uid/attributes/:name', {
    tag,
    summary: 'Remove an attribute of a user',
    description: 'One that the user does not have is removed already.',
    access: 'secret',
    returns: UserView,
    refuses: ['unknown'],
  })
  async removeAttribute(
    @CurrentCaller() caller: Caller,
    @Param('uid') uid: string,
    @Param('name') name: string,
    @RequestOrigin() origin: Origin,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<unknown> {
    return shown(reply, await this.calls.change({ caller, origin }, uid, { meta: { [name]: null } }));
  }

  @Endpoint('DELETE /v1/users/:uid/tokens/:token', {
    tag,
    summary: 'Remove a device of a user',
    description: 'One that the user does not have is removed already.',
    access: 'secret',
    returns: UserView,
    refuses: ['unknown'],
  })
  async removeDevice(
    @CurrentCaller() caller: Caller,
    @Param('uid') uid: string,
    @Param('token') dropsDevice: string,
    @RequestOrigin() origin: Origin,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<unknown> {
    return shown(reply, await this.calls.change({ caller, origin }, uid, {}, { dropsDevice }));
  }
}
