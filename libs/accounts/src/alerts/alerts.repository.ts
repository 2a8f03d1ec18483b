import { Inject, Injectable } from '@nestjs/common';
import { Seal } from '@dundun/platform/config';
import { Database } from '@dundun/platform/database';
import type { AlertFacts, AlertKind } from './alert-text.js';

/** The chat of a workspace, with its sealed address. */
export interface AlertChat extends Record<string, unknown> {
  sealed_url: string;
  host: string;
  told_at: Date | null;
  failed_at: Date | null;
  failure: string | null;
  updated_at: Date;
}

/** An alert that a worker has to tell. */
export interface DueAlert extends AlertFacts {
  workspaceId: number;
  id: string;
  /** Calls before this one. */
  tries: number;
  sealedUrl: string;
}

interface DueRow extends Record<string, unknown> {
  workspace_id: number;
  id: string;
  kind: AlertKind;
  subject_id: string;
  name: string;
  reason: string;
  tries: number;
  sealed_url: string;
}

const FIND = `
  SELECT sealed_url, host, told_at, failed_at, failure, updated_at FROM alert_chats WHERE workspace_id = $1`;
const SET = `
  INSERT INTO alert_chats (workspace_id, sealed_url, host) VALUES ($1, $2, $3)
  ON CONFLICT (workspace_id) DO UPDATE SET sealed_url = excluded.sealed_url, host = excluded.host, told_at = NULL,
    failed_at = NULL, failure = NULL, updated_at = now()`;
const REMOVE = `
  WITH waiting AS (DELETE FROM alerts WHERE workspace_id = $1) DELETE FROM alert_chats WHERE workspace_id = $1`;

/** A claim is a lease of a minute, longer than a call. */
const CLAIM = `
  WITH due AS MATERIALIZED (
    SELECT a.workspace_id, a.id FROM alerts a JOIN alert_chats c ON c.workspace_id = a.workspace_id
    WHERE a.due_at <= now() ORDER BY a.due_at LIMIT $1 FOR UPDATE OF a SKIP LOCKED
  )
  UPDATE alerts a SET due_at = now() + interval '1 minute', tries = a.tries + 1
  FROM due JOIN alert_chats c ON c.workspace_id = due.workspace_id
  WHERE a.workspace_id = due.workspace_id AND a.id = due.id
  RETURNING a.workspace_id, a.id, a.kind, a.subject_id, a.name, a.reason, a.tries - 1 AS tries, c.sealed_url`;

const END = `DELETE FROM alerts WHERE workspace_id = $1 AND id = $2`;
const PUT_OFF = `UPDATE alerts SET due_at = now() + $3 * interval '1 ms' WHERE workspace_id = $1 AND id = $2`;
/** What another address answered says nothing of this one. */
const NOTE = `
  UPDATE alert_chats SET told_at = CASE WHEN $3::text IS NULL THEN now() ELSE told_at END,
    failed_at = CASE WHEN $3::text IS NOT NULL THEN now() END, failure = $3
  WHERE workspace_id = $1 AND sealed_url = $2`;

const SEALED = `SELECT workspace_id, sealed_url FROM alert_chats ORDER BY workspace_id FOR UPDATE`;
const RESEAL = `UPDATE alert_chats SET sealed_url = $2 WHERE workspace_id = $1`;

/** Stores the chat of each workspace, and the alerts that wait for it. Triggers add alerts. */
@Injectable()
export class Alerts {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Seal) private readonly seal: Seal,
  ) {}

  async chat(workspaceId: number): Promise<AlertChat | undefined> {
    const [row] = await this.database.query<AlertChat>(FIND, [workspaceId]);
    return row;
  }

  async set(workspaceId: number, chat: { sealedUrl: string; host: string }): Promise<void> {
    await this.database.execute(SET, [workspaceId, chat.sealedUrl, chat.host]);
  }

  async remove(workspaceId: number): Promise<void> {
    await this.database.execute(REMOVE, [workspaceId]);
  }

  /** Claims alerts of all workspaces whose time has come. */
  async claim(most: number): Promise<DueAlert[]> {
    const rows = await this.database.query<DueRow>(CLAIM, [most]);
    return rows.map(({ workspace_id: workspaceId, subject_id: subjectId, sealed_url: sealedUrl, ...row }) => {
      return { ...row, workspaceId, subjectId, sealedUrl };
    });
  }

  async end({ workspaceId, id }: DueAlert): Promise<void> {
    await this.database.execute(END, [workspaceId, id]);
  }

  async putOff({ workspaceId, id }: DueAlert, ms: number): Promise<void> {
    await this.database.execute(PUT_OFF, [workspaceId, id, ms]);
  }

  /** Encrypts all addresses again with the current key. @returns how many @throws CannotOpenError */
  async reseal(): Promise<number> {
    return this.database.transaction(async () => {
      const chats = await this.database.query<{ workspace_id: number; sealed_url: string }>(SEALED);
      for (const { workspace_id, sealed_url } of chats)
        await this.database.execute(RESEAL, [workspace_id, this.seal.seal(this.seal.open(sealed_url))]);
      return chats.length;
    });
  }

  /** Notes what the chat at an address answered. @param failure null if it took the message */
  async note(workspaceId: number, sealedUrl: string, failure: string | null): Promise<void> {
    await this.database.execute(NOTE, [workspaceId, sealedUrl, failure]);
  }
}
