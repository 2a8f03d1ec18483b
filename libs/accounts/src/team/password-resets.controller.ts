import { Body, Controller, Inject, Req } from '@nestjs/common';
import { RequestResetBody, ResetTokenBody, ResetView, StatusOk, UseResetBody } from '@dundun/contracts';
import { CONFIG, type Config } from '@dundun/platform/config';
import { Endpoint, RequestOrigin, type Origin } from '@dundun/platform/http';
import type { FastifyRequest } from 'fastify';
import { PasswordResets } from './password-resets.service.js';
import { refuseOtherSites } from './session-cookie.js';

const OPEN = { tag: 'Console', access: 'none' } as const;

/** Lets people choose a new password by mail. */
@Controller()
export class PasswordResetsController {
  constructor(
    @Inject(PasswordResets) private readonly resets: PasswordResets,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Endpoint('POST /console/password-resets', {
    ...OPEN,
    summary: 'Ask for a link to choose a new password',
    description: 'The answer is the same for every address. The link works for an hour, once.',
    returns: StatusOk,
    refuses: ['forbidden'],
  })
  request(
    @Body() { email }: RequestResetBody,
    @RequestOrigin() origin: Origin,
    @Req() request: FastifyRequest,
  ): StatusOk {
    refuseOtherSites(request, this.config.CONSOLE_URL);
    this.resets.request(email, origin);
    return { status: 'ok' };
  }

  @Endpoint('POST /console/password-resets/open', {
    ...OPEN,
    summary: 'Read whom a link belongs to',
    returns: ResetView,
    refuses: ['unknown'],
  })
  async open(@Body() { token }: ResetTokenBody): Promise<ResetView> {
    return { email: await this.resets.open(token) };
  }

  @Endpoint('POST /console/password-resets/use', {
    ...OPEN,
    summary: 'Choose a new password by a link',
    description: 'Ends all sessions of the person. A second factor stays.',
    returns: StatusOk,
    refuses: ['unknown', 'forbidden'],
  })
  async use(@Body() { token, password }: UseResetBody, @Req() request: FastifyRequest): Promise<StatusOk> {
    refuseOtherSites(request, this.config.CONSOLE_URL);
    await this.resets.use(token, password);
    return { status: 'ok' };
  }
}
