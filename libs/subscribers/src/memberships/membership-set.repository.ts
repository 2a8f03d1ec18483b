import { Inject, Injectable } from '@nestjs/common';
import type { MembershipState, MembershipStatus } from '@dundun/domain';
import { Database } from '@dundun/platform/database';
import type { ConsentMethod } from '../consents/evidence.js';
import type { Confirmation, Membership } from './membership-set.js';

export type MembershipName = Pick<Membership, 'workspaceId' | 'listId' | 'personId'>;

interface MembershipRow extends Record<string, unknown> {
  workspace_id: number;
  list_id: string;
  person_id: string;
  status: MembershipStatus;
  email_consent: MembershipState | null;
  sms_consent: MembershipState | null;
  ever_confirmed: boolean;
}

interface ConfirmationRow extends Record<string, unknown> {
  token_hash: string;
  workspace_id: number;
  list_id: string;
  person_id: string;
  address: string;
  is_live: boolean;
  requested_at: Date;
  ip: string | null;
  user_agent: string | null;
  request_id: string | null;
  method: ConsentMethod | null;
}

const MEMBERSHIPS = `
  SELECT m.workspace_id, m.list_id, m.person_id, m.status, m.email_consent, m.sms_consent,
    m.confirmed_at IS NOT NULL AS ever_confirmed
  FROM jsonb_to_recordset($1::jsonb) AS named("workspaceId" int, "listId" uuid, "personId" uuid)
  JOIN memberships m
    ON m.workspace_id = named."workspaceId" AND m.list_id = named."listId" AND m.person_id = named."personId"`;

const MEMBERSHIPS_AMONG = `
  SELECT workspace_id, list_id, person_id, status, email_consent, sms_consent, confirmed_at IS NOT NULL AS ever_confirmed
  FROM memberships WHERE workspace_id = $1 AND list_id = ANY($2::uuid[]) AND person_id = ANY($3::uuid[])`;

const CONFIRMATIONS = `
  SELECT encode(token_hash, 'hex') AS token_hash, workspace_id, list_id, person_id, address,
    used_at IS NULL AND expires_at > now() AS is_live, requested_at, ip, user_agent, request_id, method
  FROM confirmations WHERE token_hash IN (SELECT decode(hash, 'hex') FROM unnest($1::text[]) AS hash)`;

/** Reads the memberships and confirmations of a group commit. */
@Injectable()
export class MembershipSetRepository {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** @param isAlways asks the database even about nothing */
  async memberships(names: MembershipName[], isAlways = false): Promise<Membership[]> {
    if (names.length === 0 && !isAlways) return [];
    const named = names.map(({ workspaceId, listId, personId }) => ({ workspaceId, listId, personId }));
    const rows = await this.database.query<MembershipRow>(MEMBERSHIPS, [JSON.stringify(named)]);
    return rows.map(membershipOf);
  }

  /** Returns the memberships of any of these people in any of these lists. */
  async membershipsAmong(workspaceId: number, listIds: string[], personIds: string[]): Promise<Membership[]> {
    if (listIds.length === 0 || personIds.length === 0) return [];
    const rows = await this.database.query<MembershipRow>(MEMBERSHIPS_AMONG, [workspaceId, listIds, personIds]);
    return rows.map(membershipOf);
  }

  async confirmations(tokenHashes: string[]): Promise<Map<string, Confirmation>> {
    if (tokenHashes.length === 0) return new Map();
    const rows = await this.database.query<ConfirmationRow>(CONFIRMATIONS, [tokenHashes]);
    return new Map(rows.map((row) => [row.token_hash, confirmationOf(row)]));
  }
}

const membershipOf = (row: MembershipRow): Membership => ({
  workspaceId: row.workspace_id,
  listId: row.list_id,
  personId: row.person_id,
  status: row.status,
  consents: { email: row.email_consent, sms: row.sms_consent },
  everConfirmed: row.ever_confirmed,
});

const confirmationOf = (row: ConfirmationRow): Confirmation => ({
  tokenHash: row.token_hash,
  workspaceId: row.workspace_id,
  listId: row.list_id,
  personId: row.person_id,
  address: row.address,
  isLive: row.is_live,
  request: requestOf(row),
});

const requestOf = ({ method, ip, user_agent: userAgent, request_id: requestId, requested_at: at }: ConfirmationRow) =>
  method && { evidence: { method, ip: ip ?? undefined, userAgent, requestId: requestId ?? undefined }, at };
