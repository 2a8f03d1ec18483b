import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { SegmentSamples } from './segment-samples.repository.js';

/** Counting a million people takes longer than a sample of them. */
const FRESH_MS = 60_000;
const MOST_KEPT = 1_000;

/** How many people workspaces have, up to a minute old: what a share of a sample is scaled by. */
@Injectable()
export class Headcounts {
  private readonly counts = new LRUCache<number, Promise<number>>({ max: MOST_KEPT, ttl: FRESH_MS });

  constructor(@Inject(SegmentSamples) private readonly samples: SegmentSamples) {}

  of(workspaceId: number): Promise<number> {
    const known = this.counts.get(workspaceId);
    if (known) return known;
    const counting = this.samples.count(workspaceId);
    this.counts.set(workspaceId, counting);
    counting.catch(() => this.counts.delete(workspaceId));
    return counting;
  }
}
