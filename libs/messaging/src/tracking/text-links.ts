const BARE = /\bhttps?:\/\/[^\s<>"]+/gi;
/** Characters that end the sentence, not the address. */
const PUNCTUATION = new Set(".,;:!?'*…»”’。，、！？；：」』）");
const OPENED_BY: Partial<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/** Finds each bare http(s) address of a text. */
export function textLinks(text: string): { url: string; start: number }[] {
  return [...text.matchAll(BARE)].map(({ 0: written, index: start }) => ({
    url: written.slice(0, lengthWithout(written)),
    start,
  }));
}

/** Keeps a closing bracket that was opened within the address. Runs in one pass, because the text may be hostile. */
function lengthWithout(written: string): number {
  const surplus: Record<string, number> = {};
  for (const [closing, opening] of Object.entries(OPENED_BY))
    surplus[closing] = written.split(closing).length - written.split(opening as string).length;
  let end = written.length;
  for (; end > 0; end--) {
    const last = written[end - 1] as string;
    if (PUNCTUATION.has(last)) continue;
    if ((surplus[last] ?? 0) <= 0) break;
    surplus[last] = (surplus[last] as number) - 1;
  }
  return end;
}
