import type { ExecutionContext, Type } from '@nestjs/common';
import {
  EXCEPTION_FILTERS_METADATA,
  GUARDS_METADATA,
  INTERCEPTORS_METADATA,
  PIPES_METADATA,
  ROUTE_ARGS_METADATA,
} from '@nestjs/common/constants.js';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { HandlerName } from '../http/route-facts.js';

type Read = (request: FastifyRequest, reply: FastifyReply, context: ExecutionContext) => unknown;
type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** Nest's metadata of one parameter; custom decorators have a factory. */
interface Parameter {
  index: number;
  data: unknown;
  pipes: unknown[];
  factory?: (data: unknown, context: ExecutionContext) => unknown;
}

/** Readers by Nest's number for the kind of parameter. */
const READS: Record<string, (data: unknown) => Read> = {
  1: () => (_, reply) => reply,
  3: () => (request) => request.body,
  5: (data) => (request) => (request.params as Record<string, string | undefined>)[data as string],
};

const NOT_CALLED = [EXCEPTION_FILTERS_METADATA, GUARDS_METADATA, INTERCEPTORS_METADATA, PIPES_METADATA];

/**
 * Makes a Fastify handler that calls a controller's method with its decorated parameters. Nest's router in between would cost a
 * hot route a sixth of its throughput (ADR 10).
 * @param readInput checks body and query
 * @param find returns the controller's instance
 * @throws Error at boot when the method has something that only Nest's router would run
 */
export function directHandler(
  { controller, method }: HandlerName,
  readInput: (request: FastifyRequest, reply: FastifyReply) => void,
  find: (controller: Type) => object,
): Handler {
  const name = `${controller.name}.${method}`;
  const reads = parametersOf(controller, method).map((parameter) => readOf(parameter, name));
  const decorated = [controller, Reflect.get(controller.prototype as object, method) as object];
  const strange = NOT_CALLED.find((key) => decorated.some((each) => Reflect.hasMetadata(key, each)));
  if (strange) throw new Error(`${name} has ${strange}, but is called without Nest's router.`);
  let instance: Record<string, (...given: unknown[]) => Promise<unknown>> | undefined;
  return async (request, reply) => {
    instance ??= find(controller) as NonNullable<typeof instance>;
    const context = new ExecutionContextHost([request, reply]);
    try {
      readInput(request, reply);
      const given = new Array<unknown>(reads.length);
      for (let index = 0; index < reads.length; index++) given[index] = reads[index]?.(request, reply, context);
      return await instance[method]?.(...given);
    } catch (error) {
      // From Fastify, Nest takes these errors for a malformed body; from a handler they are bugs.
      const isOurs = error instanceof SyntaxError || error instanceof URIError;
      throw isOurs ? new Error('a handler failed', { cause: error }) : error;
    }
  };
}

function parametersOf(controller: Type, method: string): [name: string, parameter: Parameter][] {
  const all = Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, method) as Record<string, Parameter> | undefined;
  return Object.entries(all ?? {}).sort(([, a], [, b]) => a.index - b.index);
}

function readOf([name, { index, data, pipes, factory }]: [string, Parameter], of: string): Read {
  if (pipes.length === 0) {
    if (factory) return (_request, _reply, context) => factory(data, context);
    const read = READS[name.split(':')[0] as string];
    if (read) return read(data);
  }
  throw new Error(`Parameter ${index} of ${of} is read by Nest's router alone.`);
}
