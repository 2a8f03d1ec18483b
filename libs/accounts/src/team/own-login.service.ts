import { Inject, Injectable } from '@nestjs/common';
import { InvalidInputError, type Role, UnknownSessionError } from '@dundun/domain';
import { Seal } from '@dundun/platform/config';
import type { Caller } from '@dundun/platform/http';
import { validate } from 'uuid';
import { newDeviceToken } from '../logins/known-device.js';
import type { LoginRow } from '../logins/logins.repository.js';
import { SecondFactors, type SecondLook } from '../logins/second-factors.service.js';
import { Workspaces } from '../workspaces/workspaces.service.js';
import { Members } from './members.service.js';
import { Sessions, type SeenSession } from './sessions.repository.js';
import { SignIn } from './sign-in.service.js';

/** A workspace of the person, and the role there. */
export interface OwnWorkspace {
  id: number;
  name: string;
  role: Role;
  isCurrent: boolean;
}

/** What people decide about their own login: password, second factor, sessions. */
@Injectable()
export class OwnLogin {
  constructor(
    @Inject(SignIn) private readonly signIns: SignIn,
    @Inject(Members) private readonly members: Members,
    @Inject(SecondFactors) private readonly factors: SecondFactors,
    @Inject(Sessions) private readonly sessions: Sessions,
    @Inject(Workspaces) private readonly workspaces: Workspaces,
    @Inject(Seal) private readonly seal: Seal,
  ) {}

  /** @throws NotSignedInError for API credentials, as every method here */
  async read(caller: Caller): Promise<{ login: LoginRow; workspaces: OwnWorkspace[] }> {
    const login = await this.signIns.loginOf(caller);
    const memberships = await this.members.ofLogin(login.id);
    const known = await this.workspaces.findAll(memberships.map(({ workspaceId }) => workspaceId));
    const workspaces = known.map(({ id, name }) => ({
      id,
      name,
      role: memberships.find(({ workspaceId }) => workspaceId === id)?.role ?? 'viewer',
      isCurrent: id === caller.workspaceId,
    }));
    return {
      login,
      workspaces: workspaces.sort((one, other) => one.name.localeCompare(other.name) || one.id - other.id),
    };
  }

  async rename(caller: Caller, name: string): Promise<void> {
    const { id } = await this.signIns.loginOf(caller);
    for (const member of await this.members.ofLogin(id)) await this.members.rename(member.workspaceId, member.id, name);
  }

  /**
   * Changes the password and ends the other sessions.
   * @returns the token of the device, which the change made unknown
   * @throws InvalidInputError, TooManyCodesError
   */
  async changePassword(caller: Caller, current: string, next: string, token?: string): Promise<string> {
    const login = await this.signIns.loginOf(caller);
    await this.factors.prove(login, { password: current });
    await this.members.changePassword(login.id, next, { token, field: 'new_password' });
    return newDeviceToken(this.seal, await this.signIns.loginOf(caller));
  }

  async listSessions(caller: Caller): Promise<SeenSession[]> {
    return this.sessions.list((await this.signIns.loginOf(caller)).id);
  }

  /** @throws UnknownSessionError */
  async endSession(caller: Caller, id: string): Promise<void> {
    const login = await this.signIns.loginOf(caller);
    if (!validate(id) || !(await this.sessions.endOne(login.id, id))) throw new UnknownSessionError();
  }

  async endOtherSessions(caller: Caller, token: string | undefined): Promise<void> {
    await this.sessions.endOf((await this.signIns.loginOf(caller)).id, token);
  }

  /** Begins the enrolment of a second factor. @throws InvalidInputError for a wrong password or a login without one */
  async offerFactor(caller: Caller, password: string): Promise<{ secret: string; uri: string }> {
    const login = await this.signIns.loginOf(caller);
    if (login.password_hash === null)
      throw new InvalidInputError([{ field: 'password', message: 'is not set: your identity provider signs you in' }]);
    await this.factors.prove(login, { password });
    return this.factors.offer(login);
  }

  /** Turns the second factor on and ends the other sessions, which began without it. @returns the recovery codes */
  async confirmFactor(caller: Caller, code: string, token: string | undefined): Promise<string[]> {
    const login = await this.signIns.loginOf(caller);
    const codes = await this.factors.confirm(login, code);
    await this.sessions.endOf(login.id, token);
    return codes;
  }

  /** @throws InvalidInputError, TooManyCodesError */
  async removeFactor(caller: Caller, look: SecondLook): Promise<void> {
    const login = await this.signIns.loginOf(caller);
    await this.factors.prove(login, look);
    await this.factors.remove(login.id);
    this.sessions.refresh();
  }

  /** @returns the new recovery codes @throws InvalidInputError, TooManyCodesError */
  async renewRecovery(caller: Caller, look: SecondLook): Promise<string[]> {
    const login = await this.signIns.loginOf(caller);
    if (login.totp_since === null) throw new InvalidInputError([{ field: 'two_factor', message: 'is not on' }]);
    await this.factors.prove(login, look);
    return this.factors.renewRecovery(login);
  }
}
