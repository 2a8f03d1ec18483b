/** Items in queues that are served round robin, so that a long queue delays only itself. */
export class RoundRobin<T> {
  private readonly queues = new Map<string, T[]>();
  private total = 0;

  get size(): number {
    return this.total;
  }

  sizeOf(queue: string): number {
    return this.queues.get(queue)?.length ?? 0;
  }

  add(queue: string, item: T): void {
    const items = this.queues.get(queue);
    if (items) items.push(item);
    else this.queues.set(queue, [item]);
    this.total += 1;
  }

  /** Takes the first item of the next open queue and moves that queue to the end of the order. A closed queue keeps its place. */
  next(isOpen: (queue: string) => boolean = () => true): { queue: string; item: T } | undefined {
    for (const [queue, items] of this.queues) {
      if (!isOpen(queue)) continue;
      const item = items.shift() as T;
      this.queues.delete(queue);
      if (items.length > 0) this.queues.set(queue, items);
      this.total -= 1;
      return { queue, item };
    }
    return undefined;
  }

  /** Removes and returns all items. */
  clear(): T[] {
    const all = this.all();
    this.queues.clear();
    this.total = 0;
    return all;
  }

  all(): T[] {
    return [...this.queues.values()].flat();
  }
}
