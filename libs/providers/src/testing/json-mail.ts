import type { FakeRequest } from './fake-http.js';

/** Returns the JSON body of a call as the real API would read it; empty for a body of another type. */
export function jsonBody<Body extends object>({ headers, body }: FakeRequest): Partial<Body> {
  return (headers['content-type'] ?? '').startsWith('application/json') ? (JSON.parse(body) as Partial<Body>) : {};
}

/** Splits a list of mailboxes; a comma inside quotes is part of a name. */
export function mailboxesIn(list: string): string[] {
  return (list.match(/(?:"(?:\\.|[^"\\])*"|[^,"])+/g) ?? []).map((mailbox) => mailbox.trim());
}

/** Returns the display name and address of a mailbox, with quotes and backslashes resolved. */
export function readMailbox(mailbox: string): { name: string; email: string } {
  const [, name = '', email] = /^\s*(.*?)\s*<([^<>]*)>\s*$/s.exec(mailbox) ?? [];
  if (email === undefined) return { name: '', email: mailbox.trim() };
  return { name: name.replace(/^"(.*)"$/s, '$1').replace(/\\(.)/gs, '$1'), email };
}
