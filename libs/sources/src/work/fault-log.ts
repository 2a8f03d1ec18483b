import { Refusal } from '@dundun/domain';
import type { Logger } from '@dundun/platform/config';
import type { DueEvent } from './due-event.js';

/** Logs an internal error. A refusal is the sender's or the mapping's concern, and its text is the reason of the result. */
export function logFault(logger: Logger, { event_id, request_id }: DueEvent, error: unknown): void {
  if (error instanceof Refusal) return;
  logger.warn({ err: error, event_id, request_id }, 'a source event was not processed because of an internal error');
}
