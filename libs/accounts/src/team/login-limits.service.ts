import { Injectable } from '@nestjs/common';
import { emailKey, TooManyLoginsError } from '@dundun/domain';
import { network, TokenBuckets } from '@dundun/platform/limits';
import { LRUCache } from 'lru-cache';

/** Sign-in attempts; each costs a tenth of a second of a core. Counted per api process. */
export const LOGIN_LIMITS = {
  account: { burst: 10, perSecond: 0.1 },
  address: { burst: 100, perSecond: 1 },
};

/**
 * Limits guessing of one account from many addresses and of many accounts from one address. An address that has signed in to an
 * account before has its own attempts there, renewed by each success, so that the guesses of others do not lock it out.
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
    // An address without attempts left consumes none of the account's.
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
