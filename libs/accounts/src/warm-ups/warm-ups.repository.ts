import { Inject, Injectable } from '@nestjs/common';
import { domainsOver, type WarmUpPlan } from '@dundun/domain';
import { Database, TtlCache } from '@dundun/platform/database';
import { NIL } from 'uuid';

/** The plan of a sending domain at an account. */
export interface WarmUp extends WarmUpPlan {
  workspaceId: number;
  domainId: string;
  /** Of the sending domain. */
  domain: string;
  /** An integration, or the nil uuid for the service's own server. */
  accountId: string;
}

interface WarmUpRow extends Record<string, unknown> {
  workspace_id: number;
  domain_id: string;
  domain: string;
  account_id: string;
  first_day: number;
  growth_percent: number;
  target: number;
  started_on: string;
}

/** Identifies the plan of a domain at an account; without an integration it is the service's own server. */
export interface WarmUpKey {
  workspaceId: number;
  domainId: string;
  integrationId: string | null;
}

/** The plans of warm-ups, and what was sent under them by day. */
@Injectable()
export class WarmUps {
  private readonly known: TtlCache<number, WarmUp[]>;

  constructor(@Inject(Database) private readonly database: Database) {
    this.known = new TtlCache(database, (workspaceIds) => this.load(workspaceIds));
  }

  /** Returns the plan for mail from this address through an account: that of the nearest domain above it. Cached for up to a second. */
  async for(workspaceId: number, sender: string, integrationId: string | null): Promise<WarmUp | null> {
    const all = await this.known.recall(String(workspaceId), () => workspaceId);
    if (all === null) return null;
    const ofAccount = all.filter(({ accountId }) => accountId === (integrationId ?? NIL));
    const domain = domainsOver(sender).find((each) => ofAccount.some((plan) => plan.domain === each));
    return ofAccount.find((plan) => plan.domain === domain) ?? null;
  }

  /** Returns the plans for mail from this address, of one account or of all. @param integrationId null for all */
  async ofSender(workspaceId: number, sender: string, integrationId: string | null): Promise<WarmUp[]> {
    const all = (await this.known.recall(String(workspaceId), () => workspaceId)) ?? [];
    const ofAccount = all.filter(({ accountId }) => integrationId === null || accountId === integrationId);
    const domain = domainsOver(sender).find((each) => ofAccount.some((plan) => plan.domain === each));
    return ofAccount.filter((plan) => plan.domain === domain);
  }

  /**
   * Counts recipients of a day, exactly over all workers.
   * @param most the ceiling; null counts in any case. A mail to more recipients than the ceiling goes as the first of its day.
   * @returns false if they would exceed it; nothing was counted then
   */
  async count(plan: WarmUp, day: string, recipients: number, most: number | null): Promise<boolean> {
    const values = [plan.workspaceId, plan.domainId, plan.accountId, day, recipients, most];
    return (await this.database.execute(COUNT, values)) > 0;
  }

  /** Takes back what was counted and not sent. */
  async uncount({ workspaceId, domainId, accountId }: WarmUp, day: string, recipients: number): Promise<void> {
    await this.database.execute(UNCOUNT, [workspaceId, domainId, accountId, day, recipients]);
  }

  /** Returns the plans of a domain. */
  async ofDomain(workspaceId: number, domainId: string): Promise<WarmUp[]> {
    const rows = await this.database.query<WarmUpRow>(OF_DOMAIN, [workspaceId, domainId]);
    return rows.map(warmUpOf);
  }

  /** Returns the recipients of a day, by account. */
  async sent(workspaceId: number, domainId: string, day: string): Promise<Map<string, number>> {
    const rows = await this.database.query<{ account_id: string; messages: number }>(SENT, [
      workspaceId,
      domainId,
      day,
    ]);
    return new Map(rows.map((row) => [row.account_id, row.messages]));
  }

  /** Keeps others from asking for the room of a domain until the open transaction ends. */
  async hold(workspaceId: number, domainId: string): Promise<void> {
    await this.database.execute(HOLD, [workspaceId, domainId]);
  }

  /** Sets a plan; one that runs keeps its first day. */
  async set({ workspaceId, domainId, integrationId }: WarmUpKey, plan: WarmUpPlan): Promise<void> {
    const { firstDay, growthPercent, target, startedOn } = plan;
    const values = [workspaceId, domainId, integrationId ?? NIL, firstDay, growthPercent, target, startedOn];
    await this.database.execute(SET, values);
    this.known.clear();
  }

  /** Ends a plan. */
  async remove({ workspaceId, domainId, integrationId }: WarmUpKey): Promise<void> {
    await this.database.execute(REMOVE, [workspaceId, domainId, integrationId ?? NIL]);
    this.known.clear();
  }

  private async load(workspaceIds: number[]): Promise<(WarmUp[] | null)[]> {
    const rows = (await this.database.query<WarmUpRow>(LOAD, [workspaceIds])).map(warmUpOf);
    return workspaceIds.map((id) => {
      const own = rows.filter(({ workspaceId }) => workspaceId === id);
      return own.length > 0 ? own : null;
    });
  }
}

const warmUpOf = (row: WarmUpRow): WarmUp => ({
  workspaceId: row.workspace_id,
  domainId: row.domain_id,
  domain: row.domain,
  accountId: row.account_id,
  firstDay: row.first_day,
  growthPercent: row.growth_percent,
  target: row.target,
  startedOn: row.started_on,
});

const PLANS = `
  SELECT w.workspace_id, w.domain_id, d.domain, w.account_id, w.first_day, w.growth_percent, w.target, w.started_on::text
  FROM warm_ups w JOIN sending_domains d ON d.workspace_id = w.workspace_id AND d.id = w.domain_id`;
const LOAD = { name: 'warm-ups-load', text: `${PLANS} WHERE w.workspace_id = ANY($1::int[])` };
const OF_DOMAIN = `${PLANS} WHERE w.workspace_id = $1 AND w.domain_id = $2`;

const COUNT = {
  name: 'warm-ups-count',
  text: `
    INSERT INTO warm_up_counts AS c (workspace_id, domain_id, account_id, day, messages)
    VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (workspace_id, domain_id, account_id, day) DO UPDATE SET messages = c.messages + excluded.messages
    WHERE $6::int IS NULL OR c.messages = 0 OR c.messages + excluded.messages <= $6`,
};
const UNCOUNT = `
  UPDATE warm_up_counts SET messages = greatest(0, messages - $5)
  WHERE workspace_id = $1 AND domain_id = $2 AND account_id = $3 AND day = $4`;
const SENT = 'SELECT account_id, messages FROM warm_up_counts WHERE workspace_id = $1 AND domain_id = $2 AND day = $3';
const HOLD = 'SELECT FROM warm_ups WHERE workspace_id = $1 AND domain_id = $2 ORDER BY account_id FOR UPDATE';
const SET = `
  INSERT INTO warm_ups (workspace_id, domain_id, account_id, first_day, growth_percent, target, started_on)
  VALUES ($1, $2, $3, $4, $5, $6, $7)
  ON CONFLICT (workspace_id, domain_id, account_id) DO UPDATE SET
    first_day = excluded.first_day, growth_percent = excluded.growth_percent, target = excluded.target`;
const REMOVE = 'DELETE FROM warm_ups WHERE workspace_id = $1 AND domain_id = $2 AND account_id = $3';
