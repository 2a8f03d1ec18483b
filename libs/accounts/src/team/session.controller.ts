import { Body, Controller, Inject, Req, Res } from '@nestjs/common';
import { LoginBody, SessionView, StatusOk } from '@dundun/contracts';
import { CONFIG, type Config } from '@dundun/platform/config';
import {
  checkOrigin,
  CurrentCaller,
  Endpoint,
  RequestOrigin,
  sessionOf,
  type Caller,
  type Origin,
} from '@dundun/platform/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { clearSession, setSession } from './session-cookie.js';
import { SignIn } from './sign-in.service.js';

@Controller()
export class SessionController {
  constructor(
    @Inject(SignIn) private readonly signIns: SignIn,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Endpoint('POST /console/session', {
    summary: 'Sign in to the console',
    description: 'Sets the session cookie. Wrong credentials are answered with 401.',
    access: 'none',
    returns: SessionView,
    refuses: ['unauthenticated', 'forbidden', 'limited'],
    tag: 'Console',
  })
  async signIn(
    @Body() body: LoginBody,
    @RequestOrigin() origin: Origin,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionView> {
    this.refuseOtherSites(request);
    const { token, view } = await this.signIns.signIn(body, origin, sessionOf(request));
    reply.header('Set-Cookie', setSession(token, this.config.CONSOLE_URL));
    return view;
  }

  @Endpoint('GET /console/session', {
    summary: 'Get the signed-in member',
    access: 'console',
    role: 'viewer',
    limited: 'neutral',
    returns: SessionView,
    tag: 'Console',
  })
  whoIs(@CurrentCaller() caller: Caller): Promise<SessionView> {
    return this.signIns.whoIs(caller);
  }

  @Endpoint('DELETE /console/session', {
    summary: 'Sign out',
    access: 'console',
    role: 'viewer',
    limited: 'neutral',
    returns: StatusOk,
    tag: 'Console',
  })
  async signOut(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<StatusOk> {
    await this.signIns.signOut(sessionOf(request));
    reply.header('Set-Cookie', clearSession(this.config.CONSOLE_URL));
    return { status: 'ok' };
  }

  /** Refuses login CSRF. Only browsers send these headers, so their absence is accepted. */
  private refuseOtherSites(request: FastifyRequest): void {
    const { origin, 'sec-fetch-site': site } = request.headers;
    if (origin !== undefined || site !== undefined) checkOrigin(request, new URL(this.config.CONSOLE_URL).origin);
  }
}
