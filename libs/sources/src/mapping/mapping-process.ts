import type { JsonObject } from '@dundun/domain';
import { answerQuestions } from '@dundun/platform/sandbox';
import jsonata from 'jsonata';
import { cut } from '../adapters/storable-text.js';

/** A request to the process: evaluate a mapping or, without an input, only parse it. */
export interface MappingQuestion {
  mapping: string;
  input?: JsonObject;
}

/** The answer: the result as JSON (undefined for none), or the fault. Errors cross processes as data. */
export type MappingAnswer = { json?: string } | { fault: string };

/** Far above what a person or an event can hold. */
const LONGEST_RESULT = 256 * 1024;
/** Maximum call depth: a stack overflow would end the process. */
const DEEPEST_CALL = 300;
const LONGEST_SEQUENCE = 100_000;

/** JSONata reports the position after the faulty character, starting at 1. */
interface MappingFault {
  message?: string;
  position?: number;
}

const options = { stack: DEEPEST_CALL, sequence: LONGEST_SEQUENCE };

answerQuestions(answerTo);

async function answerTo({ mapping, input }: MappingQuestion): Promise<MappingAnswer> {
  try {
    const expression = jsonata(mapping, options);
    if (input === undefined) return {};
    const json = JSON.stringify(await expression.evaluate(input)) as string | undefined;
    if (json !== undefined && json.length > LONGEST_RESULT) return { fault: 'its result is larger than 256 KB' };
    return { json };
  } catch (error) {
    return { fault: said(error as MappingFault, mapping) };
  }
}

function said({ message, position }: MappingFault, mapping: string): string {
  const words = cut(message ?? 'it failed', 300).replace(/[.\s]+$/, '');
  if (position === undefined) return words;
  const before = mapping.slice(0, Math.max(position - 1, 0)).split('\n');
  return `${words}, at line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}
