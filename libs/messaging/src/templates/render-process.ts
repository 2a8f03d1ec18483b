import { MissingVariableError, type FieldFault } from '@dundun/domain';
import { answerQuestions, loading } from '@dundun/platform/sandbox';
import { loadMjml, type Mjml } from './mjml-compiler.js';
import type { PlainTemplate } from './plain-template.js';
import { plainTemplateOf, renderShared, type Filling, type SharedRendering } from './shared-rendering.js';
import { failureOf, missingOf, renderParts, templateRefusal, type TemplateParts } from './template-engine.js';
import { inspect, type Inspected, type TemplateSources } from './template-inspection.js';

/** A request to the process: to render (once, leniently for a preview, or for many messages), to find a plain template, or to inspect sources. */
export type RenderQuestion =
  | { parts: TemplateParts; variables: object; required?: string[] }
  | { parts: TemplateParts; fillings: Filling[] }
  | { parts: TemplateParts; asks: 'plain template' }
  | { sources: TemplateSources };

/** Its answer. Refusals are sent as data, because classes do not survive between processes. */
export type RenderAnswer =
  | { parts: TemplateParts; missing: string[] }
  | { inspected: Inspected }
  | { shared: SharedRendering }
  | { template: PlainTemplate | null }
  | { missing: string[] }
  | { fault: string }
  | { faults: FieldFault[] };

answerQuestions((question: RenderQuestion) => {
  if ('sources' in question) return inspection(question.sources);
  if ('asks' in question) return plainTemplate(question.parts);
  return 'fillings' in question ? sharing(question) : rendering(question);
});

function sharing({ parts, fillings }: Extract<RenderQuestion, { fillings: unknown }>): RenderAnswer {
  try {
    return { shared: renderShared(parts, fillings) };
  } catch (error) {
    return { fault: failureOf(error) };
  }
}

function plainTemplate(parts: TemplateParts): RenderAnswer {
  try {
    return { template: plainTemplateOf(parts) };
  } catch {
    // Its rendering says why.
    return { template: null };
  }
}

function rendering({ parts, variables, required }: Extract<RenderQuestion, { variables: object }>): RenderAnswer {
  try {
    const missing = required ? missingOf(required, variables) : [];
    return { parts: renderParts(parts, variables, required === undefined), missing };
  } catch (error) {
    const refusal = templateRefusal(error);
    return refusal instanceof MissingVariableError ? { missing: refusal.names } : { fault: failureOf(error) };
  }
}

let mjml: Mjml | undefined;

async function load(): Promise<Mjml> {
  return (mjml ??= await loading(loadMjml));
}

async function inspection(sources: TemplateSources): Promise<RenderAnswer> {
  try {
    const found = await inspect(sources, load);
    return 'faults' in found ? found : { inspected: found };
  } catch (error) {
    return { fault: String((error as Error).message ?? error) };
  }
}
