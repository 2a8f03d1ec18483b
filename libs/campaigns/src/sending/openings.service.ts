import { Inject, Injectable } from '@nestjs/common';
import { Workspaces } from '@dundun/accounts';
import { nextOpening } from '@dundun/domain';
import type { CampaignRow } from '../definitions/campaign.js';

/** If quiet hours leave a window no time, it is asked again after so long: somebody may have changed them. */
const CLOSED_MS = 86_400_000;

/** Says in which zones messages of a campaign have to wait, by its window and the quiet hours of the workspace. */
@Injectable()
export class Openings {
  constructor(@Inject(Workspaces) private readonly workspaces: Workspaces) {}

  /**
   * Returns when each of the zones opens where nothing may leave now. An SMS to somebody whose zone is not known keeps to the hours of the
   * country of the number instead of the workspace's nights, which may leave no common hour.
   * @param zones null names the workspace's
   */
  async closed(
    { workspace_id, channel, send_window: window }: CampaignRow,
    zones: ReadonlySet<string | null>,
    now = new Date(),
  ): Promise<Map<string | null, Date>> {
    const { timeZone: workspaceZone, ...hours } = await this.workspaces.find(workspace_id);
    const closed = new Map<string | null, Date>();
    for (const zone of zones) {
      const quiet = channel === 'email' ? hours.emailQuietHours : zone === null ? null : hours.smsQuietHours;
      if (!window && !quiet) continue;
      const opens = nextOpening(now, zone ?? workspaceZone, { window, quiet, workspaceZone });
      if (opens?.getTime() !== now.getTime()) closed.set(zone, opens ?? new Date(now.getTime() + CLOSED_MS));
    }
    return closed;
  }
}
