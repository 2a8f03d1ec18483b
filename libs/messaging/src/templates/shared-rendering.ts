import { Context, Output, TokenKind, toValueSync, type Template } from 'liquidjs';
import { at } from './template-clock.js';
import { engineOf, failureOf, limitNamed, renderParsed, storable, type TemplateParts } from './template-engine.js';
import { LONGEST_PART } from './template-output.js';

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
