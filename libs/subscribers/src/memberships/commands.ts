import type { ConsentChannel, MembershipState } from '@dundun/domain';
import type { PersonCommand, PersonFields } from '@dundun/people';
import type { Evidence } from '../consents/evidence.js';

export interface JoinCommand {
  kind: 'join' | 'join_by_key';
  workspaceId: number;
  listId: string;
  fields: PersonFields;
  /** The channels agreed to, if the call says which. */
  channels?: readonly ConsentChannel[];
  /** Of `join_by_key`: whether the call may fill in the names of a known person. */
  isProven?: boolean;
  /** Uids that stand for the number of a call that must not learn whose it is. */
  handles?: string[];
  /** What was ignored, for the header `Dundun-Notice`. */
  notices?: string[];
  /** Whether strict public keys bind the caller, who has the key alone. */
  isStrict?: boolean;
  evidence: Evidence;
}

export interface ChangeCommand {
  kind: 'ask' | 'resubscribe' | 'unsubscribe' | 'remove';
  workspaceId: number;
  listId: string;
  uid: string;
  /** The only channels that change. */
  channels?: readonly ConsentChannel[];
  /** The address of the mail that the person answered; it may be a former one. */
  address?: string;
  evidence: Evidence;
}

/** Reverts an opt-out: the channels return to their state before. */
export interface RestoreCommand extends Omit<ChangeCommand, 'kind' | 'channels'> {
  kind: 'restore';
  channels: readonly ConsentChannel[];
  to: MembershipState;
}

/** A user call: what it states about the person, and the lists it joins and leaves, in one piece. */
export interface UserCommand extends PersonCommand {
  /** Ids of lists as in the request, whose refusal gives the place; a repeated one counts once. */
  joins: string[];
  leaves: string[];
  /** The channels that `joins` agrees to, if the call says which. */
  channels?: readonly ConsentChannel[];
  /** What `joins` does instead of vouching, of a caller with the secret. */
  joinAs?: 'import' | 'import_confirmed' | 'unsubscribe';
  /** Whether strict public keys bind the caller, who has the key alone. */
  isStrict?: boolean;
  evidence: Evidence;
  answer?: UserAnswers;
}

/**
 * Reads the answers that replays of idempotency keys repeat, by person, in the transaction of the commands. It runs once for
 * all commands with the same function.
 */
export type UserAnswers = (workspaceId: number, personIds: string[]) => Promise<Map<string, unknown>>;

/** The link identifies the membership. */
export interface ConfirmCommand {
  kind: 'confirm';
  /** SHA-256 of the link's token, in hex. */
  tokenHash: string;
  evidence: Evidence;
}

/** A command about one person on one list. */
export type ListCommand = JoinCommand | ChangeCommand | RestoreCommand | ConfirmCommand;

export type Command = ListCommand | UserCommand;

export const isUserCommand = (command: Command): command is UserCommand =>
  command.kind === 'user' || command.kind === 'user_by_key';

export const isJoin = (command: Command): command is JoinCommand =>
  command.kind === 'join' || command.kind === 'join_by_key';

/** Whether the commands must run the same statements for known and unknown people: a time would tell what the answer hides. */
export const isEven = (commands: Command[]): boolean =>
  commands.some((command) => isJoin(command) && command.handles !== undefined);

export interface CommandResult {
  uid: string;
  subscribed: boolean;
  /** The state before the command: of the channel that it names, else of the membership. */
  before: MembershipState;
  /** Sentences for the header `Dundun-Notice`. */
  notices: string[];
}

/** A membership before and after a command. */
export interface MembershipStep {
  listId: string;
  before: MembershipState;
  after: MembershipState;
}

export interface UserResult {
  personId: string;
  uid: string;
  isNew: boolean;
  /** Whether the uid led to another person, or to none, before. */
  isNamed: boolean;
  /** Whether the person was known and the command skips known people. */
  isSkipped?: boolean;
  /** What became of the memberships that the command names. */
  memberships: MembershipStep[];
  /** Sentences for the header `Dundun-Notice`. */
  notices: string[];
  /** The result of the command's `answer`. */
  body?: unknown;
}
