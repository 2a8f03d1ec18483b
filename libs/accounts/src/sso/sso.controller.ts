import { Body, Controller, Inject, Req, Res } from '@nestjs/common';
import { FinishSsoBody, SessionView, SignInOptionsView, SignOutView, SsoStartView } from '@dundun/contracts';
import { CONFIG, type Config } from '@dundun/platform/config';
import { cookieOf, Endpoint, RequestOrigin, sessionOf, type Origin } from '@dundun/platform/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { clearSession, cookie, earlierOf, refuseOtherSites, setSession } from '../team/session-cookie.js';
import { IdentityProvider } from './identity-provider.service.js';
import { FLOW_SECONDS, Sso } from './sso.service.js';

const FLOW_COOKIE = 'dundun_sso';
const OPEN = { tag: 'Console', access: 'none' } as const;

/** Signs in through the identity provider, and out of everything. */
@Controller()
export class SsoController {
  constructor(
    @Inject(Sso) private readonly sso: Sso,
    @Inject(IdentityProvider) private readonly provider: IdentityProvider,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Endpoint('GET /console/sign-in', { ...OPEN, summary: 'Get the ways to sign in', returns: SignInOptionsView })
  options(): SignInOptionsView {
    return { password: !this.config.OIDC_ONLY, single_sign_on: this.provider.name };
  }

  @Endpoint('POST /console/session/sso', {
    ...OPEN,
    summary: 'Begin to sign in through the identity provider',
    description: 'Answers the page to go to. It leads back to `/login/sso` of the console.',
    returns: SsoStartView,
    refuses: ['forbidden'],
  })
  async begin(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<SsoStartView> {
    refuseOtherSites(request, this.config.CONSOLE_URL);
    const { url, flow } = await this.sso.begin();
    reply.header('Set-Cookie', cookie(FLOW_COOKIE, flow, FLOW_SECONDS, this.config.CONSOLE_URL));
    return { url };
  }

  @Endpoint('POST /console/session/sso/finish', {
    ...OPEN,
    summary: 'Finish a sign-in through the identity provider',
    description: 'Sets the session cookie. Only the browser that began can finish, once, within ten minutes.',
    returns: SessionView,
    refuses: ['forbidden'],
    bodyLimit: 16 * 1024,
  })
  async finish(
    @Body() { query }: FinishSsoBody,
    @RequestOrigin() origin: Origin,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionView> {
    const { CONSOLE_URL } = this.config;
    refuseOtherSites(request, CONSOLE_URL);
    const signedIn = await this.sso.finish(query, cookieOf(request, FLOW_COOKIE), origin, earlierOf(request));
    reply.header('Set-Cookie', [...setSession(signedIn, CONSOLE_URL), cookie(FLOW_COOKIE, '', 0, CONSOLE_URL)]);
    return signedIn.view;
  }

  @Endpoint('DELETE /console/session', {
    summary: 'Sign out',
    description: 'After a sign-in through an identity provider, answers where the browser ends the session there, too.',
    access: 'console',
    role: 'viewer',
    limited: 'neutral',
    beforeFactor: true,
    returns: SignOutView,
    tag: 'Console',
  })
  async signOut(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<SignOutView> {
    const url = await this.sso.signOut(sessionOf(request));
    reply.header('Set-Cookie', clearSession(this.config.CONSOLE_URL));
    return { status: 'ok', sign_out_url: url };
  }
}
