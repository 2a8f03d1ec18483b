import { Inject, Injectable } from '@nestjs/common';
import { emailKey, hasRole, isEmail, type Role, SingleSignOnRefusedError } from '@dundun/domain';
import { CONFIG, type Config } from '@dundun/platform/config';
import { Database } from '@dundun/platform/database';
import { Logins, type LoginRow } from '../logins/logins.repository.js';
import { InvitationRepository } from '../team/invitations.repository.js';
import { Member } from '../team/member.entity.js';
import { Members } from '../team/members.service.js';
import { Sessions } from '../team/sessions.repository.js';
import { TeamRepository } from '../team/team.repository.js';
import { Workspaces } from '../workspaces/workspaces.service.js';
import type { Confirmed } from './identity-provider.service.js';
import { grantsOf, roleRules, valuesOf, type RoleRule } from './role-grants.js';

const LONGEST_NAME = 64;

/** Makes members of people whom the identity provider confirmed, with the roles that it gives them. */
@Injectable()
export class SsoMembers {
  private readonly rules: RoleRule[];

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(Database) private readonly database: Database,
    @Inject(Logins) private readonly logins: Logins,
    @Inject(Members) private readonly members: Members,
    @Inject(Sessions) private readonly sessions: Sessions,
    @Inject(TeamRepository) private readonly team: TeamRepository,
    @Inject(InvitationRepository) private readonly invitations: InvitationRepository,
    @Inject(Workspaces) private readonly workspaces: Workspaces,
  ) {
    this.rules = roleRules(config.OIDC_ROLES);
  }

  /**
   * Returns the login of a confirmed person, whose memberships follow the provider's roles from now on.
   * @throws SingleSignOnRefusedError without a verified email, or without access to any workspace
   */
  async admit(confirmed: Confirmed): Promise<LoginRow> {
    const login = await this.database.transaction(() => this.follow(confirmed));
    // Outside of the transaction: what the provider took back stays taken back.
    if (!login) throw new SingleSignOnRefusedError('you have no access here. Ask an owner for an invitation.');
    return login;
  }

  /** Brings the memberships in line with the provider. @returns null if none is left; then the login is gone, too */
  private async follow(confirmed: Confirmed): Promise<LoginRow | null> {
    const login = await this.loginOf(confirmed);
    const name = nameOf(confirmed.claims);
    const first = (await this.workspaces.list())[0]?.id ?? 0;
    const grants = grantsOf(this.rules, valuesOf(confirmed.claims, this.config.OIDC_ROLE_CLAIM), first);
    for (const [workspaceId, role] of await this.known(grants)) await this.grant(login, workspaceId, role, name);
    await this.withdraw(login, grants);
    await this.acceptInvitations(login, name);
    this.sessions.refresh();
    if ((await this.members.ofLogin(login.id)).length > 0) return login;
    const role = this.config.OIDC_DEFAULT_ROLE;
    if (role && first > 0) {
      await this.members.add({ workspaceId: first, email: login.email, name, role, loginId: login.id });
      return login;
    }
    await this.logins.deleteUnused(login.id);
    return null;
  }

  /** Finds the login by the provider's name for the person, else by the verified email, else creates one. */
  private async loginOf({ issuer, subject, claims }: Confirmed): Promise<LoginRow> {
    const known = await this.logins.ofSubject(issuer, subject);
    if (known) return known;
    const email = String(claims.email ?? '');
    if (!isEmail(email)) throw new SingleSignOnRefusedError('the provider gives no email address.');
    if (claims.email_verified !== true && !this.config.OIDC_TRUST_EMAIL)
      throw new SingleSignOnRefusedError('the provider has not verified the email address.');
    const id = await this.logins.create(email, null);
    await this.logins.addSubject(id, issuer, subject);
    return (await this.logins.find(id)) as LoginRow;
  }

  private async known(grants: Map<number, Role>): Promise<[number, Role][]> {
    const known = await this.workspaces.findAll([...grants.keys()]);
    const ids = known.map(({ id }) => id).sort((one, other) => one - other);
    return ids.map((id) => [id, grants.get(id) as Role]);
  }

  /** Gives a role. The last owner of a workspace stays one. */
  private async grant({ id: loginId, email }: LoginRow, workspaceId: number, role: Role, name: string): Promise<void> {
    await this.team.lock(workspaceId);
    const member = (await this.members.ofLogin(loginId)).find((each) => each.workspaceId === workspaceId);
    if (!member) {
      await this.members.add({ workspaceId, email, name, role, loginId, bySso: true });
      return;
    }
    if (member.role === role || (await this.isLastOwner(member))) return;
    const listIds = hasRole(role, 'admin') ? null : member.listIds;
    await this.database.repository(Member).update({ workspaceId, id: member.id }, { role, listIds });
  }

  /** Takes back memberships that the provider gave and gives no longer. */
  private async withdraw({ id }: LoginRow, grants: Map<number, Role>): Promise<void> {
    if (this.rules.length === 0) return;
    for (const member of await this.members.ofLogin(id)) {
      if (!member.bySso || grants.has(member.workspaceId)) continue;
      await this.team.lock(member.workspaceId);
      if (await this.isLastOwner(member)) continue;
      await this.database.repository(Member).delete({ workspaceId: member.workspaceId, id: member.id });
    }
  }

  private async isLastOwner({ workspaceId, id, role }: Member): Promise<boolean> {
    return role === 'owner' && !(await this.team.hasOtherOwner(workspaceId, id));
  }

  /** An invitation of the verified address needs no link: the provider proves more. */
  private async acceptInvitations({ id: loginId, email }: LoginRow, name: string): Promise<void> {
    const own = new Set((await this.members.ofLogin(loginId)).map(({ workspaceId }) => workspaceId));
    for (const { workspaceId, id, role, listIds, email: invited } of await this.invitations.openOf(email)) {
      if (emailKey(invited) !== emailKey(email) || !(await this.invitations.delete(workspaceId, id))) continue;
      if (!own.has(workspaceId)) await this.members.add({ workspaceId, email, name, role, listIds, loginId });
    }
  }
}

/** Returns a name that may stand in the header of a mail. */
const nameOf = ({ name }: Record<string, unknown>): string =>
  (typeof name === 'string' ? name : '')
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, LONGEST_NAME)
    .toWellFormed();
