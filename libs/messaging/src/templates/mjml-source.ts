import { Tokenizer, TypeGuards, type Liquid } from 'liquidjs';
import { MjmlScanner, type MjmlElement } from './mjml-scanner.js';

/** A piece of Liquid that was replaced in MJML. */
interface Placed {
  liquid: string;
  line: number;
  column: number;
}

/** MJML in which every piece of Liquid is replaced by a word that MJML keeps. */
export interface ProtectedMjml {
  mjml: string;
  /** The pieces by their word. */
  placed: Map<string, Placed>;
  /** Matches the words; their prefix does not occur in the source. */
  words: RegExp;
  /** The Liquid around the mjml element. */
  before: string;
  after: string;
  /** Maps a line of the protected MJML to the line of the source. */
  sourceLine(line: number): number;
  /** The elements in source order. */
  elements: MjmlElement[];
}

/**
 * Replaces Liquid in MJML by words. MJML does not know Liquid: it would drop Liquid between elements, fail on its quotes in
 * attributes and read a `<` of a condition as a tag.
 * @throws SourceFault
 */
export function protectLiquid(source: string, engine: Liquid): ProtectedMjml {
  const prefix = unusedIn(source);
  const scanner = new MjmlScanner();
  const placed = new Map<string, Placed>();
  const around = { before: '', after: '' };
  const lines = [0, 1];
  let mjml = '';
  let [line, column] = [1, 1];
  for (const token of new Tokenizer(source).readTopLevelTokens(engine.options)) {
    const text = source.slice(token.begin, token.end);
    if (!TypeGuards.isTagToken(token) && !TypeGuards.isOutputToken(token)) {
      scanner.read(text, line, column);
      mjml += text;
      for (let at = line + 1; at <= line + newlines(text); at += 1) lines.push(at);
    } else if (scanner.part === 'inside') {
      const word = `${prefix}${placed.size}z`;
      placed.set(word, { liquid: text, line, column });
      mjml += scanner.isBetweenElements ? `<mj-raw>${word}</mj-raw>` : word;
    } else around[scanner.part] += text;
    [line, column] = positionAfter(text, line, column);
  }
  scanner.end();
  const words = new RegExp(`${prefix}\\d+z`, 'g');
  return { mjml, placed, words, ...around, sourceLine: (at) => lines[at] ?? at, elements: scanner.elements };
}

/** Returns a prefix for words that MJML, CSS and HTML keep and that does not occur in the source. */
function unusedIn(source: string): string {
  const longest = (source.match(/q+/g) ?? []).reduce((most, { length }) => Math.max(most, length), 0);
  return `l${'q'.repeat(longest + 1)}`;
}

const newlines = (text: string) => text.split('\n').length - 1;

/** Returns the position after the text. */
function positionAfter(text: string, line: number, column: number): [number, number] {
  const last = text.lastIndexOf('\n');
  return last < 0 ? [line, column + text.length] : [line + newlines(text), text.length - last];
}
