import type { Http } from './http.js';
import { path } from './path.js';
import type { AcceptedBatch, AcceptedMessage, Email, Explanation, Message, MessageBatch, Sms, Status } from './wire.js';

export interface SendOptions {
  /** The same key is sent once within 24 hours, such as `receipt-1042`; one is made for each call when absent. */
  idempotencyKey?: string;
}

/** Transactional email and SMS. */
export class Send {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Answered when the message is stored; what becomes of it is in `messages`. */
  email(email: Email, options: SendOptions = {}): Promise<AcceptedMessage> {
    return this.#http.request('POST', '/v1/send/email', { body: email, ...options });
  }

  sms(sms: Sms, options: SendOptions = {}): Promise<AcceptedMessage> {
    return this.#http.request('POST', '/v1/send/sms', { body: sms, ...options });
  }

  /** Many messages in one call; each is answered for itself. */
  batch(batch: MessageBatch, options: SendOptions = {}): Promise<AcceptedBatch> {
    return this.#http.request('POST', '/v1/send/batch', { body: batch, ...options });
  }

  /** Stops a message that has not been handed over yet. */
  cancel(messageId: string): Promise<Status> {
    return this.#http.request('POST', path`/v1/messages/${messageId}/cancel`);
  }
}

/** What became of messages. */
export class Messages {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  get(id: string): Promise<Message> {
    return this.#http.request('GET', path`/v1/messages/${id}`);
  }

  /** One sentence: why it arrived, or did not. */
  explain(id: string): Promise<Explanation> {
    return this.#http.request('GET', path`/v1/messages/${id}/explain`);
  }
}
