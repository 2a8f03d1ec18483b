import { hash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Plan, Role } from '@dundun/domain';
import { Database, TtlCache } from '@dundun/platform/database';
import type { Caller } from '@dundun/platform/http';
import { LessThan } from 'typeorm';
import { newSessionToken } from '../credentials/random-token.js';
import { Session } from './session.entity.js';

export const SESSION_SECONDS = 14 * 24 * 60 * 60;

const TOKEN = /^[\w-]{43}$/;
const LONGEST_USER_AGENT = 500;

interface SessionRow extends Record<string, unknown> {
  token_hash: Buffer;
  workspace_id: number;
  plan: Plan;
  member_id: string;
  role: Role;
  list_ids: string[] | null;
}

const digest = (token: string) => hash('sha256', token, 'buffer');

/** The sessions of the console. Only the cookie contains the token. */
@Injectable()
export class Sessions {
  private readonly callers: TtlCache<Buffer, Caller>;

  constructor(@Inject(Database) private readonly database: Database) {
    this.callers = new TtlCache(database, (hashes) => this.check(hashes));
  }

  /** Starts a session. @returns its token */
  async start(workspaceId: number, memberId: string, userAgent: string | null): Promise<string> {
    const token = newSessionToken();
    const expiresAt = new Date(Date.now() + SESSION_SECONDS * 1000);
    const sessions = this.database.repository(Session);
    await sessions.delete({ workspaceId, memberId, expiresAt: LessThan(new Date()) });
    const seen = userAgent?.toWellFormed().slice(0, LONGEST_USER_AGENT) ?? null;
    await sessions.insert({ workspaceId, memberId, tokenHash: digest(token), expiresAt, userAgent: seen });
    return token;
  }

  async end(token: string): Promise<void> {
    await this.database.repository(Session).delete({ tokenHash: digest(token) });
    this.database.afterCommit(() => this.callers.clear());
  }

  /** Ends all sessions of a member, after a change of the password. */
  async endAll(workspaceId: number, memberId: string): Promise<void> {
    await this.database.repository(Session).delete({ workspaceId, memberId });
    this.database.afterCommit(() => this.callers.clear());
  }

  /** Forgets the rights of members after the commit, so that their next calls read them again. */
  refresh(): void {
    this.database.afterCommit(() => this.callers.clear());
  }

  /** Identifies the caller of a session; null for an unknown or expired one. */
  identify(token: string): Caller | null | Promise<Caller | null> {
    if (!TOKEN.test(token)) return null;
    const tokenHash = digest(token);
    return this.callers.recall(tokenHash.toString('base64'), () => tokenHash);
  }

  private async check(hashes: Buffer[]): Promise<(Caller | null)[]> {
    const rows = await this.database.query<SessionRow>(FIND, [hashes]);
    const byHash = new Map(rows.map((row) => [row.token_hash.toString('hex'), callerOf(row)]));
    return hashes.map((one) => byHash.get(one.toString('hex')) ?? null);
  }
}

const callerOf = ({ workspace_id, plan, member_id, role, list_ids }: SessionRow): Caller =>
  Object.freeze({
    workspaceId: workspace_id,
    plan,
    level: 'full',
    kind: 'session',
    strictKeys: true,
    keyId: 'session',
    memberId: member_id,
    role,
    ...(list_ids && { lists: Object.freeze(list_ids) }),
  });

/** Not limited to a workspace: the token determines it. */
const FIND = {
  name: 'find-sessions',
  text: `
    SELECT s.token_hash, s.workspace_id, w.plan, s.member_id, m.role, m.list_ids
    FROM sessions s
    JOIN workspaces w ON w.id = s.workspace_id
    JOIN members m ON m.workspace_id = s.workspace_id AND m.id = s.member_id
    WHERE s.token_hash = ANY($1::bytea[]) AND s.expires_at > now()`,
};
