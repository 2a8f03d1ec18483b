import type { Http } from './http.js';
import { path } from './path.js';
import type { Enrolled, Enrolment } from './wire.js';

/** Automations that people enter by a call. */
export class Automations {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Lets a user in. With a `key`, a repeated call answers the run of the first. */
  enrol(automation: string, enrolment: Enrolment): Promise<Enrolled> {
    return this.#http.request('POST', path`/v1/automations/${automation}/enrol`, { body: enrolment });
  }
}
