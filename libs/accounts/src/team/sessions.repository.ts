import { hash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { NotSignedInError, type Plan, type Role } from '@dundun/domain';
import { CannotOpenError, Seal } from '@dundun/platform/config';
import { Database, TtlCache } from '@dundun/platform/database';
import type { Caller } from '@dundun/platform/http';
import { LessThan } from 'typeorm';
import { v7 } from 'uuid';
import { newSessionToken } from '../credentials/random-token.js';
import type { Member } from './member.entity.js';
import { Session } from './session.entity.js';

export const SESSION_SECONDS = 14 * 24 * 60 * 60;

const TOKEN = /^[\w-]{43}$/;
const LONGEST_USER_AGENT = 500;

/** How a session begins. */
export interface SessionStart {
  userAgent: string | null;
  /** The address of the sign-in. */
  address?: string;
  /** What the identity provider issued; null for a sign-in by password. */
  idToken?: string | null;
}

/** A session as its owner sees it. */
export interface SeenSession extends Record<string, unknown> {
  id: string;
  token_hash: Buffer;
  workspace: string;
  address: string | null;
  user_agent: string | null;
  by_sso: boolean;
  created_at: Date;
  last_seen_at: Date;
  expires_at: Date;
}

interface SessionRow extends Record<string, unknown> {
  token_hash: Buffer;
  workspace_id: number;
  plan: Plan;
  member_id: string;
  role: Role;
  list_ids: string[] | null;
  lacks_factor: boolean;
  is_stale: boolean;
}

const digest = (token: string) => hash('sha256', token, 'buffer');

/** The sessions of the console. Only the cookie contains the token. */
@Injectable()
export class Sessions {
  private readonly callers: TtlCache<Buffer, Caller>;

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Seal) private readonly seal: Seal,
  ) {
    this.callers = new TtlCache(database, (hashes) => this.check(hashes));
  }

  /** Starts a session. @returns its token */
  async start(workspaceId: number, memberId: string, { userAgent, address, idToken }: SessionStart): Promise<string> {
    const token = newSessionToken();
    const expiresAt = new Date(Date.now() + SESSION_SECONDS * 1000);
    const sessions = this.database.repository(Session);
    await sessions.delete({ workspaceId, memberId, expiresAt: LessThan(new Date()) });
    await sessions.insert({
      workspaceId,
      memberId,
      tokenHash: digest(token),
      expiresAt,
      id: v7(),
      userAgent: userAgent?.toWellFormed().slice(0, LONGEST_USER_AGENT) ?? null,
      address: address ?? null,
      bySso: idToken !== undefined && idToken !== null,
      sealedIdToken: idToken ? this.seal.seal(idToken) : null,
    });
    return token;
  }

  /** Ends a session. @returns the ID token with which it began, if an identity provider confirmed the person */
  async end(token: string): Promise<{ idToken: string | null }> {
    const [row] = await this.database.query<{ sealed_id_token: string | null }>(END, [digest(token)]);
    this.refresh();
    return { idToken: this.open(row?.sealed_id_token ?? null) };
  }

  /** Moves a session to another membership of the person, under a new token. @returns the token */
  async move(token: string, { workspaceId, id: memberId }: Pick<Member, 'workspaceId' | 'id'>): Promise<string> {
    const next = newSessionToken();
    if ((await this.database.execute(MOVE, [digest(token), digest(next), workspaceId, memberId])) === 0)
      throw new NotSignedInError();
    this.refresh();
    return next;
  }

  /** Returns the sessions of a person in all workspaces, the last seen first. */
  list(loginId: string): Promise<SeenSession[]> {
    return this.database.query<SeenSession>(LIST, [loginId]);
  }

  /** Ends one session of a person. @returns false if there is none */
  async endOne(loginId: string, id: string): Promise<boolean> {
    const ended = (await this.database.execute(END_ONE, [loginId, id])) === 1;
    this.refresh();
    return ended;
  }

  /** Ends all sessions of a person, except that of a token. */
  async endOf(loginId: string, exceptToken?: string): Promise<void> {
    await this.database.execute(END_OF, [loginId, exceptToken === undefined ? null : digest(exceptToken)]);
    this.refresh();
  }

  /** Ends the sessions of a member in one workspace. */
  async endAll(workspaceId: number, memberId: string): Promise<void> {
    await this.database.repository(Session).delete({ workspaceId, memberId });
    this.refresh();
  }

  /** Ends the sessions of all members of a workspace, except that of a token. */
  async endAllIn(workspaceId: number, exceptToken?: string): Promise<void> {
    await this.database.execute(END_IN, [workspaceId, exceptToken === undefined ? null : digest(exceptToken)]);
    this.refresh();
  }

  /** Returns whether a session has this token. */
  isOf({ token_hash: stored }: SeenSession, token: string | undefined): boolean {
    return token !== undefined && stored.equals(digest(token));
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

  /** Without the key of its seal, the sign-out at the identity provider asks the person. */
  private open(sealed: string | null): string | null {
    try {
      return sealed === null ? null : this.seal.open(sealed);
    } catch (error) {
      if (error instanceof CannotOpenError) return null;
      throw error;
    }
  }

  private async check(hashes: Buffer[]): Promise<(Caller | null)[]> {
    const rows = await this.database.query<SessionRow>(FIND, [hashes]);
    const stale = rows.filter(({ is_stale }) => is_stale).map(({ token_hash }) => token_hash);
    if (stale.length > 0) await this.database.execute(SEE, [stale]);
    const byHash = new Map(rows.map((row) => [row.token_hash.toString('hex'), callerOf(row)]));
    return hashes.map((one) => byHash.get(one.toString('hex')) ?? null);
  }
}

