/** Parses the tags of a DKIM or DMARC record (RFC 6376 section 3.2) in order, ignoring white space around them. */
export function readTags(text: string): Map<string, string> {
  const tags = new Map<string, string>();
  for (const part of text.split(';')) {
    const equals = part.indexOf('=');
    const name = (equals === -1 ? part : part.slice(0, equals)).trim();
    if (name !== '' && !tags.has(name)) tags.set(name, equals === -1 ? '' : part.slice(equals + 1).trim());
  }
  return tags;
}
