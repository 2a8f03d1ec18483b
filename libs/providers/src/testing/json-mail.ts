import type { FakeRequest } from './fake-http.js';

/** The JSON body of a call as the real API would read it; empty for a body of another type. */
export function jsonBody<Body extends object>({ headers, body }: FakeRequest): Partial<Body> {
  return (headers['content-type'] ?? '').startsWith('application/json') ? (JSON.parse(body) as Partial<Body>) : {};
}

/** The mailboxes of a list; a comma inside quotes is part of a name. */
export function mailboxesIn(list: string): string[] {
  return (list.match(/(?:"(?:\\.|[^"\\])*"|[^,"])+/g) ?? []).map((mailbox) => mailbox.trim());
}

/** What a mailbox shows and where it goes, quotes and their backslashes undone. */
export function readMailbox(mailbox: string): { name: string; email: string } {
  const [, name = '', email] = /^\s*(.*?)\s*<([^<>]*)>\s*$/s.exec(mailbox) ?? [];
  if (email === undefined) return { name: '', email: mailbox.trim() };
  return { name: name.replace(/^"(.*)"$/s, '$1').replace(/\\(.)/gs, '$1'), email };
}
