import { Inject, Injectable } from '@nestjs/common';
import { hasLength, InvalidInputError, isEmail, WrongLoginError } from '@dundun/domain';
import { Database, sqlState } from '@dundun/platform/database';
import { v7 } from 'uuid';
import { findLogin, type LoginRow } from './member-logins.repository.js';
import { Member } from './member.entity.js';
import { hashPassword, verifyPassword, type Rank } from '../credentials/password-hash.js';
import type { Admission } from './sign-in-limits.service.js';
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
/** The fault of an email that signs in already, to this or another workspace. */
export const ALREADY_MEMBER = { field: 'email', message: 'is a member already' };
const PASSWORD = { field: 'password', message: 'must be 8 to 1024 characters' };

/** The members of workspaces and their passwords. */
@Injectable()
export class Members {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Sessions) private readonly sessions: Sessions,
  ) {}

  /** @throws InvalidInputError */
  async create({ password, ...member }: NewMember): Promise<Member> {
    if (!isEmail(member.email)) throw new InvalidInputError([{ field: 'email', message: 'must be an email address' }]);
    return this.add({ ...member, passwordHash: await this.hash(password) });
  }

  /** Hashes a password, which takes too long for a transaction. @throws InvalidInputError */
  hash(password: string): Promise<string> {
    return hashOf(password);
  }

  /** Stores a member. @throws InvalidInputError */
  async add(member: Omit<NewMember, 'password'> & { passwordHash: string }): Promise<Member> {
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

  /** Finds the stored credentials of an email. */
  login(email: string): Promise<LoginRow | undefined> {
    return findLogin(this.database, email);
  }

  /**
   * Verifies the password. An unknown email takes as long as a wrong password.
   * @param admission why the attempt is admitted, which decides who waits
   * @throws WrongLoginError
   */
  async verify(row: LoginRow | undefined, password: string, admission?: Admission): Promise<Member> {
    const isRight = await verifyPassword(password, row?.password_hash ?? null, admission && RANKS[admission]);
    const member = row && isRight ? await this.find(row.workspace_id, row.id) : null;
    if (!member) throw new WrongLoginError();
    return member;
  }

  /** Changes the password and ends all sessions of the member, including the current one. @throws InvalidInputError */
  async changePassword(workspaceId: number, id: string, password: string): Promise<void> {
    const passwordHash = await hashOf(password);
    await this.database.transaction(async () => {
      await this.database.repository(Member).update({ workspaceId, id }, { passwordHash });
      await this.sessions.endAll(workspaceId, id);
    });
  }
}

function hashOf(password: string): Promise<string> {
  if (!hasLength(password, 8, 1024)) throw new InvalidInputError([PASSWORD]);
  return hashPassword(password);
}
