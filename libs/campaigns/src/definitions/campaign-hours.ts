import { nextOpening, nextSmsTime, type Hours } from '@dundun/domain';
import { isTransactional, type CampaignRow } from './campaign.js';

/** What a workspace says about hours. */
interface WorkspaceHours {
  timeZone: string;
  emailQuietHours: Hours | null;
  smsQuietHours: Hours | null;
}

/** Hours of a week come again after it, so what has not opened by then never does. */
const WEEK_MS = 8 * 86_400_000;

/** When messages of a campaign may leave: in its window, for marketing outside of quiet hours, and for SMS in the hours of the country. */
export class CampaignHours {
  constructor(
    private readonly campaign: Pick<CampaignRow, 'channel' | 'send_window'> &
      Partial<Pick<CampaignRow, 'transactional_reason'>>,
    private readonly workspace: WorkspaceHours,
  ) {}

  /**
   * Returns the first time from one on that window and quiet hours allow; null if there is none. An SMS to somebody whose zone is not
   * known keeps to the hours of the country of the number instead of the workspace's nights, which may leave no common hour.
   * @param zone null for the workspace's
   */
  opening(zone: string | null, at: Date): Date | null {
    const { channel, send_window: window } = this.campaign;
    const { timeZone: workspaceZone, emailQuietHours, smsQuietHours } = this.workspace;
    const ofMail = isTransactional(this.campaign) ? null : emailQuietHours;
    const quiet = channel === 'email' ? ofMail : zone === null ? null : smsQuietHours;
    if (!window && !quiet) return at;
    return nextOpening(at, zone ?? workspaceZone, { window, quiet, workspaceZone });
  }

  /** Returns the first time from one on that the country allows, too; null if they share no hour. @param country null if unknown */
  smsTime(country: string | null, zone: string | null, from: Date): Date | null {
    for (let at = from; at.getTime() < from.getTime() + WEEK_MS;) {
      const opens = this.opening(zone, at);
      if (opens === null) return null;
      const next = nextSmsTime(country, opens);
      if (next.getTime() === at.getTime()) return at;
      at = next;
    }
    return null;
  }
}
