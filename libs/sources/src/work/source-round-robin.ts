import type { SourceName } from '../intake/source-hooks.service.js';
import { adapterOf } from '../adapters/source-registry.js';

/** A source that has something due. */
export interface WaitingSource extends SourceName {
  kind: string;
}

/**
 * Whose turn it is. Workspaces take turns, and the sources of one among themselves, so that nobody is served sooner for having
 * more of them. What an author wrote can be slow: as long as others wait, one of a workspace's sources with a mapping is in hand.
 */
export class SourceRoundRobin {
  private waiting: WaitingSource[] = [];
  private readonly inHand = new Set<WaitingSource>();
  /** When a workspace, or a source, had its last turn. */
  private readonly served = new Map<number | string, number>();
  private turn = 0;

  /** Those that wait now, instead of those that waited. */
  renew(waiting: WaitingSource[]): void {
    this.waiting = waiting;
  }

  next(): WaitingSource | undefined {
    const busy = new Set([...this.inHand].filter(hasMapping).map(({ workspaceId }) => workspaceId));
    const others = this.waiting.filter((source) => !hasMapping(source) || !busy.has(source.workspaceId));
    const [first, ...rest] = others.length > 0 ? others : this.waiting;
    if (!first) return undefined;
    const next = rest.reduce((best, source) => (this.isBefore(source, best) ? source : best), first);
    this.waiting = this.waiting.filter((source) => source !== next);
    this.turn += 1;
    this.served.set(next.workspaceId, this.turn).set(next.sourceId, this.turn);
    this.inHand.add(next);
    return next;
  }

  done(source: WaitingSource): void {
    this.inHand.delete(source);
  }

  private isBefore(one: WaitingSource, other: WaitingSource): boolean {
    const last = (key: number | string) => this.served.get(key) ?? 0;
    const byWorkspace = last(one.workspaceId) - last(other.workspaceId);
    return byWorkspace < 0 || (byWorkspace === 0 && last(one.sourceId) < last(other.sourceId));
  }
}

/** Only what is tried out before it is saved is evaluated for every event. */
const hasMapping = ({ kind }: WaitingSource) => adapterOf(kind)?.check !== undefined;
