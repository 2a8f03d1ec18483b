import { Inject, Injectable } from '@nestjs/common';
import { hasLength, InvalidInputError, isEmail, WrongLoginError } from '@dundun/domain';
import { Database, sqlState } from '@dundun/platform/database';
import { v7 } from 'uuid';
import { hashPassword, verifyPassword, type Rank } from '../credentials/password-hash.js';
import { Logins, type LoginRow } from '../logins/logins.repository.js';
import type { Admission } from '../logins/sign-in-limits.service.js';
import { Member } from './member.entity.js';
import { Sessions } from './sessions.repository.js';

/** The fields of a new member. */
export interface NewMember {
  workspaceId: number;
  email: string;
  name: string;
  role: Member['role'];
  listIds?: string[] | null;
  password: string;
}

const UNIQUE_VIOLATION = '23505';
/** Guesses from unknown devices wait for attempts that are probably the member's. */
const RANKS: Record<Admission, Rank> = { device: 0, proof: 1, unknown: 2 };
/** The fault of an email that is a member of the workspace. */
export const ALREADY_MEMBER = { field: 'email', message: 'is a member already' };

/** The members of workspaces and their passwords. */
@Injectable()
export class Members {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Sessions) private readonly sessions: Sessions,
    @Inject(Logins) private readonly logins: Logins,
  ) {}

  /** Creates a member; a person who signs in to another workspace already keeps the password. @throws InvalidInputError */
  async create({ password, ...member }: NewMember): Promise<Member> {
    if (!isEmail(member.email)) throw new InvalidInputError([{ field: 'email', message: 'must be an email address' }]);
    const passwordHash = await this.hash(password);
    return this.database.transaction(async () =>
      this.add({ ...member, loginId: await this.logins.create(member.email, passwordHash) }),
    );
  }

  /** Hashes a password, which takes too long for a transaction. @throws InvalidInputError */
  hash(password: string, field = 'password'): Promise<string> {
    if (!hasLength(password, 8, 1024))
      throw new InvalidInputError([{ field, message: 'must be 8 to 1024 characters' }]);
    return hashPassword(password);
  }

  /** Stores a member. @throws InvalidInputError */
  async add(member: Omit<NewMember, 'password'> & { loginId: string; bySso?: boolean }): Promise<Member> {
    const id = v7();
    try {
      await this.database.repository(Member).insert({ ...member, id });
    } catch (error) {
      if (sqlState(error) !== UNIQUE_VIOLATION) throw error;
      throw new InvalidInputError([ALREADY_MEMBER]);
    }
    return this.database.repository(Member).findOneByOrFail({ workspaceId: member.workspaceId, id });
  }

  find(workspaceId: number, id: string): Promise<Member | null> {
    return this.database.repository(Member).findOneBy({ workspaceId, id });
  }

  /** Returns the memberships of a person, oldest first. */
  ofLogin(loginId: string): Promise<Member[]> {
    return this.database
      .repository(Member)
      .find({ where: { loginId }, order: { createdAt: 'ASC', workspaceId: 'ASC' } });
  }

  /** Finds the stored credentials of an email. */
  login(email: string): Promise<LoginRow | undefined> {
    return this.logins.ofEmail(email);
  }

  async rename(workspaceId: number, id: string, name: string): Promise<void> {
    await this.database.repository(Member).update({ workspaceId, id }, { name });
  }

  /**
   * Verifies the password. An unknown email takes as long as a wrong password.
   * @param admission why the attempt is admitted, which decides who waits
   * @throws WrongLoginError
   */
  async verify(row: LoginRow | undefined, password: string, admission?: Admission): Promise<LoginRow> {
    const isRight = await verifyPassword(password, row?.password_hash ?? null, admission && RANKS[admission]);
    if (!row || !isRight) throw new WrongLoginError();
    return row;
  }

  /** Changes the password and ends the sessions of the person, except one. @throws InvalidInputError */
  async changePassword(loginId: string, password: string, kept?: { token?: string; field?: string }): Promise<void> {
    const passwordHash = await this.hash(password, kept?.field);
    await this.database.transaction(async () => {
      await this.logins.setPassword(loginId, passwordHash);
      await this.sessions.endOf(loginId, kept?.token);
    });
  }
}
