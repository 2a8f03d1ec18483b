import { Replayed, type StoredAnswer } from '@dundun/platform/database';
import { addNotice, answered } from '@dundun/platform/http';
import type { FastifyReply } from 'fastify';

/** Returns the body of the answer and sets its notices as headers. */
export function shown(reply: FastifyReply, answer: StoredAnswer | Replayed): unknown {
  if (!(answer instanceof Replayed)) for (const notice of answer.notices ?? []) addNotice(reply, notice);
  return answered(reply, answer);
}
