import { Inject, Injectable } from '@nestjs/common';
import { InvalidInputError, isUnderConnectedDomain, parseHostName } from '@dundun/domain';
import { Database } from '@dundun/platform/database';
import { v7 } from 'uuid';
import { BriefCache } from './brief.cache.js';
import { SendingDomain } from './sending-domain.entity.js';

/** The domains that a workspace may send from. */
@Injectable()
export class SendingDomains {
  private readonly known: BriefCache<number, string[]>;

  constructor(@Inject(Database) private readonly database: Database) {
    this.known = new BriefCache(database, (workspaceIds) => this.load(workspaceIds));
  }

  /** Adds the domain, not yet connected; one that is there stays as it is. @throws InvalidInputError */
  async add(workspaceId: number, text: string): Promise<SendingDomain> {
    const domain = parseHostName(text);
    if (domain === null) throw new InvalidInputError([{ field: 'domain', message: 'must be a domain name' }]);
    await this.database.execute(ADD, [workspaceId, v7(), domain]);
    return this.database.repository(SendingDomain).findOneByOrFail({ workspaceId, domain });
  }

  /** The workspace may send from the domain and all under it from now on. @throws InvalidInputError */
  async connect(workspaceId: number, text: string): Promise<SendingDomain> {
    const { id, domain } = await this.add(workspaceId, text);
    await this.database.execute(CONNECT, [workspaceId, id]);
    this.database.afterCommit(() => this.known.clear());
    return this.database.repository(SendingDomain).findOneByOrFail({ workspaceId, domain });
  }

  list(workspaceId: number): Promise<SendingDomain[]> {
    return this.database
      .repository(SendingDomain)
      .find({ where: { workspaceId }, order: { createdAt: 'ASC', id: 'ASC' } });
  }

  /** Connected domains, the oldest first; at most a second old. */
  async connected(workspaceId: number): Promise<string[]> {
    return (await this.known.recall(String(workspaceId), () => workspaceId)) ?? [];
  }

  /** Whether the workspace may send from this address; at most a second old. */
  async covers(workspaceId: number, email: string): Promise<boolean> {
    return isUnderConnectedDomain(email, await this.connected(workspaceId));
  }

  private async load(workspaceIds: number[]): Promise<(string[] | null)[]> {
    const rows = await this.database.query<{ workspace_id: number; domains: string[] }>(CONNECTED, [workspaceIds]);
    const byWorkspace = new Map(rows.map((row) => [row.workspace_id, row.domains]));
    return workspaceIds.map((id) => byWorkspace.get(id) ?? null);
  }
}

const ADD = `
  INSERT INTO sending_domains (workspace_id, id, domain) VALUES ($1, $2, $3)
  ON CONFLICT (workspace_id, domain) DO NOTHING`;

const CONNECT = `
  UPDATE sending_domains SET connected_at = now() WHERE workspace_id = $1 AND id = $2 AND connected_at IS NULL`;

const CONNECTED = {
  name: 'connected-domains',
  text: `
    SELECT workspace_id, array_agg(domain ORDER BY connected_at, id) AS domains
    FROM sending_domains WHERE workspace_id = ANY($1::int[]) AND connected_at IS NOT NULL
    GROUP BY workspace_id`,
};
