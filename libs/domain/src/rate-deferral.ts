const GREYLISTED = /gr[ea]y-?list/i;
const ENHANCED = /(?<![\w.])4\.(\d{1,3})\.\d{1,3}(?!\w|\.\d)/;
const CLOSING = /(?:^|[\s:;"'(])421(?=[\s-]|$)/;
const LONGEST = 2_000;

/**
 * Whether a mailbox provider defers a mail because it wants less of the sender: 421 or an enhanced status 4.7.x (RFC 3463).
 * Greylisting and a server in trouble (4.3.x, 4.4.x) say nothing about the sender.
 */
export function asksForLessMail(text: string): boolean {
  const head = text.slice(0, LONGEST);
  if (GREYLISTED.test(head)) return false;
  const subject = ENHANCED.exec(head)?.[1];
  if (subject === '7') return true;
  return CLOSING.test(head) && subject !== '3' && subject !== '4';
}