const callerOf = ({ workspace_id, plan, member_id, role, list_ids, lacks_factor }: SessionRow): Caller =>
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
    ...(lacks_factor && { lacksFactor: true as const }),
  });

/** Not limited to a workspace: the token determines it. An identity provider asks for the second factor itself. */
const FIND = {
  name: 'find-sessions',
  text: `
    SELECT s.token_hash, s.workspace_id, w.plan, s.member_id, m.role, m.list_ids,
      w.requires_two_factor AND NOT s.by_sso AND l.totp_since IS NULL AS lacks_factor,
      s.last_seen_at < now() - interval '1 minute' AS is_stale
    FROM sessions s
    JOIN workspaces w ON w.id = s.workspace_id
    JOIN members m ON m.workspace_id = s.workspace_id AND m.id = s.member_id
    JOIN logins l ON l.id = m.login_id
    WHERE s.token_hash = ANY($1::bytea[]) AND s.expires_at > now()`,
};

/** Once a minute is often enough for people, and seldom enough for the database. */
const SEE = {
  name: 'see-sessions',
  text: `
    UPDATE sessions SET last_seen_at = now()
    WHERE token_hash = ANY($1::bytea[]) AND last_seen_at < now() - interval '1 minute'`,
};
const MOVE = 'UPDATE sessions SET token_hash = $2, workspace_id = $3, member_id = $4 WHERE token_hash = $1';
const END = 'DELETE FROM sessions WHERE token_hash = $1 RETURNING sealed_id_token';
const END_ONE = `
  DELETE FROM sessions s USING members m
  WHERE m.login_id = $1 AND m.workspace_id = s.workspace_id AND m.id = s.member_id AND s.id = $2`;
const END_OF = `
  DELETE FROM sessions s USING members m
  WHERE m.login_id = $1 AND m.workspace_id = s.workspace_id AND m.id = s.member_id AND s.token_hash IS DISTINCT FROM $2`;
const END_IN = 'DELETE FROM sessions WHERE workspace_id = $1 AND token_hash IS DISTINCT FROM $2';
const LIST = `
  SELECT s.id, s.token_hash, w.name AS workspace, s.address, s.user_agent, s.by_sso, s.created_at, s.last_seen_at, s.expires_at
  FROM sessions s
  JOIN members m ON m.workspace_id = s.workspace_id AND m.id = s.member_id
  JOIN workspaces w ON w.id = s.workspace_id
  WHERE m.login_id = $1 AND s.expires_at > now()
  ORDER BY s.last_seen_at DESC, s.id DESC`;
