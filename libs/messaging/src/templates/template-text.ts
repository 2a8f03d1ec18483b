import { hasLength, TemplateError } from '@dundun/domain';

/** Maximum characters of a rendered part, the same as for its source. */
export const LONGEST_PART = 1_000_000;
const LONGEST_SUBJECT = 998;

/** Removes what PostgreSQL cannot store. Filters can produce it: `url_decode` a NUL, `slice` a lone surrogate. */
export const storable = (rendered: string) => rendered.replaceAll('\0', '').toWellFormed();

/** Replaces control characters, because variables may bring line breaks into a header. @throws TemplateError if it is too long */
export function headerText(subject: string): string {
  const line = subject.replace(/\p{Cc}+/gu, ' ').trim();
  if (!hasLength(line, 0, LONGEST_SUBJECT))
    throw new TemplateError(`the subject becomes longer than ${LONGEST_SUBJECT} characters`);
  return line;
}
