import type { Http } from './http.js';
import { path } from './path.js';
import type { NewSubscriber, Status, Subscriber, Subscription } from './wire.js';

/** The members of lists. */
export class Subscribers {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Creates the person, or finds them by email and then by number, and adds them to the list. */
  subscribe(listId: string, person: NewSubscriber): Promise<Subscriber> {
    return this.#http.request('POST', path`/v1/lists/${listId}/subscribers`, { body: person });
  }

  /** Subscribes, resubscribes or unsubscribes a person and returns the new state. */
  update(listId: string, uid: string, subscribed: boolean): Promise<Subscription> {
    return this.#http.request('PUT', path`/v1/lists/${listId}/subscribers/${uid}`, { body: { subscribed } });
  }

  /** Removes a person from the list; the person stays. */
  remove(listId: string, uid: string): Promise<Status> {
    return this.#http.request('DELETE', path`/v1/lists/${listId}/subscribers/${uid}`);
  }
}
