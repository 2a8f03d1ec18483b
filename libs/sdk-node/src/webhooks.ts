import type { Http } from './http.js';
import type { PageQuery } from './lists.js';
import { everyRow, type Page } from './pages.js';
import { path } from './path.js';
import { verifyWebhook, type VerifyOptions, type WebhookEvent, type WebhookHeaders } from './webhook-signature.js';
import type {
  NewWebhook,
  Status,
  Webhook,
  WebhookChanges,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookReplay,
  WebhookReplayed,
  WebhookTest,
  WebhookWithSecret,
} from './wire.js';

/** Webhooks: addresses of yours that Dundun calls. */
export class Webhooks {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Creates a webhook. Keep the secret of the answer: it is shown once. */
  create(webhook: NewWebhook): Promise<WebhookWithSecret> {
    return this.#http.request('POST', '/console/webhooks', { body: webhook });
  }

  get(id: string): Promise<Webhook> {
    return this.#http.request('GET', path`/console/webhooks/${id}`);
  }

  async all(): Promise<Webhook[]> {
    return (await this.#http.request<{ data: Webhook[] }>('GET', '/console/webhooks')).data;
  }

  update(id: string, changes: WebhookChanges): Promise<Webhook> {
    return this.#http.request('PUT', path`/console/webhooks/${id}`, { body: changes });
  }

  remove(id: string): Promise<Status> {
    return this.#http.request('DELETE', path`/console/webhooks/${id}`);
  }

  /** Makes a new secret. For 24 hours each call is signed with both. */
  rotateSecret(id: string): Promise<WebhookWithSecret> {
    return this.#http.request('POST', path`/console/webhooks/${id}/rotate`);
  }

  /** Calls the address now and returns its answer. */
  test(id: string): Promise<WebhookTest> {
    return this.#http.request('POST', path`/console/webhooks/${id}/test`);
  }

  /** Returns one page of deliveries, newest first. */
  deliveries(id: string, query: PageQuery & { state?: string } = {}): Promise<Page<WebhookDelivery>> {
    return this.#http.request('GET', path`/console/webhooks/${id}/deliveries`, { query: { ...query } });
  }

  /** Iterates over all deliveries, newest first. */
  allDeliveries(id: string, filter: { state?: string } = {}): AsyncGenerator<WebhookDelivery> {
    return everyRow(this.#http, path`/console/webhooks/${id}/deliveries`, { ...filter });
  }

  delivery(id: string, deliveryId: string): Promise<WebhookDeliveryDetail> {
    return this.#http.request('GET', path`/console/webhooks/${id}/deliveries/${deliveryId}`);
  }

  /** Delivers again, each entry under its id. */
  replay(id: string, which: WebhookReplay): Promise<WebhookReplayed> {
    return this.#http.request('POST', path`/console/webhooks/${id}/replay`, { body: which });
  }

  /**
   * Verifies a call and returns its entry. `verifyWebhook` does the same without a client.
   * @param body the exact bytes, before any parsing
   * @throws WebhookVerificationError
   */
  verify<T = Record<string, unknown>>(
    body: string | Uint8Array,
    headers: WebhookHeaders,
    secret: string | readonly string[],
    options?: VerifyOptions,
  ): WebhookEvent<T> {
    return verifyWebhook<T>(body, headers, secret, options);
  }
}
