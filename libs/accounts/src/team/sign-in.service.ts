import { Inject, Injectable } from '@nestjs/common';
import type { LoginBody, SessionView } from '@dundun/contracts';
import { NotSignedInError } from '@dundun/domain';
import type { Caller, Origin } from '@dundun/platform/http';
import { LoginLimits } from './login-limits.service.js';
import { Members } from './members.service.js';
import { presentSession } from './session.presenter.js';
import { Sessions } from './sessions.repository.js';
import { Workspaces } from '../workspaces/workspaces.service.js';

/** Signs members in to the console and out of it. */
@Injectable()
export class SignIn {
  constructor(
    @Inject(LoginLimits) private readonly limits: LoginLimits,
    @Inject(Members) private readonly members: Members,
    @Inject(Sessions) private readonly sessions: Sessions,
    @Inject(Workspaces) private readonly workspaces: Workspaces,
  ) {}

  /**
   * Starts a new session and ends the browser's earlier one.
   * @throws WrongLoginError, TooManyLoginsError
   */
  async signIn(
    { email, password }: LoginBody,
    origin: Origin,
    earlier?: string,
  ): Promise<{ token: string; view: SessionView }> {
    this.limits.take(email, origin.ip);
    const member = await this.members.verify(email, password);
    this.limits.succeeded(email, origin.ip);
    if (earlier !== undefined) await this.sessions.end(earlier);
    const token = await this.sessions.start(member.workspaceId, member.id, origin.userAgent);
    return { token, view: presentSession(member, await this.workspaces.find(member.workspaceId)) };
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
