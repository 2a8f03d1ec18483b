/**
 * The aliases of versioned routes: `/things/…` stands for `/v1/things/…` once any route below `/v1/things` is registered.
 * A first segment that has its own routes is not an alias.
 */
export class UnversionedPaths {
  private readonly versioned = new Set<string>();
  private readonly own = new Set<string>();

  /** Learns the path of a registered route. */
  add(path: string): void {
    const [, first = '', second = ''] = path.split('/');
    if (first === 'v1') this.versioned.add(second);
    else this.own.add(first);
  }

  /** Returns the URL that is routed: versioned when the given one is an alias. Runs before routing, on every request. */
  rewrite(url: string): string {
    const first = /^\/([^/?]*)/.exec(url)?.[1];
    return first && this.versioned.has(first) && !this.own.has(first) ? `/v1${url}` : url;
  }
}
