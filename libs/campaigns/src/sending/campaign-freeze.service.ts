import { Inject, Injectable } from '@nestjs/common';
import { Workspaces } from '@dundun/accounts';
import { DEFAULT_TEST, stateAfter, type CampaignState } from '@dundun/domain';
import { Database } from '@dundun/platform/database';
import { Audiences, LAST_RANK, NIL } from '../audience/audience.repository.js';
import { Turns } from '../audience/turns.js';
import { CampaignAlerts } from './campaign-alerts.service.js';
import { CampaignCounts, type CountChange } from '../definitions/campaign-counts.repository.js';
import { variantsOf, type CampaignRow } from '../definitions/campaign.js';
import { CampaignReadiness } from '../checks/campaign-readiness.service.js';
import { Warmings } from '../checks/warming.service.js';
import { CampaignsRepository } from '../definitions/campaigns.repository.js';
import { sorted, type Wanted } from '../audience/candidates.js';
import { Recipients } from '../audience/recipients.repository.js';

/** People looked at in one transaction, which must stay short: an open writer hides new entries from everything that follows. */
const SLICE = 10_000;
const BUILDING_MS = 1_000;

/** Fixes who gets a campaign, slice by slice. Nobody is added afterwards. */
@Injectable()
export class CampaignFreeze {
  /** Tests make it small. */
  slice = SLICE;

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(CampaignsRepository) private readonly campaigns: CampaignsRepository,
    @Inject(Audiences) private readonly audiences: Audiences,
    @Inject(Recipients) private readonly recipients: Recipients,
    @Inject(CampaignCounts) private readonly counts: CampaignCounts,
    @Inject(CampaignReadiness) private readonly readiness: CampaignReadiness,
    @Inject(Workspaces) private readonly workspaces: Workspaces,
    @Inject(CampaignAlerts) private readonly alerts: CampaignAlerts,
    @Inject(Warmings) private readonly warmings: Warmings,
  ) {}

  /** Freezes the next slice of a campaign that is due. @returns whether more of it is left to freeze */
  step(workspaceId: number, id: string): Promise<boolean> {
    return this.database.transaction(async () => {
      const campaign = await this.campaigns.claim(workspaceId, id);
      if (!campaign) return false;
      if (campaign.state === 'scheduled') return this.begin(campaign);
      if (campaign.state !== 'freezing') return false;
      return campaign.frozen_at === null ? this.freeze(campaign) : this.end(campaign);
    });
  }

  /** What was true when somebody pressed Start may not be any more. */
  private async begin(campaign: CampaignRow): Promise<boolean> {
    const { workspace_id, id } = campaign;
    const [halt] = await this.readiness.halts(campaign);
    if (halt) {
      const at = new Date().toISOString();
      await this.campaigns.move(workspace_id, id, stateAfter('scheduled', 'halt') as CampaignState, { ...halt, at });
      await this.alerts.halted(campaign, halt);
      return false;
    }
    await this.campaigns.move(workspace_id, id, stateAfter('scheduled', 'freeze') as CampaignState);
    return true;
  }

  /** A segment whose evaluation has not finished does not have all its members yet. */
  private async isBuilding({ workspace_id, segments, without_segments }: CampaignRow): Promise<boolean> {
    const parts = await this.campaigns.parts(workspace_id, [], [...segments, ...without_segments]);
    return parts.some(({ is_building }) => is_building);
  }

  private async freeze(campaign: CampaignRow): Promise<boolean> {
    const { workspace_id, id } = campaign;
    if (campaign.frozen_after === null && (await this.isBuilding(campaign))) {
      await this.campaigns.postpone(workspace_id, id, BUILDING_MS);
      return false;
    }
    const people = await this.audiences.slice(campaign, campaign.frozen_after ?? NIL, this.slice);
    const { timeZone } = await this.workspaces.find(workspace_id);
    const turns = new Turns(timeZone, campaign.local_start, campaign.start_at as Date);
    const { matched, wanted, excluded } = sorted(people, campaign, turns);
    const { free, planned, held_out } = await this.recipients.freeze(campaign, await this.ranked(campaign, wanted), {
      holdout: campaign.holdout,
      percent: (campaign.test ?? DEFAULT_TEST).percent,
      variants: variantsOf(campaign),
    });
    const changes: CountChange[] = [...excluded].map(([reason, by]) => ({ what: 'excluded', reason, by }));
    await this.counts.add(campaign, [
      ...changes,
      { what: 'matched', by: matched },
      { what: 'planned', by: planned },
      { what: 'excluded', reason: 'suppressed', by: wanted.length - free },
      { what: 'excluded', reason: 'held_out', by: held_out },
      { what: 'excluded', reason: 'duplicate_address', by: free - planned - held_out },
    ]);
    const isComplete = people.length < this.slice;
    await this.campaigns.froze(workspace_id, id, people.at(-1)?.person_id ?? campaign.frozen_after, isComplete);
    return true;
  }

  /** While the domain of a campaign is warming up, those most engaged come first. */
  private async ranked({ workspace_id, sender }: CampaignRow, wanted: Wanted[]): Promise<Wanted[]> {
    if (!sender || !(await this.warmings.of(workspace_id, sender, wanted.length))) return wanted;
    const ranks = await this.audiences.ranks(
      workspace_id,
      wanted.map(({ key }) => key),
    );
    return wanted.map((each) => ({ ...each, rank: ranks.get(each.key) ?? LAST_RANK }));
  }

  private async end({ workspace_id, id }: CampaignRow): Promise<boolean> {
    await this.campaigns.move(workspace_id, id, stateAfter('freezing', 'send') as CampaignState);
    return false;
  }
}
