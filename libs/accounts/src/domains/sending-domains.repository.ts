import { Inject, Injectable } from '@nestjs/common';
import { domainsOver, InvalidInputError, isUnderConnectedDomain, UnknownDomainError } from '@dundun/domain';
import { Database, type Statement, TtlCache } from '@dundun/platform/database';
import { v7, validate } from 'uuid';
import { readDomainName } from './domain-name.js';
import { returnPathHost, trackingHost } from './domain-records.js';
import { SendingDomain } from './sending-domain.entity.js';

/** Identifies a domain whose check is due. */
export interface DueDomainRow extends Record<string, unknown> {
  workspace_id: number;
  id: string;
}

/** The sending domains of workspaces. */
@Injectable()
export class SendingDomains {
  private readonly known: TtlCache<number, string[]>;
  private readonly hosts: TtlCache<number, string[]>;
  private readonly bounces: TtlCache<number, string[]>;

  constructor(@Inject(Database) private readonly database: Database) {
    this.known = new TtlCache(database, (workspaceIds) => this.load(CONNECTED, workspaceIds));
    this.hosts = new TtlCache(database, (workspaceIds) => this.load(TRACKING, workspaceIds));
    this.bounces = new TtlCache(database, (workspaceIds) => this.load(RETURN_PATHS, workspaceIds));
  }

  /** Adds a domain, not yet connected; an existing one stays unchanged. @throws InvalidInputError */
  async add(workspaceId: number, text: string): Promise<SendingDomain> {
    const domain = readDomainName(text);
    if (typeof domain !== 'string') throw new InvalidInputError([domain]);
    await this.database.execute(ADD, [workspaceId, v7(), domain]);
    return this.database.repository(SendingDomain).findOneByOrFail({ workspaceId, domain });
  }

  /**
   * Connects a domain and its subdomains on the operator's word; checks do not disconnect it. @throws InvalidInputError
   */
  async connect(workspaceId: number, text: string): Promise<SendingDomain> {
    const { id, domain } = await this.add(workspaceId, text);
    await this.database.execute(CONNECT, [workspaceId, id]);
    this.database.afterCommit(() => this.forget());
    return this.database.repository(SendingDomain).findOneByOrFail({ workspaceId, domain });
  }

  /** @throws UnknownDomainError */
  async find(workspaceId: number, id: string): Promise<SendingDomain> {
    const found = validate(id) && (await this.database.repository(SendingDomain).findOneBy({ workspaceId, id }));
    if (!found) throw new UnknownDomainError();
    return found;
  }

  /** Removes a domain with its keys; new messages from its addresses are refused. @throws UnknownDomainError */
  async remove(workspaceId: number, id: string): Promise<void> {
    await this.find(workspaceId, id);
    await this.database.repository(SendingDomain).delete({ workspaceId, id });
    this.database.afterCommit(() => this.forget());
  }

  /** Clears the cache after a change; other processes notice within a second. */
  forget(): void {
    this.known.clear();
    this.hosts.clear();
    this.bounces.clear();
  }

  list(workspaceId: number): Promise<SendingDomain[]> {
    return this.database
      .repository(SendingDomain)
      .find({ where: { workspaceId }, order: { createdAt: 'ASC', id: 'ASC' } });
  }

  /** Returns the connected domains, the oldest first. Cached for up to a second. */
  async connected(workspaceId: number): Promise<string[]> {
    return (await this.known.recall(String(workspaceId), () => workspaceId)) ?? [];
  }

  /** Whether the workspace can send from this address. Cached for up to a second. */
  async covers(workspaceId: number, email: string): Promise<boolean> {
    return isUnderConnectedDomain(email, await this.connected(workspaceId));
  }

  /**
   * Returns the host for tracked links in mail from this address: that of the nearest domain above it, or of the oldest domain
   * without an address. Cached for up to a second. @returns null when no domain has a valid tracking record
   */
  async trackingHost(workspaceId: number, email?: string): Promise<string | null> {
    const ready = (await this.hosts.recall(String(workspaceId), () => workspaceId)) ?? [];
    const domain = email === undefined ? ready[0] : domainsOver(email).find((one) => ready.includes(one));
    return domain === undefined ? null : trackingHost(domain);
  }

  /**
   * Returns the host for bounces of mail from this address: that of the nearest domain above it. Cached for up to a second.
   * @returns null when no domain has valid return-path records
   */
  async returnPathHost(workspaceId: number, email: string): Promise<string | null> {
    const ready = (await this.bounces.recall(String(workspaceId), () => workspaceId)) ?? [];
    const domain = domainsOver(email).find((one) => ready.includes(one));
    return domain === undefined ? null : returnPathHost(domain);
  }

