import { Inject, Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { Seal } from '../config/seal.js';
import { Database } from '../database/database.js';
import { once, Replayed, type StoredAnswer } from '../database/idempotency.repository.js';
import { addNotice, noticesOf } from './notice.js';
import type { RouteFacts } from './route-facts.js';

/** Runs a POST once per Idempotency-Key, in one transaction with the key and the answer. */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Seal) private readonly seal: Seal,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const { claim, routeOptions } = http.getRequest<FastifyRequest>();
    if (!claim) return next.handle();
    const reply = http.getResponse<FastifyReply>();
    const isSecret = (routeOptions.config as { facts?: RouteFacts }).facts?.secretAnswer ?? false;
    const effect = async (): Promise<StoredAnswer> => {
      const body: unknown = await lastValueFrom(next.handle());
      return { body: isSecret ? this.seal.seal(JSON.stringify(body)) : body, notices: noticesOf(reply) };
    };
    const result = once(this.database, { ...claim, notices: undefined }, effect).then((outcome) => {
      const body = answered(reply, outcome);
      return isSecret ? (JSON.parse(this.seal.open(body as string)) as unknown) : body;
    });
    return from(result);
  }
}

/** Returns the body of a new or replayed answer and sets its headers. */
export function answered(reply: FastifyReply, outcome: StoredAnswer | Replayed): unknown {
  if (!(outcome instanceof Replayed)) return outcome.body;
  reply.header('Idempotency-Replayed', 'true');
  reply.removeHeader('Dundun-Notice');
  for (const notice of outcome.answer.notices ?? []) addNotice(reply, notice);
  return outcome.answer.body;
}
