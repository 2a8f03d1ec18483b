import type { MembershipState } from '@dundun/domain';
import type { PersonCommand, PersonFields } from '@dundun/people';
import type { Evidence } from '../consents/evidence.js';

export interface JoinCommand {
  kind: 'join' | 'join_by_key';
  workspaceId: number;
  listId: string;
  fields: PersonFields;
  evidence: Evidence;
}

export interface ChangeCommand {
  kind: 'resubscribe' | 'unsubscribe' | 'remove';
  workspaceId: number;
  listId: string;
  uid: string;
  /** Where the mail went that the person answered; it can be an address that they have no more. */
  address?: string;
  evidence: Evidence;
}

/** Takes back an opt-out: the person stands again where they stood before it. */
export interface RestoreCommand extends Omit<ChangeCommand, 'kind'> {
  kind: 'restore';
  to: MembershipState;
}

/** A user call: what it states about the person, and the lists it joins and leaves, in one piece. */
export interface UserCommand extends PersonCommand {
  joins: string[];
  leaves: string[];
  evidence: Evidence;
  answer?: UserAnswers;
}

/**
 * What replays of idempotency keys are to be answered, by person; read in the same transaction. Commands that have the
 * same function are asked about together.
 */
export type UserAnswers = (workspaceId: number, personIds: string[]) => Promise<Map<string, unknown>>;

/** The link says which membership it is. */
export interface ConfirmCommand {
  kind: 'confirm';
  /** SHA-256 of the link's token, in hex. */
  tokenHash: string;
  evidence: Evidence;
}

/** Whatever concerns one person on one list. */
export type ListCommand = JoinCommand | ChangeCommand | RestoreCommand | ConfirmCommand;

export type Command = ListCommand | UserCommand;

export const isUserCommand = (command: Command): command is UserCommand =>
  command.kind === 'user' || command.kind === 'user_by_key';

export const isJoin = (command: Command): command is JoinCommand =>
  command.kind === 'join' || command.kind === 'join_by_key';

export interface CommandResult {
  uid: string;
  subscribed: boolean;
  /** How the person stood on the list until now. */
  before: MembershipState;
  /** Sentences for the header `Dundun-Notice`. */
  notices: string[];
}

export interface UserResult {
  personId: string;
  uid: string;
  isNew: boolean;
  /** Whether the uid leads to another person than before, or led to nobody. */
  isNamed: boolean;
  /** Sentences for the header `Dundun-Notice`. */
  notices: string[];
  /** What the command's `answer` said. */
  body?: unknown;
}
