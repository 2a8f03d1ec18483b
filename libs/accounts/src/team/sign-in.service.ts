import { Inject, Injectable } from '@nestjs/common';
import type { LoginBody, SessionView } from '@dundun/contracts';
import { NotSignedInError, SingleSignOnOnlyError, UnknownWorkspaceError, WrongLoginError } from '@dundun/domain';
import { CONFIG, Seal, type Config } from '@dundun/platform/config';
import type { Caller, Origin } from '@dundun/platform/http';
import { knownDevice, newDeviceToken } from '../logins/known-device.js';
import { Logins, type LoginRow } from '../logins/logins.repository.js';
import { SecondFactors } from '../logins/second-factors.service.js';
import { SignInLimits } from '../logins/sign-in-limits.service.js';
import { Workspaces } from '../workspaces/workspaces.service.js';
import type { Member } from './member.entity.js';
import { Members } from './members.service.js';
import { presentSession } from './session.presenter.js';
import { Sessions } from './sessions.repository.js';

/** A new session: its token, that of the device, and who is signed in. */
export interface SignedIn {
  token: string;
  device: string;
  view: SessionView;
}

/** The cookies that a browser brings to a sign-in. */
export interface Earlier {
  session?: string;
  device?: string;
}

/** Signs members in to the console and out of it. */
@Injectable()
export class SignIn {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(SignInLimits) private readonly limits: SignInLimits,
    @Inject(Members) private readonly members: Members,
    @Inject(Logins) private readonly logins: Logins,
    @Inject(SecondFactors) private readonly factors: SecondFactors,
    @Inject(Sessions) private readonly sessions: Sessions,
    @Inject(Workspaces) private readonly workspaces: Workspaces,
    @Inject(Seal) private readonly seal: Seal,
  ) {}

  /**
   * Starts a new session and ends the browser's earlier one.
   * @throws WrongLoginError, TooManyLoginsError, SecondFactorNeededError, WrongCodeError, SingleSignOnOnlyError
   */
  async signIn(body: LoginBody, origin: Origin, earlier: Earlier = {}): Promise<SignedIn> {
    const login = await this.prove(body, origin, earlier.device);
    const member = await this.membership(login);
    if (!member) throw new WrongLoginError();
    if (earlier.session !== undefined) await this.sessions.end(earlier.session);
    return this.start(member, origin);
  }

  /** Checks password and second factor. @throws the same as `signIn` */
  async prove({ email, password, proof, code }: LoginBody, origin: Origin, deviceToken?: string): Promise<LoginRow> {
    if (this.config.OIDC_ONLY) throw new SingleSignOnOnlyError();
    const found = await this.logins.ofEmail(email);
    const device = knownDevice(this.seal, found, deviceToken);
    const attempt = { email, address: origin.ip, device, proof };
    const admission = await this.limits.admit(attempt);
    const login = await this.members.verify(found, password, admission);
    await this.limits.succeeded(attempt, admission);
    await this.factors.check(login, code);
    return login;
  }

  /** Starts a session of a member on a device that is known from now on. @param idToken of the identity provider, if it confirmed the person */
  async start(member: Member, { userAgent, ip }: Origin, idToken: string | null = null): Promise<SignedIn> {
    const { workspaceId, id, loginId } = member;
    const token = await this.sessions.start(workspaceId, id, { userAgent, address: ip, idToken });
    await this.logins.visit(loginId, workspaceId);
    return this.signedIn(member, token);
  }

  /** Returns the membership where the person was last, or the oldest; undefined if none is left. */
  async membership({ id, last_workspace_id: last }: LoginRow): Promise<Member | undefined> {
    const memberships = await this.members.ofLogin(id);
    return memberships.find(({ workspaceId }) => workspaceId === last) ?? memberships[0];
  }

  /** Moves the session to another workspace of the person. @throws UnknownWorkspaceError, NotSignedInError */
  async switchTo(caller: Caller, workspaceId: number, token: string | undefined): Promise<SignedIn> {
    const login = await this.loginOf(caller);
    const member = (await this.members.ofLogin(login.id)).find((each) => each.workspaceId === workspaceId);
    if (!member || token === undefined) throw new UnknownWorkspaceError();
    const next = await this.sessions.move(token, member);
    await this.logins.visit(login.id, workspaceId);
    return this.signedIn(member, next);
  }

  /** Returns the signed-in member. @throws NotSignedInError for API credentials */
  async whoIs(caller: Caller): Promise<SessionView> {
    const { workspaceId, memberId, lacksFactor } = caller;
    const member = memberId === undefined ? null : await this.members.find(workspaceId, memberId);
    if (!member) throw new NotSignedInError();
    return presentSession(member, await this.workspaces.find(workspaceId), lacksFactor);
  }

  /** Returns the login of the signed-in member. @throws NotSignedInError for API credentials */
  async loginOf({ workspaceId, memberId }: Caller): Promise<LoginRow> {
    const login = memberId === undefined ? undefined : await this.logins.ofMember(workspaceId, memberId);
    if (!login) throw new NotSignedInError();
    return login;
  }

  /** Ends a session. @returns the ID token with which it began, if an identity provider confirmed the person */
  async signOut(token: string | undefined): Promise<{ idToken: string | null }> {
    return token === undefined ? { idToken: null } : this.sessions.end(token);
  }

  private async signedIn(member: Member, token: string): Promise<SignedIn> {
    const login = await this.logins.find(member.loginId);
    if (!login) throw new NotSignedInError();
    const view = presentSession(member, await this.workspaces.find(member.workspaceId));
    return { token, device: newDeviceToken(this.seal, login), view };
  }
}
