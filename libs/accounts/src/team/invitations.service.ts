import { Inject, Injectable } from '@nestjs/common';
import { InvalidInputError, type Role, SingleSignOnOnlyError, UnknownInvitationError } from '@dundun/domain';
import { CONFIG, type Config } from '@dundun/platform/config';
import { Database } from '@dundun/platform/database';
import type { Caller, Origin } from '@dundun/platform/http';
import { v7, validate } from 'uuid';
import { newSessionToken } from '../credentials/random-token.js';
import { Logins } from '../logins/logins.repository.js';
import { Workspaces } from '../workspaces/workspaces.service.js';
import { invitationMail } from './member-mails.js';
import type { Invitation } from './invitation.entity.js';
import { INVITATION_DAYS, InvitationRepository, type NewInvitation } from './invitations.repository.js';
import { ALREADY_MEMBER, Members } from './members.service.js';
import { SignIn, type Earlier, type SignedIn } from './sign-in.service.js';
import { SystemMail } from '../logins/system-mail.js';
import { Sessions } from './sessions.repository.js';
import { checkLimit, checkMayDecide } from './team-access.js';
import { TeamRepository } from './team.repository.js';

/** An invited member-to-be. */
export interface Invited {
  email: string;
  role: Role;
  lists?: string[] | null;
}

/** What an invited person gives: the password to sign in with from now on, or the one of the login that is there. */
export interface Acceptance {
  name: string;
  password: string;
  code?: string;
  proof?: string;
}

/** Invites members by mail. */
@Injectable()
export class Invitations {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(Database) private readonly database: Database,
    @Inject(InvitationRepository) private readonly invitations: InvitationRepository,
    @Inject(TeamRepository) private readonly team: TeamRepository,
    @Inject(Members) private readonly members: Members,
    @Inject(Logins) private readonly logins: Logins,
    @Inject(Sessions) private readonly sessions: Sessions,
    @Inject(Workspaces) private readonly workspaces: Workspaces,
    @Inject(SignIn) private readonly signIns: SignIn,
    @Inject(SystemMail) private readonly mail: SystemMail,
  ) {}

  list(workspaceId: number): Promise<Invitation[]> {
    return this.invitations.list(workspaceId);
  }

  /**
   * Invites an address. A second invitation of an address replaces the first.
   * @throws InvalidInputError for a member, RoleNeededError, NoSenderError
   */
  async invite(caller: Caller, { email, role, lists = null }: Invited, requestId: string): Promise<Invitation> {
    const { workspaceId, memberId } = caller;
    checkMayDecide(caller, role);
    checkLimit(role, lists);
    return this.database.transaction(async () => {
      await this.team.lock(workspaceId);
      if (await this.isMember(workspaceId, email)) throw new InvalidInputError([ALREADY_MEMBER]);
      const earlier = await this.invitations.ofEmail(workspaceId, email);
      if (earlier) checkMayDecide(caller, earlier.role);
      const inviter = memberId === undefined ? null : await this.members.find(workspaceId, memberId);
      const listIds = await this.team.knownLists(workspaceId, lists);
      const id = earlier?.id ?? v7();
      return this.send({ workspaceId, id, email, role, listIds, invitedBy: inviter?.email ?? null }, requestId);
    });
  }

  /** Sends a new link; the earlier one stops working. @throws UnknownInvitationError, RoleNeededError, NoSenderError */
  async resend(caller: Caller, id: string, requestId: string): Promise<Invitation> {
    return this.database.transaction(async () => {
      await this.team.lock(caller.workspaceId);
      return this.send(await this.decided(caller, id), requestId);
    });
  }

  /** @throws UnknownInvitationError, RoleNeededError */
  async revoke(caller: Caller, id: string): Promise<void> {
    const { workspaceId } = await this.decided(caller, id);
    if (!(await this.invitations.delete(workspaceId, id))) throw new UnknownInvitationError();
  }

  /** Returns what a link offers. @throws UnknownInvitationError */
  async open(token: string): Promise<{ invitation: Invitation; workspace: string; signsInAlready: boolean }> {
    const invitation = await this.invitations.opened(token);
    if (!invitation) throw new UnknownInvitationError();
    const login = await this.logins.ofEmail(invitation.email);
    const { name: workspace } = await this.workspaces.find(invitation.workspaceId);
    return { invitation, workspace, signsInAlready: login !== undefined };
  }

  /**
   * Makes the invited person a member and signs them in. A person with a login proves it with its password and second factor.
   * @throws UnknownInvitationError, InvalidInputError, WrongLoginError, SecondFactorNeededError
   */
  async accept(token: string, given: Acceptance, origin: Origin, earlier: Earlier): Promise<SignedIn> {
    if (this.config.OIDC_ONLY) throw new SingleSignOnOnlyError();
    const { invitation, signsInAlready } = await this.open(token);
    const { workspaceId, id, email, role, listIds } = invitation;
    const loginId = signsInAlready
      ? (await this.signIns.prove({ ...given, email }, origin, earlier.device)).id
      : undefined;
    const passwordHash = loginId === undefined ? await this.members.hash(given.password) : null;
    const member = await this.database.transaction(async () => {
      // Of two at once, one deletes it; a resent one has another token.
      const isStill = await this.invitations.opened(token);
      if (!isStill || !(await this.invitations.delete(workspaceId, id))) throw new UnknownInvitationError();
      const owner = loginId ?? (await this.logins.create(email, passwordHash));
      return this.members.add({ workspaceId, email, name: given.name, role, listIds, loginId: owner });
    });
    if (earlier.session !== undefined) await this.sessions.end(earlier.session);
    return this.signIns.start(member, origin);
  }

  private async send(invitation: NewInvitation, requestId: string): Promise<Invitation> {
    const token = newSessionToken();
    const { workspaceId, email, role, invitedBy } = invitation;
    const kept = await this.invitations.keep(invitation, token);
    const { name: workspace } = await this.workspaces.find(workspaceId);
    // The fragment of an address is not sent to servers, so no log contains the token.
    const link = `${this.config.CONSOLE_URL}/accept#${token}`;
    const mail = invitationMail({ workspace, invitedBy, link, days: INVITATION_DAYS });
    const readableFrom = role === 'owner' ? 'owner' : 'admin';
    await this.mail.send({ ...mail, workspaceId, to: email, readableFrom, requestId });
    return kept;
  }

  private async isMember(workspaceId: number, email: string): Promise<boolean> {
    const login = await this.logins.ofEmail(email);
    const memberships = login ? await this.members.ofLogin(login.id) : [];
    return memberships.some((each) => each.workspaceId === workspaceId);
  }

  private async decided(caller: Caller, id: string): Promise<Invitation> {
    const invitation = validate(id) ? await this.invitations.find(caller.workspaceId, id) : null;
    if (!invitation) throw new UnknownInvitationError();
    checkMayDecide(caller, invitation.role);
    return invitation;
  }
}
