/** What waits, in queues that take turns: whoever has much waits for its own, and everybody else comes in between. */
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

  /** The first of the queue whose turn it is, which then goes to the end of the line; queues that are not open are passed over. */
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

  /** Takes out everything. */
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
