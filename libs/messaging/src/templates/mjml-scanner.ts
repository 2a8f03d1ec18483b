import { SourceFault } from './source-fault.js';

/** Elements whose content MJML does not parse. */
const WITH_CONTENT = new Set(
  (
    'mj-accordion-text mj-accordion-title mj-button mj-carousel-image mj-html-attribute mj-navbar-link mj-preview ' +
    'mj-raw mj-social-element mj-style mj-table mj-text mj-title'
  ).split(' '),
);

/** An open element, its position and its parent. */
export interface MjmlElement {
  name: string;
  line: number;
  column: number;
  parent?: string;
}

interface Tag extends MjmlElement {
  isClosing: boolean;
}

/**
 * Follows the elements of MJML, in pieces with Liquid between them. It reports unclosed elements and includes, which MJML
 * itself ignores.
 */
export class MjmlScanner {
  part: 'before' | 'inside' | 'after' = 'before';
  /** The elements in source order. */
  readonly elements: MjmlElement[] = [];
  private state: 'text' | 'comment' | 'tag' = 'text';
  private quote = '';
  private tag: Tag | undefined;
  private readonly opened: MjmlElement[] = [];

  /** Whether the position is where MJML parses neither attributes nor content. */
  get isBetweenElements(): boolean {
    return this.state === 'text' && !this.isInContent;
  }

  /** @throws SourceFault */
  read(text: string, line: number, column: number): void {
    const pattern = /<!--|-->|<(\/?)([a-z][\w:-]*)|\/?>|["'\n]/gi;
    let lineStart = 1 - column;
    for (const match of text.matchAll(pattern)) {
      const [found, slash, name] = match;
      if (found === '\n') {
        line += 1;
        lineStart = match.index + 1;
      } else if (name !== undefined) {
        this.open({ name: name.toLowerCase(), isClosing: slash === '/', line, column: match.index - lineStart + 1 });
      } else this.punctuation(found);
    }
  }

  /** @throws SourceFault */
  end(): void {
    const open = this.opened.at(-1);
    if (open) throw notClosed(open);
  }

  private get isInContent(): boolean {
    return WITH_CONTENT.has(this.opened.at(-1)?.name ?? '');
  }

  private open(tag: Tag): void {
    if (this.state !== 'text') return;
    if (tag.name === 'mj-include')
      throw new SourceFault('mj-include cannot be used: there are no files to read', tag.line, tag.column);
    if (this.isInContent && !WITH_CONTENT.has(tag.name)) return;
    this.tag = tag;
    this.state = 'tag';
    if (!tag.isClosing) this.elements.push({ ...tag, parent: this.opened.at(-1)?.name });
    if (tag.name === 'mjml' && this.part === 'before') this.part = 'inside';
  }

  private punctuation(found: string): void {
    if (this.state === 'comment') {
      if (found === '-->') this.state = 'text';
    } else if (this.state === 'text') {
      if (found === '<!--') this.state = 'comment';
    } else if (this.quote) {
      if (found === this.quote) this.quote = '';
    } else if (found === '"' || found === "'") this.quote = found;
    else if (found.endsWith('>')) this.finish(found === '/>');
  }

  private finish(isEmpty: boolean): void {
    const tag = this.tag as Tag;
    this.state = 'text';
    if (!tag.isClosing) {
      if (!isEmpty) this.opened.push(tag);
      return;
    }
    const last = this.opened.pop();
    if (last?.name === tag.name) {
      if (this.opened.length === 0) this.part = 'after';
      return;
    }
    throw last ? notClosed(last) : new SourceFault(`</${tag.name}> closes nothing`, tag.line, tag.column);
  }
}

const notClosed = ({ name, line, column }: MjmlElement) => new SourceFault(`<${name}> is not closed`, line, column);
