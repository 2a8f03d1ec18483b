import { expect, it } from '@jest/globals';
import type { SandboxEnd } from '@dundun/platform/sandbox';
import type { RenderQuestion } from './render-process.js';
import { saidOf } from './render-refusal.js';

const ADVICE = 'make it shorter, or nest its tags less deeply';

it.each<[RenderQuestion, SandboxEnd, string]>([
  [{ sources: { html: 'x', text: undefined } }, 'memory', `the html takes too much memory: ${ADVICE}`],
  [{ sources: { mjml: 'x' } }, 'memory', `the mjml takes too much memory: ${ADVICE}`],
  [{ sources: { subject: 'x', html: 'x' } }, 'memory', `it takes too much memory: ${ADVICE}`],
  [{ parts: { text: 'x' }, variables: {} }, 'crash', `the text is too complex: ${ADVICE}`],
  [{ sources: { html: 'x' } }, 'late', 'it did not finish in 2 seconds'],
])('%j that ends its process with %s: %s', (question, end, said) => {
  expect(saidOf(end, question)).toBe(said);
});
