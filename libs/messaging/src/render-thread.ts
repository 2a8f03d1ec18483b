import { MissingVariableError, TemplateError, type FieldFault } from '@dundun/domain';
import { parentPort } from 'node:worker_threads';
import { loadMjml, type Mjml } from './mjml-compiler.js';
import { missingOf, renderParts, templateRefusal, type TemplateParts } from './template-engine.js';
import { inspect, type Inspected, type TemplateSources } from './template-inspection.js';

/** A question to the thread: to render (leniently for a preview), or to inspect what an author saves. */
export type ThreadRequest =
  { parts: TemplateParts; variables: object; required?: string[] } | { sources: TemplateSources };

/** Its answer. Refusals travel as data, since classes do not survive the way between threads. */
export type ThreadReply =
  | { parts: TemplateParts; missing: string[] }
  | { inspected: Inspected }
  | { missing: string[] }
  | { fault: string }
  | { faults: FieldFault[] }
  /** No answer yet: it loads what it needs, and that is not the template's fault. */
  | { loading: boolean };

const say = (reply: ThreadReply) => parentPort?.postMessage(reply);

parentPort?.on('message', (request: ThreadRequest) => {
  if ('sources' in request) void inspection(request.sources).then(say);
  else say(rendering(request));
});

function rendering({ parts, variables, required }: Exclude<ThreadRequest, { sources: unknown }>): ThreadReply {
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
  if (mjml) return mjml;
  say({ loading: true });
  mjml = await loadMjml();
  say({ loading: false });
  return mjml;
}

async function inspection(sources: TemplateSources): Promise<ThreadReply> {
  try {
    const found = await inspect(sources, load);
    return 'faults' in found ? found : { inspected: found };
  } catch (error) {
    return { fault: String((error as Error).message ?? error) };
  }
}
