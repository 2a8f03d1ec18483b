import type { FastifyReply } from 'fastify';

const NAME = 'Dundun-Notice';
const LONGEST = 1_000;
const MOST_NAMED = 20;

/** Adds a sentence to the header that tells integrators what was accepted but is probably not what they meant. */
export function addNotice(reply: FastifyReply, text: string): void {
  const before = reply.getHeader(NAME);
  const safe = text.replace(/[^\x20-\x7e]/g, (character) =>
    encodeURIComponent(character.isWellFormed() ? character : '\ufffd'),
  );
  reply.header(NAME, `${before ? `${String(before)}; ` : ''}${safe}`.slice(0, LONGEST));
}

/** What is said of keys that no field has: a typing error mostly. */
export const ignoredKeys = (keys: string[]): string[] =>
  keys.length === 0
    ? []
    : [`ignored unknown keys: ${keys.slice(0, MOST_NAMED).join(', ')}`.slice(0, LONGEST).toWellFormed()];

export function noticesOf(reply: FastifyReply): string[] {
  const notice = reply.getHeader(NAME);
  return notice === undefined ? [] : [String(notice)];
}
