/** A path with parameters, and the methods that are registered for it. */
interface Known {
  pattern: RegExp;
  methods: Set<string>;
}

/** The methods of every registered path, for the header Allow. Paths with wildcards serve files or refuse, so they are left out. */
export class RouteMethods {
  private readonly known = new Map<string, Known>();

  /** Learns a registered route. @param url may have parameters like `:id` */
  add(method: string | string[], url: string): void {
    if (url.includes('*')) return;
    let known = this.known.get(url);
    if (!known) this.known.set(url, (known = { pattern: patternOf(url), methods: new Set() }));
    for (const each of [method].flat()) known.methods.add(each);
  }

  /** Returns the methods of a path without its query, sorted; none if no route has the path. */
  of(path: string): string[] {
    const all = [...this.known.values()].filter(({ pattern }) => pattern.test(path));
    return [...new Set(all.flatMap(({ methods }) => [...methods]))].sort();
  }
}

const patternOf = (url: string) =>
  new RegExp(
    `^${url
      .replace(/\/$/, '')
      .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
      .replace(/:\w+/g, '[^/]+')}/?$`,
  );
