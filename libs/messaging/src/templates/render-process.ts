import { MissingVariableError, TemplateError, type FieldFault } from '@dundun/domain';
import { answerQuestions, loading } from '@dundun/platform/sandbox';
import { loadMjml, type Mjml } from './mjml-compiler.js';
import { missingOf, renderParts, templateRefusal, type TemplateParts } from './template-engine.js';
import { inspect, type Inspected, type TemplateSources } from './template-inspection.js';

/** A request to the process: to render (leniently for a preview), or to inspect sources that an author saves. */
export type RenderQuestion =
  { parts: TemplateParts; variables: object; required?: string[] } | { sources: TemplateSources };

/** Its answer. Refusals are sent as data, because classes do not survive between processes. */
export type RenderAnswer =
  | { parts: TemplateParts; missing: string[] }
  | { inspected: Inspected }
  | { missing: string[] }
  | { fault: string }
  | { faults: FieldFault[] };

answerQuestions((question: RenderQuestion) =>
  'sources' in question ? inspection(question.sources) : rendering(question),
);

function rendering({ parts, variables, required }: Exclude<RenderQuestion, { sources: unknown }>): RenderAnswer {
  try {
    const missing = required ? missingOf(required, variables) : [];
    return { parts: renderParts(parts, variables, required === undefined), missing };
  } catch (error) {
    const refusal = templateRefusal(error);
    if (refusal instanceof MissingVariableError) return { missing: refusal.names };
    return { fault: refusal instanceof TemplateError ? refusal.detail : refusal.message };
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
