import type { SourceName } from '../intake/source-hooks.service.js';
import { adapterOf } from '../adapters/source-registry.js';

/** A source with due events. */
export interface WaitingSource extends SourceName {
  kind: string;
}

/**
 * Serves workspaces round robin, and the sources of each workspace round robin within it, so that many sources do not give a
 * workspace a larger share. Mappings can be slow: while other sources wait, at most one source with a mapping per workspace is
 * in flight.
 */
export class SourceRoundRobin {
  private waiting: WaitingSource[] = [];
  private readonly inFlight = new Set<WaitingSource>();
  /** The turn in which a workspace or a source was last served. */
  private readonly served = new Map<number | string, number>();
  private turn = 0;

  /** Replaces the waiting sources. */
  renew(waiting: WaitingSource[]): void {
    this.waiting = waiting;
  }

  next(): WaitingSource | undefined {
    const busy = new Set([...this.inFlight].filter(hasMapping).map(({ workspaceId }) => workspaceId));
    const others = this.waiting.filter((source) => !hasMapping(source) || !busy.has(source.workspaceId));
    const [first, ...rest] = others.length > 0 ? others : this.waiting;
    if (!first) return undefined;
    const next = rest.reduce((best, source) => (this.isBefore(source, best) ? source : best), first);
    this.waiting = this.waiting.filter((source) => source !== next);
    this.turn += 1;
    this.served.set(next.workspaceId, this.turn).set(next.sourceId, this.turn);
    this.inFlight.add(next);
    return next;
  }

  done(source: WaitingSource): void {
    this.inFlight.delete(source);
  }

  private isBefore(one: WaitingSource, other: WaitingSource): boolean {
    const last = (key: number | string) => this.served.get(key) ?? 0;
    const byWorkspace = last(one.workspaceId) - last(other.workspaceId);
    return byWorkspace < 0 || (byWorkspace === 0 && last(one.sourceId) < last(other.sourceId));
  }
}

/** Only adapters that check their settings by a trial evaluate a mapping for every event. */
const hasMapping = ({ kind }: WaitingSource) => adapterOf(kind)?.check !== undefined;
