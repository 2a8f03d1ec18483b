import { RateLimitedError } from '@dundun/domain';
import type { FastifyRequest } from 'fastify';
import { addressOf, type Caller } from './caller.js';
import { network } from '../limits/network.js';
import { TokenBuckets, type Rate } from '../limits/token-bucket.js';

/**
 * Limits of calls with the key alone, which is public on web pages. The limit per address only stops abuse, because a whole
 * office may share one. Each api process counts separately. Calls with the secret are exempt.
 */
export const KEY_LIMITS = {
  key: { burst: 2_000, perSecond: 1_000 },
  user: { burst: 60, perSecond: 10 },
  address: { burst: 600, perSecond: 100 },
} satisfies Record<string, Rate>;

/** Counts calls with the key alone per key, user and address. */
export class KeyLimits {
  private readonly keys: TokenBuckets;
  private readonly users: TokenBuckets;
  private readonly addresses: TokenBuckets;

  /** @param now a clock in milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this.keys = new TokenBuckets(KEY_LIMITS.key, undefined, now);
    this.users = new TokenBuckets(KEY_LIMITS.user, undefined, now);
    this.addresses = new TokenBuckets(KEY_LIMITS.address, undefined, now);
  }

  /** Counts a call, narrowest limit first, so that a refused call takes nothing from wider limits. @throws RateLimitedError */
  take(request: FastifyRequest): void {
    const { keyId, workspaceId } = request.caller ?? {};
    const uid = (request.params as Record<string, string> | undefined)?.uid;
    const wait =
      this.addresses.take(network(addressOf(request))) ||
      (uid === undefined ? 0 : this.users.take(userOf(workspaceId, uid))) ||
      this.keys.take(String(keyId));
    if (wait > 0) throw new RateLimitedError(wait);
  }

  /** Counts a call whose user is not in the route but in the body. @throws RateLimitedError */
  takeUser({ level, workspaceId }: Pick<Caller, 'level' | 'workspaceId'>, uid: string): void {
    const wait = level === 'key' ? this.users.take(userOf(workspaceId, uid)) : 0;
    if (wait > 0) throw new RateLimitedError(wait);
  }
}

/** The limits of this process; a user has one allowance across all routes. */
export const keyLimits = new KeyLimits();

const userOf = (workspaceId: number | undefined, uid: string) => `${workspaceId} ${uid}`;
