import type { Meta, Standing } from '@dundun/domain';
import type { Caller, Origin } from '@dundun/platform/http';
import type { Words } from './pages/words.js';

/** What a join says of a person: undefined leaves, null clears. */
export interface PersonFields {
  firstName?: string | null;
  lastName?: string | null;
  email?: string | null;
  number?: string | null;
  meta?: Meta;
  createdAt?: Date;
}

/** What takes push messages. */
export interface Device {
  token: string;
  platform: string | null;
}

/** What a user call says of a person besides: undefined leaves, null clears. */
export interface UserValues extends PersonFields {
  tz?: string | null;
  isAccount?: boolean;
  /** Without a platform it keeps the one that it has. */
  device?: { token: string; platform?: string | null };
}

/** By what means somebody agreed or declined. */
export type ConsentMethod =
  | 'api'
  | 'api_key'
  | 'console'
  | 'confirm_page'
  | 'form'
  | 'one_click'
  | 'page'
  | 'preferences'
  | 'provider'
  | 'sms'
  | 'import'
  | 'merge';

/** How and from where it was asked; kept in the ledger of consents. */
export interface Evidence extends Partial<Origin> {
  method: ConsentMethod;
  /** What the person read before they pressed the button. */
  textShown?: string;
  /** What the person wrote themselves. */
  textSaid?: string;
  /** The language that the person reads, where a page knows it. */
  words?: Words;
}

/** What a call leaves in the ledger, by how its caller came. */
export function evidenceOf({ kind, level }: Caller, origin: Origin): Evidence {
  return { ...origin, method: kind === 'session' ? 'console' : level === 'full' ? 'api' : 'api_key' };
}

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
  to: Standing;
}

/** What is to become of the user that a caller names, in one piece. */
export interface UserCommand {
  /** By key the caller may be anybody: nothing that is there is changed, and nobody learns what is. */
  kind: 'user' | 'user_by_key';
  workspaceId: number;
  /** The uid; null is whoever has the email, else the number, else somebody new. */
  named: string | null;
  /** Whether somebody new is made for a uid that nobody has. */
  creates: boolean;
  fields: UserValues;
  joins: string[];
  leaves: string[];
  accounts: { uid: string; role?: string | null }[];
  leavesAccounts: string[];
  dropsDevice?: string;
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
  before: Standing;
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
