/** Size of a bucket and its refill rate. */
export interface Rate {
  burst: number;
  perSecond: number;
}

interface Bucket {
  tokens: number;
  at: number;
}

/**
 * Token buckets by key, in the memory of this process. The table is bounded: it drops the oldest bucket, which at worst
 * grants its key a new burst.
 */
export class TokenBuckets {
  private readonly buckets = new Map<string, Bucket>();

  constructor(
    private readonly rate: Rate,
    private readonly most = 100_000,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Takes a token. @returns 0, or the seconds until a token is available when there is none */
  take(key: string): number {
    const now = this.now();
    const bucket = this.buckets.get(key);
    if (!bucket) {
      if (this.buckets.size >= this.most) this.buckets.delete(this.buckets.keys().next().value as string);
      this.buckets.set(key, { tokens: this.rate.burst - 1, at: now });
      return 0;
    }
    bucket.tokens = Math.min(this.rate.burst, bucket.tokens + ((now - bucket.at) / 1000) * this.rate.perSecond);
    bucket.at = now;
    if (bucket.tokens < 1) return (1 - bucket.tokens) / this.rate.perSecond;
    bucket.tokens -= 1;
    return 0;
  }
}
