import { expect, it } from '@jest/globals';
import { reasonOf } from './killable-thread.js';
import type { ThreadRequest } from './render-thread.js';

const INNARDS = 'Worker terminated due to reaching memory limit: JS heap out of memory';
const ADVICE = 'make it shorter, or nest its tags less deeply';

it.each<[ThreadRequest | undefined, string | undefined, string]>([
  [{ sources: { html: 'x', text: undefined } }, 'ERR_WORKER_OUT_OF_MEMORY', 'the html takes too much memory'],
  [{ sources: { mjml: 'x' } }, 'ERR_WORKER_OUT_OF_MEMORY', 'the mjml takes too much memory'],
  [{ sources: { subject: 'x', html: 'x' } }, 'ERR_WORKER_OUT_OF_MEMORY', 'it takes too much memory'],
  [{ parts: { text: 'x' }, variables: {} }, undefined, 'the text is too complex'],
  [undefined, undefined, 'it is too complex'],
])('%j that ends a thread with %s: %s', (request, code, reason) => {
  expect(reasonOf(Object.assign(new Error(INNARDS), { code }), request)).toBe(`${reason}: ${ADVICE}`);
});
