import type { FastifyReply } from 'fastify';

const NAME = 'Dundun-Notice';
const LONGEST = 1_000;

/** Adds a sentence to the header that tells integrators what was accepted but is probably not what they meant. */
export function addNotice(reply: FastifyReply, text: string): void {
  const before = reply.getHeader(NAME);
  const safe = text.replace(/[^\x20-\x7e]/g, (character) =>
    encodeURIComponent(character.isWellFormed() ? character : '\ufffd'),
  );
  reply.header(NAME, `${before ? `${String(before)}; ` : ''}${safe}`.slice(0, LONGEST));
}

export function noticesOf(reply: FastifyReply): string[] {
  const notice = reply.getHeader(NAME);
  return notice === undefined ? [] : [String(notice)];
}
