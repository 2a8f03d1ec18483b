import { Inject, Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { Database } from '../database/database.js';
import { once, Replayed, type StoredAnswer } from '../database/idempotency.js';
import { addNotice, noticesOf } from './notice.js';

/** Runs a POST once for its Idempotency-Key, in one transaction with the key and the answer. */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(@Inject(Database) private readonly database: Database) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const { claim } = http.getRequest<FastifyRequest>();
    if (!claim) return next.handle();
    const reply = http.getResponse<FastifyReply>();
    const effect = async (): Promise<StoredAnswer> => ({
      body: await lastValueFrom(next.handle()),
      notices: noticesOf(reply),
    });
    return from(
      once(this.database, { ...claim, notices: undefined }, effect).then((answer) => answered(reply, answer)),
    );
  }
}

/** The body to send for a fresh or a replayed answer, its headers set. */
export function answered(reply: FastifyReply, outcome: StoredAnswer | Replayed): unknown {
  if (!(outcome instanceof Replayed)) return outcome.body;
  reply.header('Idempotency-Replayed', 'true');
  reply.removeHeader('Dundun-Notice');
  for (const notice of outcome.answer.notices ?? []) addNotice(reply, notice);
  return outcome.answer.body;
}
