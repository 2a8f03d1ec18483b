import { Inject, Injectable } from '@nestjs/common';
import { ForbiddenAddressError } from '@dundun/domain';
import { OutboundGuard } from '@dundun/platform/outbound';

const TIMEOUT_MS = 10_000;

/** Writes into chats that take Slack's format, on the public internet and on networks that the operator allows. Never throws. */
@Injectable()
export class Chat {
  constructor(@Inject(OutboundGuard) private readonly guard: OutboundGuard) {}

  /** @returns why the chat did not take the text, as a sentence; null if it did */
  async say(url: string, text: string): Promise<string | null> {
    try {
      const { status } = await this.guard.fetchPinned(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json; charset=utf-8', 'user-agent': 'Dundun-Alerts/1.0' },
        body: JSON.stringify({ text }),
        timeoutMs: TIMEOUT_MS,
      });
      if (status >= 200 && status < 300) return null;
      return status >= 300 && status < 400 ? 'It redirects: enter the target address.' : `It answered ${status}.`;
    } catch (fault) {
      if (fault instanceof ForbiddenAddressError) return fault.message;
      return (fault as { code?: unknown }).code === 'ETIMEDOUT'
        ? `It did not answer within ${TIMEOUT_MS / 1_000} seconds.`
        : 'It could not be reached.';
    }
  }
}
