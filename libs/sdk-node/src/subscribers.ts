import type { Http } from './http.js';
import { path } from './path.js';
import type { NewSubscriber, Status, Subscriber, Subscription } from './wire.js';

/** People on a list. */
export class Subscribers {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Makes the person, or finds them by email and then by number, and puts them on the list. */
  subscribe(listId: string, person: NewSubscriber): Promise<Subscriber> {
    return this.#http.request('POST', path`/v1/lists/${listId}/subscribers`, { body: person });
  }

  /** Subscribes, re-subscribes or unsubscribes somebody; the answer is how it is now. */
  update(listId: string, uid: string, subscribed: boolean): Promise<Subscription> {
    return this.#http.request('PUT', path`/v1/lists/${listId}/subscribers/${uid}`, { body: { subscribed } });
  }

  /** The list forgets them; the person stays. */
  remove(listId: string, uid: string): Promise<Status> {
    return this.#http.request('DELETE', path`/v1/lists/${listId}/subscribers/${uid}`);
  }
}
