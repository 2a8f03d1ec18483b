const known = new Set<string>();

/** Whether the text names a time zone of the IANA database, such as `Africa/Lagos`. An offset is not a time zone. */
export function isTimeZone(name: string): boolean {
  const key = name.toLowerCase();
  if (known.has(key)) return true;
  if (!/^[a-z][\w+/-]{1,63}$/.test(key)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
  } catch {
    return false;
  }
  known.add(key);
  return true;
}
