import { Body, Controller, Inject, Req, Res } from '@nestjs/common';
import { ChallengeBody, ChallengeView, LoginBody, SessionView } from '@dundun/contracts';
import { CONFIG, type Config } from '@dundun/platform/config';
import { CurrentCaller, Endpoint, RequestOrigin, type Caller, type Origin } from '@dundun/platform/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { earlierOf, refuseOtherSites, setSession } from './session-cookie.js';
import { SignInLimits } from '../logins/sign-in-limits.service.js';
import { SignIn } from './sign-in.service.js';

@Controller()
export class SessionController {
  constructor(
    @Inject(SignIn) private readonly signIns: SignIn,
    @Inject(SignInLimits) private readonly limits: SignInLimits,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Endpoint('POST /console/session', {
    summary: 'Sign in to the console',
    description:
      'Sets the session cookie. Wrong credentials are answered with 401. After too many attempts, a device that has not ' +
      'signed in before needs a solved challenge. A login with a second factor needs its code: 401 `second_factor_needed`.',
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
    refuseOtherSites(request, this.config.CONSOLE_URL);
    const signedIn = await this.signIns.signIn(body, origin, earlierOf(request));
    reply.header('Set-Cookie', setSession(signedIn, this.config.CONSOLE_URL));
    return signedIn.view;
  }

  @Endpoint('POST /console/session/challenge', {
    summary: 'Get a challenge for a sign-in',
    description: 'A proof of work for one attempt within two minutes. The login page solves it by itself.',
    access: 'none',
    returns: ChallengeView,
    tag: 'Console',
  })
  challenge(@Body() { email }: ChallengeBody): Promise<ChallengeView> {
    return this.limits.challenge(email);
  }

  @Endpoint('GET /console/session', {
    summary: 'Get the signed-in member',
    access: 'console',
    role: 'viewer',
    limited: 'neutral',
    beforeFactor: true,
    returns: SessionView,
    tag: 'Console',
  })
  whoIs(@CurrentCaller() caller: Caller): Promise<SessionView> {
    return this.signIns.whoIs(caller);
  }
}
