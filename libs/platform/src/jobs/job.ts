import type { ZodType } from 'zod';

/**
 * A job as its owner declares it: a name and the shape of its payload, ids only. New fields are optional for one
 * release, because jobs of the release before are still in the queue.
 */
export interface Job<P> {
  name: string;
  payload: ZodType<P>;
}

export const defineJob = <P>(name: string, payload: ZodType<P>): Job<P> => ({ name, payload });

/** What a handler knows of its run beside the payload. */
interface JobRun {
  /** The request that caused the job, if one did. */
  requestId?: string;
  /** Fires when the process is asked to end: finish what is under way, take nothing new. */
  stopping: AbortSignal;
}

/** Does one kind of job. */
export interface JobHandler<P> {
  run(payload: P, run: JobRun): Promise<void>;
}

const HANDLED = Symbol('handled job');

/** Says which job a handler class does. */
export const Handles =
  <P>(job: Job<P>): ClassDecorator =>
  (target) =>
    Reflect.defineMetadata(HANDLED, job, target);

/** The job that a class does, if it is a handler. */
export const handledBy = (target: object): Job<unknown> | undefined =>
  Reflect.getMetadata(HANDLED, target) as Job<unknown> | undefined;
