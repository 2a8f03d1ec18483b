import { MissingVariableError } from '@dundun/domain';
import { parentPort } from 'node:worker_threads';
import { renderParts, templateRefusal, type TemplateParts } from './template-engine.js';

/** A question to the thread that renders. */
export interface RenderRequest {
  parts: TemplateParts;
  variables: object;
}

/** Its answer. Refusals travel as data, since classes do not survive the way between threads. */
export type RenderReply = { parts: TemplateParts } | { missing: string[] } | { fault: string };

parentPort?.on('message', ({ parts, variables }: RenderRequest) => parentPort?.postMessage(reply(parts, variables)));

function reply(parts: TemplateParts, variables: object): RenderReply {
  try {
    return { parts: renderParts(parts, variables) };
  } catch (error) {
    const refusal = templateRefusal(error);
    if (refusal instanceof MissingVariableError) return { missing: refusal.names };
    return { fault: refusal.message.replace(/^The template cannot be rendered: /, '') };
  }
}
