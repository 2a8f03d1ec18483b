import type { Http } from './http.js';
import type { PageQuery } from './lists.js';
import { everyRow, type Page } from './pages.js';
import { path } from './path.js';
import type { AccountLink, BatchItem, NewUser, Queued, Status, User, UserChanges } from './wire.js';

export interface UserFilter {
  email?: string;
  /** List ids: people on any of these lists. */
  lists?: string[];
}

/** People by uid, and the accounts they belong to. */
export class Users {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Creates a user, or updates the user with this id. */
  create(user: NewUser): Promise<User> {
    return this.#http.request('POST', '/v1/users', { body: user });
  }

  /** Changes a user: omitted fields stay, null clears. An unknown uid is created. */
  update(uid: string, changes: UserChanges): Promise<User> {
    return this.#http.request('PUT', path`/v1/users/${uid}`, { body: changes });
  }

  get(uid: string): Promise<User> {
    return this.#http.request('GET', path`/v1/users/${uid}`);
  }

  page(query: PageQuery & UserFilter = {}): Promise<Page<User>> {
    return this.#http.request('GET', '/v1/users', { query: spelt(query) });
  }

  /** Iterates over all users, newest first: `for await (const user of dundun.users.all())`. */
  all(filter: UserFilter = {}): AsyncGenerator<User> {
    return everyRow(this.#http, '/v1/users', spelt(filter));
  }

  delete(uid: string): Promise<Status> {
    return this.#http.request('DELETE', path`/v1/users/${uid}`);
  }

  archive(uid: string): Promise<Status> {
    return this.#http.request('POST', path`/v1/users/${uid}/archive`);
  }

  /**
   * Moves everything from the source to the destination, whose values win; the source is deleted. Done soon after the
   * answer.
   */
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

  /** Iterates over the members of an account. */
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

  /**
   * Sends up to 1,000 users and events in one call; items of one uid keep their order. Done soon after the answer; see
   * `jobs` for the results.
   */
  batch(items: BatchItem[]): Promise<Queued> {
    return this.#http.request('POST', '/v1/batch', { body: { data: items } });
  }
}

const spelt = ({ lists, ...query }: PageQuery & UserFilter) => ({ ...query, 'lists[]': lists });
