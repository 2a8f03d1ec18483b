import { Injectable } from '@nestjs/common';
import { emailKey, RateLimitedError } from '@dundun/domain';
import { network, TokenBuckets, type Rate } from '@dundun/platform/limits';

/** Limits per api process. */
const PAGE_LIMITS = {
  guesses: { burst: 30, perSecond: 0.2 },
  forms: { burst: 30, perSecond: 0.2 },
  address: { burst: 5, perSecond: 0.005 },
} satisfies Record<string, Rate>;

/**
 * Rate limits guesses of links and automated forms. A valid link is never limited: mail programs unsubscribe thousands of
 * readers from one IP address.
 */
@Injectable()
export class PageLimits {
  private readonly guesses = new TokenBuckets(PAGE_LIMITS.guesses);
  private readonly forms = new TokenBuckets(PAGE_LIMITS.forms);
  private readonly addresses = new TokenBuckets(PAGE_LIMITS.address);

  /** Counts an unknown link. @throws RateLimitedError */
  guess(ip: string): void {
    refuseFor(this.guesses.take(network(ip)));
  }

  /** Counts a submitted address. @throws RateLimitedError */
  form(ip: string, place: string, email: string): void {
    refuseFor(this.forms.take(network(ip)) || this.addresses.take(`${place} ${emailKey(email)}`));
  }
}

function refuseFor(seconds: number): void {
  if (seconds > 0) throw new RateLimitedError(seconds);
}
