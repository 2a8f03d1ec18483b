/** Fields of a header or a report, by lower-case name; the first field of a name wins. */
export type MailFields = ReadonlyMap<string, string>;

const LONGEST_FIELD = 8_192;
const LONGEST_DATE = 200;

/** Reads `Name: value` lines, including folded ones, up to the first blank line. */
export function mailFields(block: string): MailFields {
  const fields = new Map<string, string>();
  const header = block.replace(/^\s*\n/, '').split(/\r?\n\r?\n/, 1)[0] ?? '';
  for (const line of header.replace(/\r?\n(?=[ \t])/g, '').split(/\r?\n/)) {
    const [, name, value] = /^([\x21-\x39\x3b-\x7e]{1,200}):(.*)$/s.exec(line) ?? [];
    if (name === undefined || value === undefined || fields.has(name.toLowerCase())) continue;
    fields.set(name.toLowerCase(), value.slice(0, LONGEST_FIELD).replace(/\s+/g, ' ').trim());
  }
  return fields;
}

/** Reads the groups of fields in a report, which are separated by blank lines (RFC 3464 §2.1). */
export function fieldGroups(report: string): MailFields[] {
  return report
    .split(/\r?\n(?:[ \t]*\r?\n)+/)
    .filter((block) => block.trim() !== '')
    .map(mailFields);
}

/**
 * Returns the address in `rfc822; ada@example.test`, `<ada@example.test>` or `Ada <ada@example.test>`; null if there is
 * none.
 */
export function addressIn(value: string | undefined): string | null {
  const address = /[^\s\p{Cc}<>;,:"()]{1,64}@[^\s\p{Cc}<>;,:"()]{1,255}/u.exec(value ?? '')?.[0];
  return address?.replace(/\.$/, '') ?? null;
}

/** Returns a Message-ID with its angle brackets; null if there is none. */
export function messageIdIn(value: string | undefined): string | null {
  return /<[^\s\p{Cc}<>]{1,900}>/u.exec(value ?? '')?.[0] ?? null;
}

/** Returns the first valid date, as mails write it; null if there is none. */
export function dateIn(...values: (string | undefined)[]): Date | null {
  const dates = values.map((value) => new Date(value?.slice(0, LONGEST_DATE).replace(/\s*\([^()]*\)\s*$/, '') ?? NaN));
  return dates.find((date) => !Number.isNaN(date.getTime())) ?? null;
}
