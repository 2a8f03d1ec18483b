import { TemplateError, type FieldFault } from '@dundun/domain';
import { compileMjml, type Mjml } from './mjml-compiler.js';
import { faultOf, SourceFault } from './source-fault.js';
import { engineOf, renderParts, type TemplateParts } from './template-engine.js';
import { variablesOf } from './template-variables.js';

/** The sources of a template; html is made from MJML if there is any. */
export interface TemplateSources {
  subject?: string;
  html?: string;
  mjml?: string;
  text?: string;
}

/** The facts about valid sources. */
export interface Inspected {
  /** The html that is rendered. */
  html: string | null;
  /** All variables, sorted. */
  variables: string[];
  /** The variables without which rendering may be refused. */
  required: string[];
}

/** Parses every part of a template as rendering does. @returns its faults if it cannot be rendered */
export async function inspect(
  sources: TemplateSources,
  load: () => Promise<Mjml>,
): Promise<Inspected | { faults: FieldFault[] }> {
  const faults: FieldFault[] = [];
  const required = new Map<string, boolean>();
  const { mjml, ...parts } = sources;
  const read = (field: keyof TemplateSources, source: string) => {
    for (const used of variablesOf(engineOf(field).parse(source)))
      required.set(used.name, used.required || required.get(used.name) === true);
    tryOut(field === 'mjml' ? 'html' : field, source);
  };
  const trying = async (field: string, work: () => void | Promise<void>) => {
    try {
      await work();
    } catch (error) {
      faults.push({ field, message: faultOf(error).message });
    }
  };
  for (const [field, source] of Object.entries(parts) as [keyof TemplateSources, string | undefined][])
    if (source !== undefined) await trying(field, () => read(field, source));
  let html = parts.html ?? null;
  if (mjml !== undefined)
    await trying('mjml', async () => {
      const engine = engineOf('mjml');
      // Parse the source itself first, because its mistakes have the right positions.
      engine.parse(mjml);
      html = await compileMjml(mjml, engine, await load());
      read('mjml', html);
    });
  if (faults.length > 0) return { faults };
  const variables = [...required.keys()].sort();
  return { html, variables, required: variables.filter((name) => required.get(name)) };
}

/** Refuses a template that exceeds a limit even without variables, because it could never be sent. @throws SourceFault */
function tryOut(part: keyof TemplateParts, source: string): void {
  try {
    renderParts({ [part]: source }, {}, false);
  } catch (error) {
    if (error instanceof TemplateError) throw new SourceFault(error.detail);
  }
}
