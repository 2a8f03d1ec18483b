import { Inject, Injectable } from '@nestjs/common';
import { ForbiddenAddressError, UnavailableError } from '@dundun/domain';
import { OutboundGuard } from '@dundun/platform/outbound';
import type { Payload } from './payload.js';
import { retryAfterOf } from './retry-after.js';
import { signatures } from './signature.js';

/** One call: under which id, of which number, signed with which secrets. */
export interface ReceiverCall {
  id: string;
  number: number;
  url: string;
  secrets: string[];
  payload: Payload;
}

/** What came of it. */
export interface ReceiverAnswer {
  isDelivered: boolean;
  /** Null when there was no answer. */
  status: number | null;
  milliseconds: number;
  response: string | null;
  error: string | null;
  /** Milliseconds that the receiver asks to wait. */
  retryAfter: number | null;
}

const SHOWN = 1_024;

/** Calls receivers, only on the public internet and where the operator allows it. Never throws. */
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
      return { isDelivered, status, milliseconds: took(), response: storable(text), error, retryAfter };
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
    ? `It answered ${status}, a redirect, which is not followed: enter the address that it leads to.`
    : `It answered ${status}.`;

/** In words that say nothing of the network that this service is in. */
function faultOf(fault: unknown, timeoutMs: number): string {
  if (fault instanceof ForbiddenAddressError) return fault.message;
  const { code } = fault as { code?: unknown };
  if (code === 'ETIMEDOUT') return `It did not answer within ${timeoutMs / 1_000} seconds.`;
  if (fault instanceof UnavailableError || code === 'EAI_AGAIN') return 'Its host name could not be looked up.';
  if (code === 'ENOTFOUND' || code === 'ENODATA') return 'There is no such host.';
  return typeof code === 'string' ? `The connection failed: ${code}.` : 'What it answered is not HTTP.';
}

/** As PostgreSQL can keep it. */
const storable = (text: string) => text.slice(0, SHOWN).replaceAll('\0', '').toWellFormed();
