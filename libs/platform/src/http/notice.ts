import type { FastifyReply } from 'fastify';

const NAME = 'Dundun-Notice';
const LONGEST = 1_000;
const MOST_NAMED = 20;

/** Adds a sentence to the header Dundun-Notice, which reports input that was accepted but is probably a mistake. */
export function addNotice(reply: FastifyReply, text: string): void {
  const before = reply.getHeader(NAME);
  const safe = text.replace(/[^\x20-\x7e]/g, (character) =>
    encodeURIComponent(character.isWellFormed() ? character : '\ufffd'),
  );
  reply.header(NAME, `${before ? `${String(before)}; ` : ''}${safe}`.slice(0, LONGEST));
}

/** Returns the notice about unknown keys, which are mostly typing errors. */
export const ignoredKeys = (keys: string[], what = 'keys'): string[] =>
  keys.length === 0
    ? []
    : [`ignored unknown ${what}: ${keys.slice(0, MOST_NAMED).join(', ')}`.slice(0, LONGEST).toWellFormed()];

export function noticesOf(reply: FastifyReply): string[] {
  const notice = reply.getHeader(NAME);
  return notice === undefined ? [] : [String(notice)];
}
