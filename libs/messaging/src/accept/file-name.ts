/** Marks that change in which order a name is read, so that `exe.jpg` may be seen where `gpj.exe` stands. */
const REORDERING = /\p{Bidi_Control}+/gu;
const NOT_ON_A_LINE = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** The name of a file alone, which readers save it by: no folder, no control, no mark that reorders what is read. */
export function safeFileName(given: string): string {
  const base = given.replace(REORDERING, '').split(/[/\\]/).at(-1) ?? '';
  const name = base.replace(NOT_ON_A_LINE, ' ').trim();
  return /^\.*$/.test(name) ? 'attachment' : name;
}
