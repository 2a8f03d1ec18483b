import { Inject, Injectable } from '@nestjs/common';
import { hasLength, InvalidInputError, isEmail, WrongLoginError } from '@dundun/domain';
import { Database, sqlState } from '@dundun/platform/database';
import { v7 } from 'uuid';
import { findLogin } from './member-logins.repository.js';
import { Member } from './member.entity.js';
import { hashPassword, verifyPassword } from '../credentials/password-hash.js';
import { Sessions } from './sessions.repository.js';

/** The fields of a new member. */
export interface NewMember {
  workspaceId: number;
  email: string;
  name: string;
  role: Member['role'];
  password: string;
}

const UNIQUE_VIOLATION = '23505';
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
    const passwordHash = await hashOf(password);
    const id = v7();
    try {
      await this.database.repository(Member).insert({ ...member, id, passwordHash });
    } catch (error) {
      if (sqlState(error) !== UNIQUE_VIOLATION) throw error;
      throw new InvalidInputError([{ field: 'email', message: 'is a member already' }]);
    }
    return this.database.repository(Member).findOneByOrFail({ workspaceId: member.workspaceId, id });
  }

  find(workspaceId: number, id: string): Promise<Member | null> {
    return this.database.repository(Member).findOneBy({ workspaceId, id });
  }

  /** Verifies email and password. An unknown email takes as long as a wrong password. @throws WrongLoginError */
  async verify(email: string, password: string): Promise<Member> {
    const row = await findLogin(this.database, email);
    const isRight = await verifyPassword(password, row?.password_hash ?? null);
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
