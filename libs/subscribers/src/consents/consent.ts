import type { ConsentChannel, ConsentStep } from '@dundun/domain';
import type { Evidence } from './evidence.js';

export interface Consent {
  workspaceId: number;
  /** Null when it concerns all messages. */
  listId: string | null;
  /** Null when no known person has the address. */
  personId: string | null;
  /** `resumed` reverts an `unsubscribed` without a list. Those of tracking and of a pause are about all lists. */
  action: ConsentStep | 'resumed' | 'tracking_refused' | 'tracking_allowed' | 'marketing_paused' | 'marketing_resumed';
  /** The channels that it is about; both, if absent. */
  channels?: readonly ConsentChannel[];
  address: string | null;
  evidence: Evidence;
  /** The time of the statement, if not now. */
  at?: Date;
}
