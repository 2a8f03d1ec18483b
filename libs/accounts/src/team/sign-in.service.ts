import { Inject, Injectable } from '@nestjs/common';
import type { LoginBody, SessionView } from '@dundun/contracts';
import { NotSignedInError } from '@dundun/domain';
import type { Caller, Origin } from '@dundun/platform/http';
import { Seal } from '@dundun/platform/config';
import { knownDevice, newDeviceToken } from './known-device.js';
import { SignInLimits } from './sign-in-limits.service.js';
import type { Member } from './member.entity.js';
import { Members } from './members.service.js';
import { presentSession } from './session.presenter.js';
import { Sessions } from './sessions.repository.js';
import { Workspaces } from '../workspaces/workspaces.service.js';

/** A new session: its token, that of the device, and who is signed in. */
export interface SignedIn {
  token: string;
  device: string;
  view: SessionView;
}

/** Signs members in to the console and out of it. */
@Injectable()
export class SignIn {
  constructor(
    @Inject(SignInLimits) private readonly limits: SignInLimits,
    @Inject(Members) private readonly members: Members,
    @Inject(Sessions) private readonly sessions: Sessions,
    @Inject(Workspaces) private readonly workspaces: Workspaces,
    @Inject(Seal) private readonly seal: Seal,
  ) {}

  /**
   * Starts a new session and ends the browser's earlier one.
   * @throws WrongLoginError, TooManyLoginsError
   */
  async signIn(
    { email, password, proof }: LoginBody,
    origin: Origin,
    earlier: { session?: string; device?: string } = {},
  ): Promise<SignedIn> {
    const login = await this.members.login(email);
    const device = knownDevice(this.seal, login, earlier.device);
    const attempt = { email, address: origin.ip, device, proof };
    const admission = await this.limits.admit(attempt);
    const member = await this.members.verify(login, password, admission);
    await this.limits.succeeded(attempt, admission);
    if (earlier.session !== undefined) await this.sessions.end(earlier.session);
    return this.start(member, origin);
  }

  /** Starts a session of a member on a device that is known from now on. */
  async start(member: Member, { userAgent }: Pick<Origin, 'userAgent'>): Promise<SignedIn> {
    const { workspaceId, id, email } = member;
    const token = await this.sessions.start(workspaceId, id, userAgent);
    const login = await this.members.login(email);
    if (!login) throw new NotSignedInError();
    return {
      token,
      device: newDeviceToken(this.seal, login),
      view: presentSession(member, await this.workspaces.find(workspaceId)),
    };
  }

  /** Returns the signed-in member. @throws NotSignedInError for API credentials */
  async whoIs({ workspaceId, memberId }: Caller): Promise<SessionView> {
    const member = memberId === undefined ? null : await this.members.find(workspaceId, memberId);
    if (!member) throw new NotSignedInError();
    return presentSession(member, await this.workspaces.find(workspaceId));
  }

  async signOut(token: string | undefined): Promise<void> {
    if (token !== undefined) await this.sessions.end(token);
  }
}
