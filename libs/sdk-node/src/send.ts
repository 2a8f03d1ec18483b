import type { Http } from './http.js';
import { path } from './path.js';
import type { AcceptedBatch, AcceptedMessage, Email, Explanation, Message, MessageBatch, Sms, Status } from './wire.js';

export interface SendOptions {
  /** A message is sent once per key within 24 hours, such as `receipt-1042`; generated for each call by default. */
  idempotencyKey?: string;
}

/** Transactional email and SMS. */
export class Send {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Returns once the message is stored; see `messages` for its delivery. */
  email(email: Email, options: SendOptions = {}): Promise<AcceptedMessage> {
    return this.#http.request('POST', '/v1/send/email', { body: email, ...options });
  }

  sms(sms: Sms, options: SendOptions = {}): Promise<AcceptedMessage> {
    return this.#http.request('POST', '/v1/send/sms', { body: sms, ...options });
  }

  /** Sends many messages in one call, each with its own answer. */
  batch(batch: MessageBatch, options: SendOptions = {}): Promise<AcceptedBatch> {
    return this.#http.request('POST', '/v1/send/batch', { body: batch, ...options });
  }

  /** Cancels a message that has not been handed over yet. */
  cancel(messageId: string): Promise<Status> {
    return this.#http.request('POST', path`/v1/messages/${messageId}/cancel`);
  }
}

/** The status of messages. */
export class Messages {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  get(id: string): Promise<Message> {
    return this.#http.request('GET', path`/v1/messages/${id}`);
  }

  /** Explains in one sentence why a message arrived or did not. */
  explain(id: string): Promise<Explanation> {
    return this.#http.request('GET', path`/v1/messages/${id}/explain`);
  }
}
