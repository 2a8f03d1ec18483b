import type { LoggerService } from '@nestjs/common';
import { pino, type DestinationStream, type Logger } from 'pino';

export type { Logger } from 'pino';

const SECRET = ['*.password', '*.secret', '*.authorization', '*.api_key', '*.auth_token'];
/** Where the errors of TypeORM and pg keep the values of a statement: addresses, hashes, whole messages. */
const VALUES = ['err.parameters', 'err.detail', 'err.where', 'err.driverError'];

/** Lines, in bytes, that nobody takes because their reader stands still or the disk behind is full. What comes then is lost. */
const MOST_WAITING = 8_000_000;

let stdout: DestinationStream | undefined;

/**
 * What cannot be written is no reason for the process to end, as it would of an error to which nobody listens. Nor is it one to
 * go on for ever: at the end pino tries to write what is left until it can.
 */
function standardOutput(): DestinationStream {
  const lines = pino.destination({ sync: false, maxLength: MOST_WAITING });
  let isFailing = false;
  lines.on('error', () => (isFailing = true));
  lines.on('write', () => (isFailing = false));
  process.prependListener('exit', () => isFailing && lines.destroy());
  return lines;
}

/**
 * JSON lines on stdout. `error` means that a person must act now; what a retry may mend is `warn`.
 * @param destination where the lines go instead
 */
export function createLogger(
  service: string,
  level: string,
  destination: DestinationStream = (stdout ??= standardOutput()),
): Logger {
  const redact = [...SECRET, ...VALUES];
  return pino({ level, base: { service, pid: process.pid }, redact, messageKey: 'message' }, destination);
}

/** Lets Nest speak through our logger; its chatter about routes and modules is `debug`. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, context?: string) {
    this.logger.debug({ context }, String(message));
  }
  debug(message: unknown, context?: string) {
    this.logger.trace({ context }, String(message));
  }
  verbose(message: unknown, context?: string) {
    this.logger.trace({ context }, String(message));
  }
  warn(message: unknown, context?: string) {
    this.logger.warn({ context }, String(message));
  }
  error(message: unknown, stack?: string, context?: string) {
    this.logger.error({ context, stack }, String(message));
  }
}
