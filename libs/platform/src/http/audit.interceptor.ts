import { Inject, Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
// eslint-disable-next-line no-restricted-imports -- of Nest's injection: a program without accounts records nothing
import { Optional } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { originOf, type Caller, type Origin } from './caller.js';

/** A call that changes something. */
export interface AuditedCall {
  caller: Caller;
  origin: Origin;
  /** The route, such as `PUT /console/webhooks/:id`, and the method that answers it. */
  route: string;
  controller: string;
  method: string;
  /** The values of its path. */
  parameters: Record<string, string>;
}

/** Keeps the log of changes. The accounts feature provides it. */
export abstract class Auditor {
  /** Returns whether changes by a route are recorded. */
  abstract records(route: string): boolean;

  /** Runs the change and records it. @returns the answer of the change */
  abstract run(call: AuditedCall, change: () => Promise<unknown>): Promise<unknown>;
}

/** Records what members and servers change. Calls with the key alone change no settings, and are not recorded. */
@Injectable()
export class AuditInterceptor implements NestInterceptor {
  constructor(@Optional() @Inject(Auditor) private readonly auditor?: Auditor) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { caller, routeOptions } = request;
    const route = `${request.method} ${routeOptions.url}`;
    if (!this.auditor?.records(route) || caller?.level !== 'full') return next.handle();
    const parameters = request.params as Record<string, string>;
    const [controller, method] = [context.getClass().name, context.getHandler().name];
    const call = { caller, origin: originOf(request), route, controller, method, parameters };
    return from(this.auditor.run(call, () => lastValueFrom(next.handle())));
  }
}
