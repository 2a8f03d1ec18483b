import type { Http } from './http.js';
import { path } from './path.js';
import type { Domain, DomainSummary, Status } from './wire.js';

/** Sending domains and the DNS records that connect them. */
export class Domains {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Adds a domain and returns the records to publish. Adding it again returns the same. */
  add(domain: string): Promise<Domain> {
    return this.#http.request('POST', '/console/domains', { body: { domain } });
  }

  get(id: string): Promise<Domain> {
    return this.#http.request('GET', path`/console/domains/${id}`);
  }

  /** Returns all domains, oldest first. */
  async all(): Promise<DomainSummary[]> {
    return (await this.#http.request<{ data: DomainSummary[] }>('GET', '/console/domains')).data;
  }

  /** Looks the records up now. */
  check(id: string): Promise<Domain> {
    return this.#http.request('POST', path`/console/domains/${id}/check`);
  }

  /** Replaces the DKIM keys as soon as the records of the next ones are published. */
  rotateKeys(id: string): Promise<Domain> {
    return this.#http.request('POST', path`/console/domains/${id}/keys/rotate`);
  }

  remove(id: string): Promise<Status> {
    return this.#http.request('DELETE', path`/console/domains/${id}`);
  }
}
