const BARE = /\bhttps?:\/\/[^\s<>"]+/gi;
/** Characters that end the sentence, not the address. */
const PUNCTUATION = new Set(".,;:!?'*…»”’。，、！？；：」』）");
const OPENED_BY: Partial<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/** Finds each bare http(s) address of a text. */
export function textLinks(text: string): { url: string; start: number }[] {
  return [...text.matchAll(BARE)].map(({ 0: written, index: start }) => {
    const address = written.slice(0, lengthOfLegal(written));
    return { url: address.slice(0, lengthWithout(address)), start };
  });
}

/** No address contains a `]` that it did not open. Text from HTML writes links in brackets, and words may follow at once. */
function lengthOfLegal(written: string): number {
  let open = 0;
  for (let index = 0; index < written.length; index++) {
    if (written[index] === '[') open++;
    else if (written[index] === ']' && --open < 0) return index;
  }
  return written.length;
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