  /** Returns the nearest connected domain over an address if its records are wrong, so that it is about to be disconnected. */
  async failing(workspaceId: number, email: string): Promise<string | undefined> {
    const [nearest] = await this.database.query<{ domain: string; is_failing: boolean }>(NEAREST, [
      workspaceId,
      domainsOver(email),
    ]);
    return nearest?.is_failing ? nearest.domain : undefined;
  }

  /** Claims up to `most` domains of all workspaces whose check is due. */
  claimDue(most: number): Promise<DueDomainRow[]> {
    return this.database.query<DueDomainRow>(CLAIM_DUE, [most]);
  }

  /** Requests a rotation of the keys; the time of the first request is kept. */
  async askRotation(workspaceId: number, id: string): Promise<void> {
    await this.database.execute(ASK_ROTATION, [workspaceId, id]);
  }

  private async load(statement: Statement, workspaceIds: number[]): Promise<(string[] | null)[]> {
    const rows = await this.database.query<{ workspace_id: number; domains: string[] }>(statement, [workspaceIds]);
    const byWorkspace = new Map(rows.map((row) => [row.workspace_id, row.domains]));
    return workspaceIds.map((id) => byWorkspace.get(id) ?? null);
  }
}

const ADD = `
  INSERT INTO sending_domains (workspace_id, id, domain) VALUES ($1, $2, $3)
  ON CONFLICT (workspace_id, domain) DO NOTHING`;

const CONNECT = `
  UPDATE sending_domains SET connected_at = coalesce(connected_at, now()), connected_by = 'operator'
  WHERE workspace_id = $1 AND id = $2 AND connected_by IS DISTINCT FROM 'operator'`;

const NEAREST = `
  SELECT domain, failing_since IS NOT NULL AS is_failing FROM sending_domains
  WHERE workspace_id = $1 AND domain = ANY($2::text[]) AND connected_at IS NOT NULL
  ORDER BY length(domain) DESC LIMIT 1`;

const CONNECTED = {
  name: 'connected-domains',
  text: `
    SELECT workspace_id, array_agg(domain ORDER BY connected_at, id) AS domains
    FROM sending_domains WHERE workspace_id = ANY($1::int[]) AND connected_at IS NOT NULL
    GROUP BY workspace_id`,
};

/** Connected domains with a valid tracking record at the last check. */
const TRACKING = {
  name: 'tracking-domains',
  text: `
    SELECT workspace_id, array_agg(domain ORDER BY connected_at, id) AS domains
    FROM sending_domains WHERE workspace_id = ANY($1::int[]) AND connected_at IS NOT NULL
      AND findings @> jsonb_build_array(jsonb_build_object('name', '${trackingHost('')}' || domain, 'status', 'ok'))
    GROUP BY workspace_id`,
};

/** Connected domains with valid MX and SPF records of their return path at the last check. */
const RETURN_PATHS = {
  name: 'return-path-domains',
  text: `
    SELECT d.workspace_id, array_agg(d.domain ORDER BY d.connected_at, d.id) AS domains
    FROM sending_domains d, LATERAL (
      SELECT bool_and(finding->>'status' = 'ok') AND bool_or(finding->>'type' <> 'TXT') AS is_right
      FROM jsonb_array_elements(d.findings) AS finding
      WHERE finding->>'name' = '${returnPathHost('')}' || d.domain) AS path
    WHERE d.workspace_id = ANY($1::int[]) AND d.connected_at IS NOT NULL AND path.is_right
    GROUP BY d.workspace_id`,
};

/** A claim expires after ten minutes, in case its worker dies; a completed check sets the next time. */
const CLAIM_DUE = {
  name: 'claim-due-domains',
  text: `
    WITH due AS MATERIALIZED (
      SELECT workspace_id, id FROM sending_domains WHERE next_check_at <= now()
      ORDER BY next_check_at LIMIT $1 FOR UPDATE SKIP LOCKED
    )
    UPDATE sending_domains d SET next_check_at = now() + interval '10 minutes'
    FROM due WHERE d.workspace_id = due.workspace_id AND d.id = due.id
    RETURNING d.workspace_id, d.id`,
};

const ASK_ROTATION = `
  UPDATE sending_domains SET rotation_asked_at = coalesce(rotation_asked_at, now())
  WHERE workspace_id = $1 AND id = $2`;
