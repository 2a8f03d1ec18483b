import { Body, Controller, Inject, Param, Req, Res } from '@nestjs/common';
import {
  AcceptInvitationBody,
  InvitationsView,
  InvitationTokenBody,
  InvitationView,
  InviteBody,
  OfferView,
  SessionView,
  StatusOk,
} from '@dundun/contracts';
import { CONFIG, type Config } from '@dundun/platform/config';
import { CurrentCaller, Endpoint, RequestOrigin, type Caller, type Origin } from '@dundun/platform/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Invitations } from './invitations.service.js';
import { earlierOf, refuseOtherSites, setSession } from './session-cookie.js';
import { presentInvitation } from './team.presenter.js';

const DOCUMENTED = { tag: 'Console', access: 'console', role: 'admin' } as const;
const OPEN = { tag: 'Console', access: 'none' } as const;

/** Invites members, and lets them in. */
@Controller()
export class InvitationsController {
  constructor(
    @Inject(Invitations) private readonly invitations: Invitations,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Endpoint('GET /console/invitations', {
    ...DOCUMENTED,
    summary: 'List the invitations',
    description: 'Newest first, with those that expired in the last 30 days.',
    returns: InvitationsView,
  })
  async list(@CurrentCaller() { workspaceId }: Caller): Promise<InvitationsView> {
    return { data: (await this.invitations.list(workspaceId)).map(presentInvitation) };
  }

  @Endpoint('POST /console/invitations', {
    ...DOCUMENTED,
    summary: 'Invite a member',
    description:
      'Sends a mail with a link to choose a password; it works for 7 days. A second invitation of an address replaces the first.',
    returns: InvitationView,
  })
  async invite(
    @CurrentCaller() caller: Caller,
    @Body() body: InviteBody,
    @RequestOrigin() { requestId }: Origin,
  ): Promise<InvitationView> {
    return presentInvitation(await this.invitations.invite(caller, body, requestId));
  }

  @Endpoint('POST /console/invitations/:id/resend', {
    ...DOCUMENTED,
    summary: 'Send an invitation again',
    description: 'With a new link, which works for 7 days; the earlier one stops working.',
    returns: InvitationView,
    refuses: ['unknown'],
  })
  async resend(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @RequestOrigin() { requestId }: Origin,
  ): Promise<InvitationView> {
    return presentInvitation(await this.invitations.resend(caller, id, requestId));
  }

  @Endpoint('DELETE /console/invitations/:id', {
    ...DOCUMENTED,
    summary: 'Revoke an invitation',
    returns: StatusOk,
    refuses: ['unknown'],
  })
  async revoke(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<StatusOk> {
    await this.invitations.revoke(caller, id);
    return { status: 'ok' };
  }

  @Endpoint('POST /console/invitations/open', {
    ...OPEN,
    summary: 'Read the invitation of a link',
    returns: OfferView,
    refuses: ['unknown'],
  })
  async open(@Body() { token }: InvitationTokenBody): Promise<OfferView> {
    const { invitation, workspace, signsInAlready } = await this.invitations.open(token);
    const { email, role, expiresAt } = invitation;
    return { email, role, workspace, expires_at: expiresAt.toISOString(), signs_in_already: signsInAlready };
  }

  @Endpoint('POST /console/invitations/accept', {
    ...OPEN,
    summary: 'Accept an invitation',
    description:
      'Creates the member and sets the session cookie. The link works once. If the address signs in already, the password and the ' +
      'second factor are those of its login.',
    returns: SessionView,
    refuses: ['unauthenticated', 'unknown', 'forbidden', 'limited'],
  })
  async accept(
    @Body() { token, ...given }: AcceptInvitationBody,
    @RequestOrigin() origin: Origin,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionView> {
    refuseOtherSites(request, this.config.CONSOLE_URL);
    const signedIn = await this.invitations.accept(token, given, origin, earlierOf(request));
    reply.header('Set-Cookie', setSession(signedIn, this.config.CONSOLE_URL));
    return signedIn.view;
  }
}
