import { Context, Output, TokenKind, toValueSync, type Template } from 'liquidjs';
import { at } from './template-clock.js';
import { engineOf, failureOf, limitNamed, renderParsed, type TemplateParts } from './template-engine.js';
import type { PlainOutput, PlainPart, PlainTemplate } from './plain-template.js';
import { LONGEST_PART, storable } from './template-text.js';

/** What one message fills into a shared content, and the time that its filters read. */
export interface Filling {
  variables: object;
  at: number;
}

/** A rendered message: a part is its values if the content consists of text and outputs only, otherwise the whole. */
export type Filled = { [Part in keyof TemplateParts]: string | string[] } | { fault: string };

/** Many renderings of one content. `fixed` are the pieces around the values of a part. */
export interface SharedRendering {
  fixed: { [Part in 'html' | 'text']?: string[] };
  filled: Filled[];
}

interface Parsed {
  part: keyof TemplateParts;
  templates: Template[];
  /** The outputs, if there is nothing else between fixed pieces. */
  outputs?: Template[];
}

/** Renders a content once for each message; it is parsed once. A rendering that fails spoils no other. */
export function renderShared(parts: TemplateParts, fillings: Filling[]): SharedRendering {
  const fixed: SharedRendering['fixed'] = {};
  const parsed: Parsed[] = [];
  for (const [part, source] of Object.entries(parts) as [keyof TemplateParts, string | undefined][]) {
    if (source === undefined) continue;
    const templates = engineOf(part).parse(source);
    const pieces = part === 'subject' ? undefined : piecesOf(part, templates);
    if (pieces && part !== 'subject') fixed[part] = pieces.fixed;
    parsed.push({ part, templates, outputs: pieces?.outputs });
  }
  return { fixed, filled: fillings.map((filling) => fill(parsed, filling)) };
}

/** Returns a content as a plain template; null if it is none. @throws the error of LiquidJS for one that cannot be parsed */
export function plainTemplateOf({ subject, html, text }: TemplateParts): PlainTemplate | null {
  const plain = (part: keyof TemplateParts, source: string | undefined) =>
    source === undefined ? undefined : plainPartOf(part, source);
  const parts = { subject: plain('subject', subject), html: plain('html', html), text: plain('text', text) };
  if (!parts.subject || parts.html === null || parts.text === null) return null;
  return { ...parts, subject: parts.subject, html: parts.html, text: parts.text };
}

function plainPartOf(part: keyof TemplateParts, source: string): PlainPart | null {
  // The pieces of a subject are texts; the whole becomes a header.
  const pieces = piecesOf(part === 'subject' ? 'text' : part, engineOf(part).parse(source));
  const outputs = pieces?.outputs.map((output) => plainOutputOf(part, output.token.getText()));
  return pieces && outputs?.every((output) => output !== null) ? { fixed: pieces.fixed, outputs } : null;
}

/** A path of names and indexes, with `raw` or without. */
const PLAIN_OUTPUT = /^\{\{-?\s*([a-z_]\w*)((?:\.[a-z_]\w*|\[\d{1,6}\])*)\s*(\|\s*raw\s*)?-?\}\}$/i;
const KEYWORDS = new Set(['true', 'false', 'nil', 'null', 'empty', 'blank']);

function plainOutputOf(part: keyof TemplateParts, output: string): PlainOutput | null {
  const [, name, rest = '', raw] = PLAIN_OUTPUT.exec(output) ?? [];
  if (name === undefined || KEYWORDS.has(name)) return null;
  const path = [name, ...(rest.match(/\w+/g) ?? []).map((step) => (/^\d/.test(step) ? String(Number(step)) : step))];
  return { path, isEscaped: part === 'html' && raw === undefined };
}

function fill(parsed: Parsed[], { variables, at: time }: Filling): Filled {
  try {
    return at(time, () =>
      Object.fromEntries(
        parsed.map(({ part, templates, outputs }) => [
          part,
          outputs ? valuesOf(part, outputs, variables) : renderParsed(part, templates, variables),
        ]),
      ),
    );
  } catch (error) {
    return { fault: failureOf(error) };
  }
}

function valuesOf(part: keyof TemplateParts, outputs: Template[], variables: object): string[] {
  return limitNamed(part, () => {
    const engine = engineOf(part);
    const context = new Context(variables, engine.options, { sync: true });
    let length = 0;
    return outputs.map((output) => {
      const value = storable(toValueSync(engine.renderer.renderTemplates([output], context)) as string);
      length += value.length;
      if (length > LONGEST_PART) throw new Error('output length limit exceeded');
      return value;
    });
  });
}

/** Returns the texts around the outputs; undefined if there are tags, which decide what is written. */
function piecesOf(
  part: keyof TemplateParts,
  templates: Template[],
): { fixed: string[]; outputs: Template[] } | undefined {
  const fixed = [''];
  const outputs: Template[] = [];
  for (const template of templates) {
    if (template instanceof Output) {
      outputs.push(template);
      fixed.push('');
    } else if (template.token.kind === TokenKind.HTML) fixed[outputs.length] += renderParsed(part, [template], {});
    else return undefined;
  }
  return { fixed, outputs };
}
