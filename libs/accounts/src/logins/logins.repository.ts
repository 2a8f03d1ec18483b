import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@dundun/platform/database';
import { v7 } from 'uuid';

/** What a person signs in with, as stored. */
export interface LoginRow extends Record<string, unknown> {
  id: string;
  email: string;
  /** Null for people who sign in through an identity provider only. */
  password_hash: string | null;
  sealed_totp: string | null;
  /** When the second factor was confirmed; null without one. */
  totp_since: Date | null;
  recovery_codes: number;
  /** Where the person was last. */
  last_workspace_id: number | null;
}

/** The logins of people. They belong to no workspace, because a person may be a member of several. */
@Injectable()
export class Logins {
  constructor(@Inject(Database) private readonly database: Database) {}

  async ofEmail(email: string): Promise<LoginRow | undefined> {
    return (await this.database.query<LoginRow>(OF_EMAIL, [email]))[0];
  }

  async find(id: string): Promise<LoginRow | undefined> {
    return (await this.database.query<LoginRow>(OF_ID, [id]))[0];
  }

  async ofMember(workspaceId: number, memberId: string): Promise<LoginRow | undefined> {
    return (await this.database.query<LoginRow>(OF_MEMBER, [workspaceId, memberId]))[0];
  }

  /** Creates the login of an email, or returns the one that exists: of two at once, one creates it. */
  async create(email: string, passwordHash: string | null): Promise<string> {
    const [row] = await this.database.query<{ id: string }>(CREATE, [v7(), email, passwordHash]);
    return (row as { id: string }).id;
  }

  /** Sets the password. Links to choose another one stop working. */
  async setPassword(id: string, passwordHash: string): Promise<void> {
    await this.database.execute('UPDATE logins SET password_hash = $2 WHERE id = $1', [id, passwordHash]);
    await this.database.execute('DELETE FROM password_resets WHERE login_id = $1', [id]);
  }

  async visit(id: string, workspaceId: number): Promise<void> {
    await this.database.execute(
      'UPDATE logins SET last_workspace_id = $2 WHERE id = $1 AND last_workspace_id IS DISTINCT FROM $2',
      [id, workspaceId],
    );
  }

  /** Deletes a login that is no member of any workspace any more. */
  async deleteUnused(id: string): Promise<void> {
    await this.database.execute(
      'DELETE FROM logins l WHERE id = $1 AND NOT EXISTS (SELECT FROM members m WHERE m.login_id = l.id)',
      [id],
    );
  }

  /** Stores the link of a reset. */
  async addReset(loginId: string, tokenHash: Buffer, minutes: number): Promise<void> {
    await this.database.execute(ADD_RESET, [tokenHash, loginId, minutes]);
  }

  /** Returns the login that the link of a reset leads to. */
  async ofReset(tokenHash: Buffer): Promise<LoginRow | undefined> {
    return (await this.database.query<LoginRow>(OF_RESET, [tokenHash]))[0];
  }

  /** Uses a link up. @returns false if it does not work any more */
  async useReset(tokenHash: Buffer): Promise<boolean> {
    const used = 'DELETE FROM password_resets WHERE token_hash = $1 AND expires_at > now()';
    return (await this.database.execute(used, [tokenHash])) === 1;
  }

  /** Returns the login that an identity provider knows by a subject. */
  async ofSubject(issuer: string, subject: string): Promise<LoginRow | undefined> {
    return (await this.database.query<LoginRow>(OF_SUBJECT, [issuer, subject]))[0];
  }

  async addSubject(loginId: string, issuer: string, subject: string): Promise<void> {
    await this.database.execute(
      'INSERT INTO login_subjects (issuer, subject, login_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
      [issuer, subject, loginId],
    );
  }
}

const COLUMNS = `
  l.id, l.email, l.password_hash, l.sealed_totp, l.totp_since, l.last_workspace_id, cardinality(l.recovery_hashes) AS recovery_codes`;
const OF_EMAIL = {
  name: 'find-login-by-email',
  text: `SELECT ${COLUMNS} FROM logins l WHERE lower(l.email) = lower($1)`,
};
const OF_ID = `SELECT ${COLUMNS} FROM logins l WHERE l.id = $1`;
const OF_MEMBER = `
  SELECT ${COLUMNS} FROM logins l JOIN members m ON m.login_id = l.id WHERE m.workspace_id = $1 AND m.id = $2`;
const OF_RESET = `
  SELECT ${COLUMNS} FROM logins l JOIN password_resets r ON r.login_id = l.id WHERE r.token_hash = $1 AND r.expires_at > now()`;
const OF_SUBJECT = `
  SELECT ${COLUMNS} FROM logins l JOIN login_subjects s ON s.login_id = l.id WHERE s.issuer = $1 AND s.subject = $2`;
const CREATE = `
  INSERT INTO logins (id, email, password_hash) VALUES ($1, $2, $3)
  ON CONFLICT (lower(email)) DO UPDATE SET email = logins.email RETURNING id`;
const ADD_RESET = `
  INSERT INTO password_resets (token_hash, login_id, expires_at) VALUES ($1, $2, now() + $3::int * interval '1 minute')`;
