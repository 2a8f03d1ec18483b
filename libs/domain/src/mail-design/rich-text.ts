import { isObject, isStorableText, type DesignFaults, type Reader } from './read-value.js';

/** A mark of a text: bold, italic, underlined or a link. */
export type Mark = { type: 'strong' | 'em' | 'underline' } | { type: 'link'; attrs: { href: string } };

/** A node inside a paragraph. */
export type Inline =
  | { type: 'text'; text: string; marks?: Mark[] }
  | { type: 'variable'; attrs: { name: string; fallback: string }; marks?: Mark[] }
  | { type: 'hard_break'; marks?: Mark[] };

export interface Paragraph {
  type: 'paragraph';
  content?: Inline[];
}

export interface ItemList {
  type: 'bullet_list' | 'ordered_list';
  content: { type: 'list_item'; content: (Paragraph | ItemList)[] }[];
}

/** Formatted text, in the JSON form of ProseMirror. */
export interface RichText {
  type: 'doc';
  content: (Paragraph | ItemList)[];
}

const DEPTH = 6;
const LONGEST = 20_000;
const MOST_NODES = 2_000;
/** Matches the path of a variable, such as `order.items[0].name`. */
export const VARIABLE_PATH = /^[A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*|\[\d+\])*$/;

const EMPTY: RichText = { type: 'doc', content: [{ type: 'paragraph' }] };

/** Reads formatted text. */
export const richText: Reader<RichText> = (given, path, faults) => {
  const reading = new Reading(path, faults);
  if (!isObject(given) || given.type !== 'doc' || !Array.isArray(given.content)) {
    faults.add(path, 'must be formatted text');
    return EMPTY;
  }
  return { type: 'doc', content: reading.blocks(given.content, 0) };
};

class Reading {
  private nodes = 0;
  private length = 0;
  private isRefused = false;

  constructor(
    private readonly path: string,
    private readonly faults: DesignFaults,
  ) {}

  blocks(given: unknown[], depth: number): (Paragraph | ItemList)[] {
    return given.flatMap((each): (Paragraph | ItemList)[] => {
      if (!this.counts(depth) || !isObject(each)) return this.refuse();
      const content = Array.isArray(each.content) ? (each.content as unknown[]) : [];
      if (each.type === 'paragraph')
        return [{ type: 'paragraph', ...(content.length > 0 && { content: this.inlines(content) }) }];
      if (each.type === 'bullet_list' || each.type === 'ordered_list') {
        const items = content.flatMap((item) =>
          isObject(item) && item.type === 'list_item' && Array.isArray(item.content)
            ? [{ type: 'list_item' as const, content: this.blocks(item.content, depth + 1) }]
            : this.refuse(),
        );
        return [{ type: each.type, content: items }];
      }
      return this.refuse();
    });
  }

  private inlines(given: unknown[]): Inline[] {
    return given.flatMap((each): Inline[] => {
      if (!this.counts(0) || !isObject(each)) return this.refuse();
      const marks = this.marks(each.marks);
      const marked = marks.length > 0 ? { marks } : {};
      if (each.type === 'hard_break') return [{ type: 'hard_break', ...marked }];
      if (each.type === 'text' && this.isText(each.text)) return [{ type: 'text', text: each.text, ...marked }];
      const attrs = each.attrs;
      if (each.type === 'variable' && isObject(attrs) && isPath(attrs.name) && this.isText(attrs.fallback))
        return [{ type: 'variable', attrs: { name: attrs.name, fallback: attrs.fallback }, ...marked }];
      return this.refuse();
    });
  }

  private marks(given: unknown): Mark[] {
    if (given === undefined) return [];
    if (!Array.isArray(given) || given.length > 4) return this.refuse();
    return given.flatMap((each): Mark[] => {
      if (!isObject(each)) return this.refuse();
      if (each.type === 'strong' || each.type === 'em' || each.type === 'underline') return [{ type: each.type }];
      const href = isObject(each.attrs) ? each.attrs.href : undefined;
      if (each.type === 'link' && this.isText(href)) return [{ type: 'link', attrs: { href } }];
      return this.refuse();
    });
  }

  private isText(given: unknown): given is string {
    if (typeof given !== 'string' || !isStorableText(given)) return false;
    this.length += given.length;
    return this.length <= LONGEST;
  }

  private counts(depth: number): boolean {
    this.nodes += 1;
    return this.nodes <= MOST_NODES && depth <= DEPTH;
  }

  private refuse(): never[] {
    if (!this.isRefused)
      this.faults.add(this.path, `must be formatted text of at most ${LONGEST} characters, ${DEPTH} lists deep`);
    this.isRefused = true;
    return [];
  }
}

const isPath = (given: unknown): given is string =>
  typeof given === 'string' && given.length <= 255 && VARIABLE_PATH.test(given);
