import { Body, Controller, Inject, Param, Req, Res } from '@nestjs/common';
import {
  ChangePasswordBody,
  ConfirmTwoFactorBody,
  CreateWorkspaceBody,
  MeView,
  OfferTwoFactorBody,
  OwnSessionsView,
  OwnWorkspaceView,
  RecoveryCodesView,
  SecondLookBody,
  SessionView,
  StatusOk,
  SwitchWorkspaceBody,
  TwoFactorOfferView,
  UpdateMeBody,
} from '@dundun/contracts';
import { CONFIG, type Config } from '@dundun/platform/config';
import { CurrentCaller, Endpoint, sessionOf, type Caller } from '@dundun/platform/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { NewWorkspaces } from './new-workspaces.service.js';
import { presentMe, presentOwnSession } from './own-login.presenter.js';
import { OwnLogin } from './own-login.service.js';
import { setDevice, setSession } from './session-cookie.js';
import { Sessions } from './sessions.repository.js';
import { SignIn } from './sign-in.service.js';

const DOCUMENTED = {
  tag: 'Console',
  access: 'console',
  role: 'viewer',
  limited: 'neutral',
  beforeFactor: true,
} as const;

/** What people decide about their own login. */
@Controller()
export class OwnLoginController {
  constructor(
    @Inject(OwnLogin) private readonly own: OwnLogin,
    @Inject(NewWorkspaces) private readonly created: NewWorkspaces,
    @Inject(SignIn) private readonly signIns: SignIn,
    @Inject(Sessions) private readonly sessions: Sessions,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Endpoint('GET /console/me', { ...DOCUMENTED, summary: 'Get your login', returns: MeView })
  async read(@CurrentCaller() caller: Caller): Promise<MeView> {
    return presentMe(await this.own.read(caller));
  }

  @Endpoint('PUT /console/me', { ...DOCUMENTED, summary: 'Change your name', returns: StatusOk })
  async rename(@CurrentCaller() caller: Caller, @Body() { name }: UpdateMeBody): Promise<StatusOk> {
    await this.own.rename(caller, name.trim());
    return { status: 'ok' };
  }

  @Endpoint('POST /console/me/password', {
    ...DOCUMENTED,
    summary: 'Change your password',
    description: 'Ends your other sessions.',
    returns: StatusOk,
    refuses: ['limited'],
  })
  async changePassword(
    @CurrentCaller() caller: Caller,
    @Body() { password, new_password: next }: ChangePasswordBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StatusOk> {
    const device = await this.own.changePassword(caller, password, next, sessionOf(request));
    reply.header('Set-Cookie', setDevice(device, this.config.CONSOLE_URL));
    return { status: 'ok' };
  }

  @Endpoint('GET /console/me/sessions', { ...DOCUMENTED, summary: 'List your sessions', returns: OwnSessionsView })
  async listSessions(@CurrentCaller() caller: Caller, @Req() request: FastifyRequest): Promise<OwnSessionsView> {
    const token = sessionOf(request);
    const sessions = await this.own.listSessions(caller);
    return { data: sessions.map((session) => presentOwnSession(session, this.sessions.isOf(session, token))) };
  }

  @Endpoint('DELETE /console/me/sessions', { ...DOCUMENTED, summary: 'End your other sessions', returns: StatusOk })
  async endOtherSessions(@CurrentCaller() caller: Caller, @Req() request: FastifyRequest): Promise<StatusOk> {
    await this.own.endOtherSessions(caller, sessionOf(request));
    return { status: 'ok' };
  }

  @Endpoint('DELETE /console/me/sessions/:id', {
    ...DOCUMENTED,
    summary: 'End one of your sessions',
    returns: StatusOk,
    refuses: ['unknown'],
  })
  async endSession(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<StatusOk> {
    await this.own.endSession(caller, id);
    return { status: 'ok' };
  }

  @Endpoint('POST /console/me/two-factor', {
    ...DOCUMENTED,
    summary: 'Begin to turn on two-factor sign-in',
    description: 'Answers the secret for an authenticator app. Nothing changes until a code of it confirms.',
    returns: TwoFactorOfferView,
    refuses: ['limited'],
    secretAnswer: true,
  })
  offer(@CurrentCaller() caller: Caller, @Body() { password }: OfferTwoFactorBody): Promise<TwoFactorOfferView> {
    return this.own.offerFactor(caller, password);
  }

  @Endpoint('POST /console/me/two-factor/confirm', {
    ...DOCUMENTED,
    summary: 'Turn on two-factor sign-in',
    description: 'Answers ten recovery codes, which cannot be read again, and ends your other sessions.',
    returns: RecoveryCodesView,
    refuses: ['limited'],
    secretAnswer: true,
  })
  async confirm(
    @CurrentCaller() caller: Caller,
    @Body() { code }: ConfirmTwoFactorBody,
    @Req() request: FastifyRequest,
  ): Promise<RecoveryCodesView> {
    return { recovery_codes: await this.own.confirmFactor(caller, code, sessionOf(request)) };
  }

  @Endpoint('POST /console/me/two-factor/remove', {
    ...DOCUMENTED,
    summary: 'Turn off two-factor sign-in',
    description: 'Needs your password or a code.',
    returns: StatusOk,
    refuses: ['limited'],
  })
  async remove(@CurrentCaller() caller: Caller, @Body() body: SecondLookBody): Promise<StatusOk> {
    await this.own.removeFactor(caller, body);
    return { status: 'ok' };
  }

  @Endpoint('POST /console/me/recovery-codes', {
    ...DOCUMENTED,
    summary: 'Replace your recovery codes',
    description: 'Needs your password or a code. Earlier recovery codes stop working.',
    returns: RecoveryCodesView,
    refuses: ['limited'],
    secretAnswer: true,
  })
  async renewRecovery(@CurrentCaller() caller: Caller, @Body() body: SecondLookBody): Promise<RecoveryCodesView> {
    return { recovery_codes: await this.own.renewRecovery(caller, body) };
  }

  @Endpoint('POST /console/workspaces', {
    tag: 'Console',
    access: 'console',
    role: 'owner',
    summary: 'Create a workspace',
    description: 'You become its owner. Go there with `POST /console/session/workspace`.',
    returns: OwnWorkspaceView,
  })
  async createWorkspace(@CurrentCaller() caller: Caller, @Body() body: CreateWorkspaceBody): Promise<OwnWorkspaceView> {
    const { id, name } = await this.created.create(caller, body.name);
    return { id: String(id), name, role: 'owner', current: false };
  }

  @Endpoint('POST /console/session/workspace', {
    ...DOCUMENTED,
    summary: 'Go to another workspace of yours',
    description: 'Replaces the session cookie.',
    returns: SessionView,
    refuses: ['unknown'],
  })
  async switchTo(
    @CurrentCaller() caller: Caller,
    @Body() { workspace }: SwitchWorkspaceBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionView> {
    const signedIn = await this.signIns.switchTo(caller, workspace, sessionOf(request));
    reply.header('Set-Cookie', setSession(signedIn, this.config.CONSOLE_URL));
    return signedIn.view;
  }
}
