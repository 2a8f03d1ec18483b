import type { LoggerService } from '@nestjs/common';
import { pino, type DestinationStream, type Logger } from 'pino';

export type { Logger } from 'pino';

const SECRET = ['*.password', '*.secret', '*.authorization', '*.api_key', '*.auth_token'];
/** Where errors of TypeORM and pg hold the values of a statement: addresses, hashes, whole messages. */
const VALUES = ['err.parameters', 'err.detail', 'err.where', 'err.driverError'];

/** Bytes of lines kept in memory while their reader is blocked or the disk is full. Further lines are lost. */
const MOST_WAITING = 8_000_000;

let stdout: DestinationStream | undefined;

/**
 * Keeps the process alive when a line cannot be written; an unhandled `error` event would end it. Also lets a failing process
 * exit: pino would otherwise retry its remaining lines forever.
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
 * Creates a logger that writes JSON lines to stdout. `error` means that a person must act now; a failure that a retry may
 * fix is `warn`.
 * @param destination replaces stdout
 */
export function createLogger(
  service: string,
  level: string,
  destination: DestinationStream = (stdout ??= standardOutput()),
): Logger {
  const redact = [...SECRET, ...VALUES];
  return pino({ level, base: { service, pid: process.pid }, redact, messageKey: 'message' }, destination);
}

/** Passes Nest's log lines to the logger; lines about routes and modules become `debug`. */
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
