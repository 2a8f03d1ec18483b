import type { Http } from './http.js';
import type { PageQuery } from './lists.js';
import { everyRow, type Page } from './pages.js';
import { path } from './path.js';
import type { AccountLink, BatchItem, NewUser, Queued, Status, User, UserChanges } from './wire.js';

export interface UserFilter {
  email?: string;
  /** Ids of lists; people of any of them. */
  lists?: string[];
}

/** The people behind uids, and the accounts that they belong to. */
export class Users {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** An id that is there already is updated. */
  create(user: NewUser): Promise<User> {
    return this.#http.request('POST', '/v1/users', { body: user });
  }

  /** What is left out stays; null clears. A uid that nobody has is created. */
  update(uid: string, changes: UserChanges): Promise<User> {
    return this.#http.request('PUT', path`/v1/users/${uid}`, { body: changes });
  }

  get(uid: string): Promise<User> {
    return this.#http.request('GET', path`/v1/users/${uid}`);
  }

  page(query: PageQuery & UserFilter = {}): Promise<Page<User>> {
    return this.#http.request('GET', '/v1/users', { query: spelt(query) });
  }

  /** All users, newest first: `for await (const user of dundun.users.all())`. */
  all(filter: UserFilter = {}): AsyncGenerator<User> {
    return everyRow(this.#http, '/v1/users', spelt(filter));
  }

  delete(uid: string): Promise<Status> {
    return this.#http.request('DELETE', path`/v1/users/${uid}`);
  }

  archive(uid: string): Promise<Status> {
    return this.#http.request('POST', path`/v1/users/${uid}/archive`);
  }

  /** Moves all of the source to the destination, whose values win; the source disappears. Done soon after the answer. */
  merge(source: string, destination: string): Promise<Queued> {
    return this.#http.request('POST', '/v1/users/merge', { body: { source, destination } });
  }

  convert(uid: string, type: 'customer' | 'account'): Promise<User> {
    return this.#http.request('POST', path`/v1/users/${uid}/convert`, { body: { type } });
  }

  addToAccounts(uid: string, accounts: AccountLink[]): Promise<User> {
    return this.#http.request('POST', path`/v1/users/${uid}/accounts`, { body: { accounts } });
  }

  changeRole(uid: string, accountId: string, role: string | null): Promise<User> {
    return this.#http.request('PUT', path`/v1/users/${uid}/accounts/${accountId}`, { body: { role } });
  }

  removeFromAccount(uid: string, accountId: string): Promise<User> {
    return this.#http.request('DELETE', path`/v1/users/${uid}/accounts/${accountId}`);
  }

  /** Who belongs to an account. */
  members(accountId: string): AsyncGenerator<User> {
    return everyRow(this.#http, path`/v1/users/${accountId}/members`);
  }

  addToLists(uid: string, lists: string[]): Promise<User> {
    return this.#http.request('POST', path`/v1/users/${uid}/lists`, { body: { lists } });
  }

  removeFromLists(uid: string, lists: string[]): Promise<User> {
    return this.#http.request('DELETE', path`/v1/users/${uid}/lists`, { body: { lists } });
  }

  removeAttribute(uid: string, name: string): Promise<User> {
    return this.#http.request('DELETE', path`/v1/users/${uid}/attributes/${name}`);
  }

  removeToken(uid: string, token: string): Promise<User> {
    return this.#http.request('DELETE', path`/v1/users/${uid}/tokens/${token}`);
  }

  /** Up to 1,000 users and events in one call; those of one uid are done in their order. Done soon after the answer: what became of them is in `jobs`. */
  batch(items: BatchItem[]): Promise<Queued> {
    return this.#http.request('POST', '/v1/batch', { body: { data: items } });
  }
}

const spelt = ({ lists, ...query }: PageQuery & UserFilter) => ({ ...query, 'lists[]': lists });
