import { isLocalMoment, isWindow, type FieldFault } from '@dundun/domain';
import type { CampaignFields } from './campaign.js';

/** Returns what is wrong with the times of a draft. */
export function timeFaults({
  local_start: start,
  send_window: window,
}: Pick<CampaignFields, 'local_start' | 'send_window'>): FieldFault[] {
  const faults: FieldFault[] = [];
  if (start && !isLocalMoment(start.at))
    faults.push({ field: 'local_start.at', message: 'must be a local day and time such as 2026-11-24T09:00' });
  if (window && !isWindow(window))
    faults.push({ field: 'window', message: 'must end on the day on which it begins, as from 09:00 to 17:00' });
  return faults;
}
