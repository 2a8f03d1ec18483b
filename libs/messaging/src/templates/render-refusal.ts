import type { SandboxEnd } from '@dundun/platform/sandbox';
import type { RenderQuestion } from './render-process.js';

/** Maximum milliseconds for one template. */
export const LIMIT_MS = 2_000;

const ADVICE = 'make it shorter, or nest its tags less deeply';

/** Returns why a template ended its process, in terms its author can act on. */
export function saidOf(end: SandboxEnd, question: RenderQuestion): string {
  if (end === 'late') return `it did not finish in ${LIMIT_MS / 1_000} seconds`;
  return `${partOf(question)} ${end === 'memory' ? 'takes too much memory' : 'is too complex'}: ${ADVICE}`;
}

/** Returns the only part of the request; with several, the one at fault is unknown. */
function partOf(question: RenderQuestion): string {
  const parts = Object.entries('sources' in question ? question.sources : question.parts);
  const given = parts.filter(([, source]) => source !== undefined).map(([part]) => part);
  return given.length === 1 ? `the ${given[0]}` : 'it';
}
