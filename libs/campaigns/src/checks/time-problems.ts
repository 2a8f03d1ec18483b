import { DEFAULT_TEST, isPastEverywhere, nextOpening, type CampaignFinding, type Hours } from '@dundun/domain';
import { variantsOf, type CampaignRow } from '../definitions/campaign.js';

/** Returns what is wrong with the times of a campaign that would start now. @param quiet hours in which nothing may leave */
export function timeProblems(
  campaign: CampaignRow,
  { workspaceZone, quiet }: { workspaceZone: string; quiet: Hours | null },
  now = new Date(),
): CampaignFinding[] {
  const { local_start: local, send_window: window, test } = campaign;
  const problems: CampaignFinding[] = [];
  if (local && isPastEverywhere(local.at, now))
    problems.push({ code: 'time_past', message: 'its local time has passed in every time zone: choose a later one' });
  if (local && variantsOf(campaign) > 1 && (test ?? DEFAULT_TEST).percent < 100)
    problems.push({
      code: 'test_waits',
      message:
        'a test that decides and a start by local time exclude each other: let everybody try the variants, or choose one start',
    });
  if (nextOpening(now, workspaceZone, { window, quiet, workspaceZone }) === null)
    problems.push({ code: 'never_open', message: 'quiet hours cover all hours in which it may leave: choose others' });
  return problems;
}
