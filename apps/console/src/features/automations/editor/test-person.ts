import type { TestRequest } from '../queries';

/** What is filled in before a test. */
export interface TestFields {
  who: 'person' | 'madeUp';
  /** What was typed, and the id of the user that was chosen by it. */
  typed: string;
  uid: string;
  attributes: string;
  entry: string;
  email: string;
  number: string;
  calls: boolean;
  clicks: boolean;
}

export const EMPTY_TEST: TestFields = {
  ...{ who: 'person', typed: '', uid: '', attributes: 'first_name = Ada', entry: '', email: '', number: '' },
  ...{ calls: false, clicks: false },
};

/** Returns the request of a test; keys of empty fields are left out. */
export const requestOf = ({ who, typed, uid, attributes, entry, email, number, calls, clicks }: TestFields) =>
  ({
    ...(who === 'person' ? { uid: uid || typed.trim() } : { person: pairsOf(attributes) }),
    ...(entry.trim() && { entry: pairsOf(entry) }),
    ...(email.trim() && { email: email.trim() }),
    ...(number.trim() && { number: number.trim() }),
    ...{ calls, clicks },
  }) satisfies TestRequest;

/** Reads `name = value` lines. Numbers, true and false are what they look like. */
export function pairsOf(text: string): Record<string, string | number | boolean> {
  const pairs = text.split('\n').flatMap((line) => {
    const at = line.indexOf('=');
    const name = line.slice(0, at).trim();
    return at < 0 || name === '' ? [] : [[name, valueOf(line.slice(at + 1).trim())] as const];
  });
  return Object.fromEntries(pairs);
}

function valueOf(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  return text !== '' && /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text) ? Number(text) : text;
}
