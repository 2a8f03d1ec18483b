import { ApprovalNotAskedError, ApprovalOutdatedError, OwnApprovalError } from './refusals/approvals.js';

export const APPROVAL_STATES = ['asked', 'approved', 'declined'] as const;
export type ApprovalState = (typeof APPROVAL_STATES)[number];

/** Who does something: a member, or the secret as a machine of the owner. */
export interface Approver {
  /** Of the member or the API key. */
  id: string;
  name: string;
}

/** What became of a request to approve one version of a campaign or an automation. */
export interface Approval {
  state: ApprovalState;
  /** Stands for all that is approved. */
  version: string;
  /** Who would get it when approval was asked for; null for an automation. */
  recipients: number | null;
  /** Whether all of them were counted; a large audience has at least so many. */
  is_exact: boolean;
  /** Whether those who may approve were told by mail. */
  is_mailed: boolean;
  asked_by: Approver;
  /** ISO 8601. */
  asked_at: string;
  decided_by: Approver | null;
  decided_at: string | null;
  /** Why it was declined. */
  reason: string | null;
}

/** An approval as it is stored. Those of before say less, and stand for less of what is approved. */
type StoredApproval = Omit<Approval, 'is_exact' | 'is_mailed'> & Partial<Pick<Approval, 'is_exact' | 'is_mailed'>>;

/** A decision on a request. */
export interface ApprovalDecision {
  by: Approver;
  /** The version that somebody looked at. */
  version: string;
  /** The version of now. */
  current: string;
  /** Why not; absent to approve. */
  declined?: { reason: string | null };
  /** Whether somebody else has the right to approve. */
  hasOthers: boolean;
}

/** A request as it is made. */
type AskedApproval = Pick<Approval, 'version' | 'recipients' | 'is_exact' | 'is_mailed'>;

/** Returns a request for a version. */
export const askedFor = (asked: AskedApproval, by: Approver, at = new Date()): Approval => ({
  ...{ state: 'asked', ...asked, asked_by: by, asked_at: at.toISOString() },
  ...{ decided_by: null, decided_at: null, reason: null },
});

/** Returns an approval in full. One that does not say whether everybody was counted knows of at least so many. */
export const fullApproval = (stored: StoredApproval): Approval => ({ is_exact: false, is_mailed: false, ...stored });

/**
 * Returns a request with its decision.
 * @throws ApprovalNotAskedError, ApprovalOutdatedError, OwnApprovalError
 */
export function decidedOn(
  approval: StoredApproval | null,
  { by, version, current, declined, hasOthers }: ApprovalDecision,
  at = new Date(),
): Approval {
  if (!approval) throw new ApprovalNotAskedError('nobody has asked for it, or it was changed since');
  if (approval.state !== 'asked')
    throw new ApprovalNotAskedError(`${approval.decided_by?.name ?? 'somebody'} has ${approval.state} it`);
  if (version !== approval.version || (!declined && version !== current)) throw new ApprovalOutdatedError();
  if (!declined && approval.asked_by.id === by.id && hasOthers) throw new OwnApprovalError();
  const decision = declined ? { state: 'declined' as const, reason: declined.reason } : { state: 'approved' as const };
  return { ...fullApproval(approval), ...decision, decided_by: by, decided_at: at.toISOString() };
}

/** Whether what somebody asked for, or approved, is no more what would be used now. */
export const isVoid = (approval: StoredApproval | null, current: string): boolean =>
  approval !== null && approval.state !== 'declined' && approval.version !== current;

/** Returns what keeps a version from being used, as a sentence without its end; undefined if it is approved. */
export function approvalLack(approval: StoredApproval | null, current: string): string | undefined {
  if (!approval) return 'Nobody has approved it';
  if (approval.state === 'asked') return 'It waits for approval';
  if (approval.state === 'declined') return `${approval.decided_by?.name ?? 'Somebody'} has declined it`;
  if (!isVoid(approval, current)) return undefined;
  if (approval.is_exact === undefined) return 'It was approved by a release that compared less of it: ask again';
  return 'It was changed since it was approved';
}
