import type { Meta } from '@dundun/domain';

/** What a join states about a person: undefined leaves a field as it is, null clears it. */
export interface PersonFields {
  firstName?: string | null;
  lastName?: string | null;
  email?: string | null;
  number?: string | null;
  meta?: Meta;
  createdAt?: Date;
}

/** A device that receives push messages. */
export interface Device {
  token: string;
  platform: string | null;
  /** Set for a device that a call with the key alone named without a signed identity. */
  verified?: false;
}

/** What a user call states about a person: undefined leaves a field as it is, null clears it. */
export interface UserValues extends PersonFields {
  tz?: string | null;
  isAccount?: boolean;
  /** A known device without a platform keeps the stored one. */
  device?: { token: string; platform?: string | null; verified?: false };
  /** Whether the person refuses to have opens and clicks tracked; only a caller with the secret says it. */
  trackingRefused?: boolean;
}

/** The part of a user call that concerns the person and its accounts. */
export interface PersonCommand {
  /** `user_by_key` comes from an untrusted caller: it changes no stored value and learns none. */
  kind: 'user' | 'user_by_key';
  /** Of an untrusted caller: whether the call may act for the person, because the identity is signed or the keys are open. */
  isProven?: boolean;
  workspaceId: number;
  /** The uid; null means the person with the email, else with the number, else a new one. */
  named: string | null;
  /** Whether an unknown uid creates a person. */
  creates: boolean;
  /** What becomes of a known person's fields: replaced, only filled in where empty, or the whole command is skipped. */
  known?: 'replace' | 'fill' | 'skip';
  /** Whether people with a generated uid who have the email or number are to be folded into the named person first. */
  folds?: boolean;
  fields: UserValues;
  accounts: { uid: string; role?: string | null }[];
  leavesAccounts: string[];
  dropsDevice?: string;
}
