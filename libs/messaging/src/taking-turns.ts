/** What waits, by workspace: whoever has much waits for its own, and everybody else comes in between. */
export class TakingTurns<T> {
  private readonly queues = new Map<number, T[]>();
  private total = 0;

  get size(): number {
    return this.total;
  }

  sizeOf(workspaceId: number): number {
    return this.queues.get(workspaceId)?.length ?? 0;
  }

  add(workspaceId: number, ...items: T[]): void {
    if (items.length === 0) return;
    const queue = this.queues.get(workspaceId);
    if (queue) queue.push(...items);
    else this.queues.set(workspaceId, items);
    this.total += items.length;
  }

  /** The first of the workspace whose turn it is, which then goes to the end of the line. */
  next(): T | undefined {
    for (const [workspaceId, queue] of this.queues) {
      const item = queue.shift();
      this.queues.delete(workspaceId);
      if (queue.length > 0) this.queues.set(workspaceId, queue);
      this.total -= 1;
      return item;
    }
    return undefined;
  }

  /** Takes out everything. */
  clear(): T[] {
    const all = [...this.queues.values()].flat();
    this.queues.clear();
    this.total = 0;
    return all;
  }

  all(): T[] {
    return [...this.queues.values()].flat();
  }
}
