import { Body, Controller, Inject, Param, Res } from '@nestjs/common';
import { ConvertUserBody, CreateUserBody, UpdateUserBody, UserView } from '@dundun/contracts';
import type { IdempotencyClaim } from '@dundun/platform/database';
import {
  Claim,
  CurrentCaller,
  Endpoint,
  GivenIdentity,
  RequestOrigin,
  type Caller,
  type Origin,
} from '@dundun/platform/http';
import type { FastifyReply } from 'fastify';
import { shown } from './user-answer.js';
import { UserCalls } from './user-calls.service.js';
import { CREATE_EXAMPLES, UPDATE_EXAMPLES } from './user-examples.js';

const tag = 'Users';
const BY_KEY =
  'With the key alone, lists together with an email, or of a user with an email, wait for a confirmation by mail whatever ' +
  'the lists say, and a browser key may not give both (unless the workspace has switched strict public keys off). ' +
  'Only unset fields are filled and a device is added only while fewer than five are stored. An ' +
  'email, number or device of another user is ignored without notice. The answer holds only the id, the uid and the ' +
  'fields sent. With strict public keys, a user who has an email or number gets neither these nor a name, and a device ' +
  'is kept apart with `verified: false`, unless the header Dundun-Identity signs the uid.';
const HOLDER =
  'If a user without an id of yours has this email or number (from a join, for example), that user gets the id and ' +
  'keeps memberships and events; if the id is known already, that user is folded into it. If another user with an id of ' +
  'yours has it, both keep it; lookups find the older one, and Dundun-Notice says so.';

/** Writes users. */
@Controller()
export class UsersController {
  constructor(@Inject(UserCalls) private readonly calls: UserCalls) {}

  @Endpoint('POST /v1/users', {
    tag,
    summary: 'Create a user',
    description: `Updates the user if the id exists. ${HOLDER} ${BY_KEY}`,
    access: 'key',
    role: 'marketer',
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
    @GivenIdentity() signature: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Claim() claim?: IdempotencyClaim,
  ): Promise<unknown> {
    return shown(reply, await this.calls.create({ caller, origin, claim, signature }, id, body));
  }

  @Endpoint('PUT /v1/users/:uid', {
    tag,
    summary: 'Update a user',
    description: `Creates the user if the uid is unknown. ${HOLDER} ${BY_KEY}`,
    access: 'key',
    role: 'marketer',
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
    @GivenIdentity() signature: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<unknown> {
    return shown(reply, await this.calls.save({ caller, origin, signature }, uid, body));
  }

  @Endpoint('POST /v1/users/:uid/convert', {
    tag,
    summary: 'Convert a user to an account or a customer',
    description:
      'Creates the user if the uid is unknown. Remove the members of an account before you convert it to a customer.',
    access: 'secret',
    role: 'marketer',
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
    description: 'Also succeeds if the user does not have it.',
    access: 'secret',
    role: 'marketer',
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
    description: 'Also succeeds if the user does not have it.',
    access: 'secret',
    role: 'marketer',
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
