import type { ConsentStep } from '@dundun/domain';
import type { Evidence } from './evidence.js';

export interface Consent {
  workspaceId: number;
  /** Null when it is of all messages at once. */
  listId: string | null;
  /** Null when the address is nobody's whom we know. */
  personId: string | null;
  /** `resumed` takes back an `unsubscribed` of no list. */
  action: ConsentStep | 'resumed';
  address: string | null;
  evidence: Evidence;
  /** When it was said, where that is not now. */
  at?: Date;
}
