import { Inject, Injectable } from '@nestjs/common';
import { emailKey, TooManyLoginsError } from '@dundun/domain';
import { Seal } from '@dundun/platform/config';
import { network } from '@dundun/platform/limits';
import { issueChallenge, verifyProof } from './proof-of-work.js';
import { SignInCounters, type AttemptRate } from './sign-in-counters.repository.js';

/** Attempts to sign in; each costs a tenth of a second of a core. */
export const SIGN_IN_LIMITS = {
  account: { burst: 10, seconds: 10 },
  network: { burst: 100, seconds: 1 },
  device: { burst: 10, seconds: 10 },
} satisfies Record<string, AttemptRate>;

/** A quarter of a second in a browser; each doubling of the attempts on an account doubles it, up to some seconds. */
export const CHALLENGE_BITS = { least: 18, most: 21 };

/** An attempt to sign in. */
export interface Attempt {
  email: string;
  address: string;
  /** The known device, if the browser has signed in to the account before. */
  device?: string;
  /** A solved challenge. */
  proof?: string;
}

/** Why an attempt was admitted: in the order in which passwords are verified when many wait. */
export type Admission = 'device' | 'proof' | 'unknown';

/**
 * Limits guessing of one account from many addresses and of many accounts from one address. The guesses of others never lock a
 * member out: a device that has signed in before has its own attempts, and a solved challenge is always admitted (ADR 32).
 */
@Injectable()
export class SignInLimits {
  constructor(
    @Inject(SignInCounters) private readonly counters: SignInCounters,
    @Inject(Seal) private readonly seal: Seal,
  ) {}

  /** Issues a challenge for an account, known or not. */
  async challenge(email: string): Promise<{ challenge: string; bits: number }> {
    const account = emailKey(email);
    const { burst } = SIGN_IN_LIMITS.account;
    const used = await this.counters.used('account', account, SIGN_IN_LIMITS.account);
    const bits = CHALLENGE_BITS.least + Math.floor(Math.log2(Math.max(1, used / burst)));
    const asked = Math.min(bits, CHALLENGE_BITS.most);
    return { challenge: issueChallenge(this.seal, account, asked), bits: asked };
  }

  /** @throws TooManyLoginsError */
  async admit({ email, address, device, proof }: Attempt): Promise<Admission> {
    const account = emailKey(email);
    if (device !== undefined && (await this.counters.take('device', device, SIGN_IN_LIMITS.device)) === 0)
      return 'device';
    if (proof !== undefined && (await this.spends(account, proof))) return 'proof';
    // A network without attempts left uses up none of the account's.
    const wait =
      (await this.counters.take('network', network(address), SIGN_IN_LIMITS.network)) ||
      (await this.counters.take('account', account, SIGN_IN_LIMITS.account));
    if (wait > 0) throw new TooManyLoginsError(wait);
    return 'unknown';
  }

  /** Gives the attempts of an account and a network back, because the password was right. */
  async succeeded({ email, address }: Attempt, admission: Admission): Promise<void> {
    if (admission !== 'unknown') return;
    await this.counters.restore('account', emailKey(email), SIGN_IN_LIMITS.account);
    await this.counters.restore('network', network(address), SIGN_IN_LIMITS.network);
  }

  private async spends(account: string, text: string): Promise<boolean> {
    const proof = verifyProof(this.seal, account, text);
    if (!proof || !(await this.counters.spend(proof.nonce, proof.issuedAt))) return false;
    await this.counters.charge('account', account, SIGN_IN_LIMITS.account);
    return true;
  }
}
