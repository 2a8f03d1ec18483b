import type { Http } from './http.js';
import type { PageQuery } from './lists.js';
import { everyRow, type Page } from './pages.js';
import { path } from './path.js';
import type {
  Campaign,
  CampaignChanges,
  CampaignCheck,
  CampaignFollowUp,
  CampaignReport,
  CampaignRetries,
  CampaignRetry,
  CampaignStart,
  NewCampaign,
} from './wire.js';

/** Which campaigns to page through. */
export interface CampaignFilter extends PageQuery {
  /** Part of the name, the subject or a label. */
  q?: string;
  state?: Campaign['state'];
}

/** One mail or SMS to everybody of an audience. */
export class Campaigns {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Creates a draft, or with `start` a campaign that starts. A retried call creates and starts it once. */
  create(campaign: NewCampaign): Promise<Campaign> {
    return this.#http.request('POST', '/console/campaigns', { body: campaign });
  }

  get(id: string): Promise<Campaign> {
    return this.#http.request('GET', path`/console/campaigns/${id}`);
  }

  /** Returns one page, newest first. */
  page(query: CampaignFilter = {}): Promise<Page<Campaign>> {
    return this.#http.request('GET', '/console/campaigns', { query: { ...query } });
  }

  /** Iterates over all campaigns, newest first. */
  all(filter: Pick<CampaignFilter, 'q' | 'state'> = {}): AsyncGenerator<Campaign> {
    return everyRow(this.#http, '/console/campaigns', { ...filter });
  }

  /** Changes a draft: omitted fields stay. */
  update(id: string, changes: CampaignChanges): Promise<Campaign> {
    return this.#http.request('PUT', path`/console/campaigns/${id}`, { body: changes });
  }

  /** Says who would get it, and what keeps it from starting; stores nothing. */
  check(id: string): Promise<CampaignCheck> {
    return this.#http.request('POST', path`/console/campaigns/${id}/check`);
  }

  start(id: string, start: CampaignStart = {}): Promise<Campaign> {
    return this.#http.request('POST', path`/console/campaigns/${id}/start`, { body: start });
  }

  pause(id: string): Promise<Campaign> {
    return this.#http.request('POST', path`/console/campaigns/${id}/pause`);
  }

  resume(id: string): Promise<Campaign> {
    return this.#http.request('POST', path`/console/campaigns/${id}/resume`);
  }

  /** Ends it for good: messages that wait are canceled. */
  cancel(id: string): Promise<Campaign> {
    return this.#http.request('POST', path`/console/campaigns/${id}/cancel`);
  }

  report(id: string): Promise<CampaignReport> {
    return this.#http.request('GET', path`/console/campaigns/${id}/report`);
  }

  /** Creates a draft for those who got it, opened it or did not. */
  followUp(id: string, followUp: CampaignFollowUp): Promise<Campaign> {
    return this.#http.request('POST', path`/console/campaigns/${id}/follow-up`, { body: followUp });
  }

  /** Counts who could get a message again. */
  retries(id: string): Promise<CampaignRetries> {
    return this.#http.request('GET', path`/console/campaigns/${id}/retry`);
  }

  /** Makes messages again, for exactly the number of people that `retries` says. */
  retry(id: string, retry: CampaignRetry): Promise<Campaign> {
    return this.#http.request('POST', path`/console/campaigns/${id}/retry`, { body: retry });
  }
}
