import type { ZodType } from 'zod';

/**
 * Contract of a job: a name and the shape of its payload, which holds ids only. New fields are optional for one release,
 * because the queue may still hold jobs of the previous release.
 */
export interface Job<P> {
  name: string;
  payload: ZodType<P>;
}

/** Declares a job. */
export const defineJob = <P>(name: string, payload: ZodType<P>): Job<P> => ({ name, payload });

/** Context of one run of a handler. */
interface JobRun {
  /** Id of the request that caused the job, if any. */
  requestId?: string;
  /** Aborts when the process shuts down: finish work in flight, start nothing new. */
  stopping: AbortSignal;
}

/** Handles one kind of job. */
export interface JobHandler<P> {
  run(payload: P, run: JobRun): Promise<void>;
}

const HANDLED = Symbol('handled job');

/** Class decorator: names the job that a handler class handles. */
export const Handles =
  <P>(job: Job<P>): ClassDecorator =>
  (target) =>
    Reflect.defineMetadata(HANDLED, job, target);

/** Returns the job that a class handles, or undefined. */
export const handledBy = (target: object): Job<unknown> | undefined =>
  Reflect.getMetadata(HANDLED, target) as Job<unknown> | undefined;
