import { INBOX, type AccountHealth } from '@dundun/accounts';
import type { IsWanted, OnUnknown, Outcome } from '@dundun/providers';
import type { ClaimedMessage } from '../message/message.js';
import type { Inbox } from './inbox.repository.js';

/** One provider account that can carry a message, with the call bound to it. */
export interface Route {
  provider: string;
  /** Null for the service's own server. */
  integrationId: string | null;
  onUnknown: OnUnknown;
  /** True for the built-in inbox, which sends nothing. */
  captures: boolean;
  maxRecipients: number;
  /** Calls per second over all workers. */
  rateLimit: number | null;
  health: AccountHealth;
  /**
   * @param signal aborts the call; the outcome then states what is known of it
   * @param isWanted asked again right before the content is handed over
   */
  send(message: ClaimedMessage, recipients: string[], signal?: AbortSignal, isWanted?: IsWanted): Promise<Outcome>;
}

/** The outcome of a call that was not made, because a recipient opted out after the attempt had begun. */
export const STOPPED: Outcome = {
  kind: 'not_sent',
  fault: 'passing',
  detail: 'a recipient opted out before the content was handed over',
};

/** Returns the route into the built-in inbox. */
export const inboxRoute = (inbox: Inbox, integrationId: string | null): Route => ({
  provider: INBOX,
  integrationId,
  onUnknown: 'retry',
  captures: true,
  maxRecipients: 1_000,
  rateLimit: null,
  health: 'fine',
  send: (message, recipients) => inbox.capture(message, recipients),
});
