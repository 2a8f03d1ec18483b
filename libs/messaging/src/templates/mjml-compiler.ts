import type { Liquid } from 'liquidjs';
import { columnOf } from './mjml-place.js';
import { protectLiquid, type ProtectedMjml } from './mjml-source.js';
import { faultOf, SourceFault } from './source-fault.js';
import { LONGEST_PART } from './template-text.js';

/** Loading MJML takes half a second and 30 MB, so a process loads it when first needed. */
export const loadMjml = async () => (await import('mjml')).default;

export type Mjml = Awaited<ReturnType<typeof loadMjml>>;

/** MJML would make each reader fetch these from Google. A template that wants one says so with mj-font. */
const NO_FONTS = {};

/** Compiles MJML to HTML with its Liquid unchanged. Reads no files. @throws SourceFault */
export async function compileMjml(source: string, engine: Liquid, mjml: Mjml): Promise<string> {
  const held = protectLiquid(source, engine);
  const { html, errors } = await compiled(held, mjml);
  // The value of an attribute that contains Liquid is known only at rendering.
  const error = errors.find(({ message }) => !message.match(held.words));
  if (error) {
    const line = held.sourceLine(error.line);
    throw new SourceFault(tidy(error.message), line, columnOf(error, line, source, held.elements));
  }
  if (html.length > LONGEST_PART) throw tooLong();
  const kept = new Set(html.match(held.words));
  for (const [word, { liquid, line, column }] of held.placed)
    if (!kept.has(word)) throw new SourceFault(`MJML leaves out ${shortened(liquid)} here`, line, column);
  return held.before + withLiquid(html, held) + held.after;
}

/** Bounds the output while it is built, because MJML repeats the content of classes and defaults. @throws SourceFault */
function withLiquid(html: string, { words, placed }: ProtectedMjml): string {
  let { length } = html;
  return html.replace(words, (word) => {
    const liquid = placed.get(word)?.liquid ?? word;
    length += liquid.length - word.length;
    if (length > LONGEST_PART) throw tooLong();
    return liquid;
  });
}

const tooLong = () => new SourceFault(`its HTML becomes longer than ${LONGEST_PART} characters`);

async function compiled({ mjml: source, words, elements: [root] }: ProtectedMjml, mjml: Mjml) {
  try {
    return await mjml(source, { ignoreIncludes: true, validationLevel: 'soft', fonts: NO_FONTS });
  } catch (error) {
    const { problem } = faultOf(error);
    throw new SourceFault(problem.replace(words, 'Liquid'), root?.line ?? 1, root?.column ?? 1);
  }
}

const tidy = (message: string) => message.replace(/\s+/g, ' ').trim();
const shortened = (liquid: string) => (liquid.length > 60 ? `${liquid.slice(0, 59)}…` : liquid);
