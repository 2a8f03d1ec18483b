import { Injectable } from '@nestjs/common';
import { emailKey, TooManyLoginsError } from '@dundun/domain';
import { network, TokenBuckets } from '@dundun/platform/limits';
import { LRUCache } from 'lru-cache';

/** Attempts, each costing a tenth of a second of a core. Counted by each api process. */
export const LOGIN_LIMITS = {
  account: { burst: 10, perSecond: 0.1 },
  address: { burst: 100, perSecond: 1 },
};

/**
 * Slows down guessing: one account from many addresses, and many accounts from one address. Nobody is locked out by
 * others' guesses: an address that has signed in to an account before has attempts of its own there, new ones after each
 * success.
 */
@Injectable()
export class LoginLimits {
  private readonly accounts = new TokenBuckets(LOGIN_LIMITS.account);
  private readonly addresses = new TokenBuckets(LOGIN_LIMITS.address);
  private readonly successes = new LRUCache<string, number>({ max: 10_000 });

  /** @throws TooManyLoginsError */
  take(email: string, address: string): void {
    const account = emailKey(email);
    const home = pair(account, address);
    const successes = this.successes.get(home);
    // An address that has used up its own attempts takes none from the account.
    const wait =
      this.addresses.take(network(address)) ||
      this.accounts.take(successes === undefined ? account : `${home} ${successes}`);
    if (wait > 0) throw new TooManyLoginsError(wait);
  }

  succeeded(email: string, address: string): void {
    const home = pair(emailKey(email), address);
    this.successes.set(home, (this.successes.get(home) ?? 0) + 1);
  }
}

const pair = (account: string, address: string) => `${account} ${network(address)}`;
