/** The parameters of a statement. Nothing from a tree becomes part of its text. */
export class Bind {
  readonly values: unknown[] = [];
  private readonly known = new Map<string, string>();

  /** @returns the placeholder with its type, the same one for equal values */
  of(value: unknown, type: string): string {
    const key = `${type} ${JSON.stringify(value)}`;
    const place = this.known.get(key) ?? `$${this.values.push(value)}::${type}`;
    this.known.set(key, place);
    return place;
  }
}
