import { INBOX, type AccountHealth } from '@dundun/accounts';
import type { IsWanted, LateMail, Mail, OnUnknown, Outcome } from '@dundun/providers';
import { withLater } from './delivery-policy.js';
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
  /** Looks up what calls for messages like this one share. Absent where each message is a request of its own. */
  openFor?(message: ClaimedMessage): Promise<OpenRoute>;
}

/** A route to which messages of one sender to one recipient each are handed without waiting. */
export interface OpenRoute {
  /** Whether each mail takes a signature. */
  isSigning: boolean;
  /** Where bounces of a message go. */
  envelopeFrom(message: ClaimedMessage): string;
  mail(message: ClaimedMessage): Mail;
  carry(call: LateMail): void;
}

/** The outcome of a call that was not made, because a recipient opted out after the attempt had begun. */
export const STOPPED: Outcome = {
  kind: 'not_sent',
  fault: 'passing',
  detail: 'a recipient opted out before the content was handed over',
};

/** Returns the route without some recipients, which wait for another call. */
export const routeWithout = (route: Route, heldBack: string[]): Route => ({
  ...route,
  send: async (message, recipients, signal, isWanted) => {
    const [now, later] = [recipients.filter((each) => !heldBack.includes(each)), recipients.filter((each) => heldBack.includes(each))]; // prettier-ignore
    return now.length > 0 ? withLater(await route.send(message, now, signal, isWanted), now, later) : HELD_BACK;
  },
});

/** The outcome of a call of which every recipient waits. */
const HELD_BACK: Outcome = { kind: 'not_sent', fault: 'passing', recipientOnly: true, detail: 'has the next call' };

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
