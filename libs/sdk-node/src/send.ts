import type { Http } from './http.js';
import type { PageQuery } from './lists.js';
import { everyRow, type Page } from './pages.js';
import { path } from './path.js';
import type {
  AcceptedBatch,
  AcceptedMessage,
  Email,
  Explanation,
  ListedMessage,
  Message,
  MessageBatch,
  Sms,
  Status,
  TagReport,
} from './wire.js';

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

/** Narrows a listing of messages. */
export interface MessageFilter {
  tag?: string;
  channel?: ListedMessage['channel'];
  status?: ListedMessage['status'];
}

/** Narrows a report by tag. */
export interface TagReportFilter {
  /** The last days, 1 to 90; 30 by default. */
  days?: number;
  tag?: string;
}

/** The status of messages. */
export class Messages {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Returns one page, newest first. */
  page(query: PageQuery & MessageFilter = {}): Promise<Page<ListedMessage>> {
    return this.#http.request('GET', '/v1/messages', { query: { ...query } });
  }

  /** Iterates over all messages, newest first. */
  all(filter: MessageFilter = {}): AsyncGenerator<ListedMessage> {
    return everyRow(this.#http, '/v1/messages', { ...filter });
  }

  /** Reports on the messages of the last days, for each of the hundred most used tags. */
  async tags(filter: TagReportFilter = {}): Promise<TagReport[]> {
    const { data } = await this.#http.request<{ data: TagReport[] }>('GET', '/v1/tags', { query: { ...filter } });
    return data;
  }

  get(id: string): Promise<Message> {
    return this.#http.request('GET', path`/v1/messages/${id}`);
  }

  /** Explains in one sentence why a message arrived or did not. */
  explain(id: string): Promise<Explanation> {
    return this.#http.request('GET', path`/v1/messages/${id}/explain`);
  }
}
