import { Inject, Injectable } from '@nestjs/common';
import { ForbiddenAddressError, UnavailableError } from '@dundun/domain';
import { OutboundGuard } from '@dundun/platform/outbound';
import type { Payload } from './payload.js';
import { retryAfterOf } from './retry-after.js';
import { signatures } from './signature.js';

/** One call of a receiver. */
export interface ReceiverCall {
  id: string;
  number: number;
  url: string;
  secrets: string[];
  payload: Payload;
  /** How many characters of the answer are wanted; 1,024 by default. */
  shown?: number;
}

/** The result of a call. */
export interface ReceiverAnswer {
  isDelivered: boolean;
  /** HTTP status; null without an answer. */
  status: number | null;
  milliseconds: number;
  response: string | null;
  error: string | null;
  /** `Retry-After` in milliseconds. */
  retryAfter: number | null;
}

const SHOWN = 1_024;

/** Calls receivers on the public internet and on networks that the operator allows. Never throws. */
@Injectable()
export class Receiver {
  protected readonly timeoutMs: number = 10_000;

  constructor(@Inject(OutboundGuard) private readonly guard: OutboundGuard) {}

  async call(call: ReceiverCall): Promise<ReceiverAnswer> {
    const began = performance.now();
    const took = () => Math.round(performance.now() - began);
    try {
      const { status, headers, text } = await this.guard.fetchPinned(call.url, {
        method: 'POST',
        headers: headersOf(call),
        body: JSON.stringify(call.payload),
        timeoutMs: this.timeoutMs,
      });
      const isDelivered = status >= 200 && status < 300;
      const retryAfter = isDelivered ? null : retryAfterOf(headers['retry-after']);
      const error = isDelivered ? null : refusalOf(status);
      return { isDelivered, status, milliseconds: took(), response: storable(text, call.shown), error, retryAfter };
    } catch (fault) {
      const error = faultOf(fault, this.timeoutMs);
      return { isDelivered: false, status: null, milliseconds: took(), response: null, error, retryAfter: null };
    }
  }
}

function headersOf({ id, number, secrets, payload }: ReceiverCall): Record<string, string> {
  const timestamp = Math.floor(Date.now() / 1_000);
  return {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Dundun-Webhooks/1.0',
    'request-id': `${id}.${number}`,
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures({ id, timestamp, body: JSON.stringify(payload) }, secrets),
  };
}

const refusalOf = (status: number) =>
  status >= 300 && status < 400
    ? `It answered ${status}, a redirect. Redirects are not followed: enter the target address.`
    : `It answered ${status}.`;

/** Describes a fault without details of the internal network. */
function faultOf(fault: unknown, timeoutMs: number): string {
  if (fault instanceof ForbiddenAddressError) return fault.message;
  const { code } = fault as { code?: unknown };
  if (code === 'ETIMEDOUT') return `It did not answer within ${timeoutMs / 1_000} seconds.`;
  if (fault instanceof UnavailableError || code === 'EAI_AGAIN') return 'Its host name could not be resolved.';
  if (code === 'ENOTFOUND' || code === 'ENODATA') return 'The host does not exist.';
  return typeof code === 'string' ? `The connection failed: ${code}.` : 'The answer is not HTTP.';
}

/** Sanitizes the answer for storage. */
const storable = (text: string, most = SHOWN) => text.slice(0, most).replaceAll('\0', '').toWellFormed();
