import type { Meta, Standing } from '@dundun/domain';
import type { Origin } from '@dundun/platform/http';
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
  | 'import';

/** How and from where it was asked; kept in the ledger of consents. */
export interface Evidence extends Origin {
  method: ConsentMethod;
  /** What the person read before they pressed the button. */
  textShown?: string;
  /** The language that the person reads, where a page knows it. */
  words?: Words;
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

/** The link says which membership it is. */
export interface ConfirmCommand {
  kind: 'confirm';
  /** SHA-256 of the link's token, in hex. */
  tokenHash: string;
  evidence: Evidence;
}

export type Command = JoinCommand | ChangeCommand | RestoreCommand | ConfirmCommand;

export interface CommandResult {
  uid: string;
  subscribed: boolean;
  /** How the person stood on the list until now. */
  before: Standing;
  /** Sentences for the header `Dundun-Notice`. */
  notices: string[];
}
