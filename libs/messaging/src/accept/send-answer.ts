import { Replayed } from '@dundun/platform/database';
import { addNotice, answered } from '@dundun/platform/http';
import type { FastifyReply } from 'fastify';
import type { AcceptedMessage } from './accepted-messages.repository.js';

/** Returns the body of a send's answer, and puts its notices into the header. */
export function sendAnswer(reply: FastifyReply, result: AcceptedMessage | Replayed): unknown {
  if (result instanceof Replayed) return answered(reply, result);
  for (const notice of result.notices ?? []) addNotice(reply, notice);
  return { id: result.id };
}
