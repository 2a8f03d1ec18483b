import type { Liquid } from 'liquidjs';
import { protectLiquid, type ProtectedMjml } from './mjml-source.js';
import { faultOf, SourceFault } from './source-fault.js';

/** MJML takes half a second and 30 MB to load, so only a thread that needs it loads it. */
export const loadMjml = async () => (await import('mjml')).default;

export type Mjml = Awaited<ReturnType<typeof loadMjml>>;

/** The HTML that the MJML stands for, with its Liquid as it was. Reads no file. @throws SourceFault */
export async function compileMjml(source: string, engine: Liquid, mjml: Mjml): Promise<string> {
  const held = protectLiquid(source, engine);
  const { html, errors } = await compiled(held, mjml);
  // The value of an attribute that Liquid makes is known only when it is rendered.
  const error = errors.find(({ message }) => !message.match(held.words));
  if (error) throw new SourceFault(tidy(error.message), held.sourceLine(error.line));
  const kept = new Set(html.match(held.words));
  for (const [word, { liquid, line, column }] of held.placed)
    if (!kept.has(word)) throw new SourceFault(`MJML leaves out ${shortened(liquid)} here`, line, column);
  return held.before + html.replace(held.words, (word) => held.placed.get(word)?.liquid ?? word) + held.after;
}

async function compiled({ mjml: source, words }: ProtectedMjml, mjml: Mjml) {
  try {
    return await mjml(source, { ignoreIncludes: true, validationLevel: 'soft' });
  } catch (error) {
    const { problem } = faultOf(error);
    throw new SourceFault(problem.replace(words, 'Liquid'));
  }
}

const tidy = (message: string) => message.replace(/\s+/g, ' ').trim();
const shortened = (liquid: string) => (liquid.length > 60 ? `${liquid.slice(0, 59)}…` : liquid);
