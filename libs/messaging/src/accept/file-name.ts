/** Characters that change the reading direction, so that `gpj.exe` may be displayed as `exe.jpg`. */
const REORDERING = /\p{Bidi_Control}+/gu;
const NOT_ON_A_LINE = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** Returns a safe file name: without folders, control characters and characters that change the reading direction. */
export function safeFileName(given: string): string {
  const base = given.replace(REORDERING, '').split(/[/\\]/).at(-1) ?? '';
  const name = base.replace(NOT_ON_A_LINE, ' ').trim();
  return /^\.*$/.test(name) ? 'attachment' : name;
}
