import { INBOX, type AccountHealth } from '@dundun/accounts';
import type { OnUnknown, Outcome } from '@dundun/providers';
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
  /** @param signal aborts the call; the outcome then states what is known of it */
  send(message: ClaimedMessage, recipients: string[], signal?: AbortSignal): Promise<Outcome>;
}

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
