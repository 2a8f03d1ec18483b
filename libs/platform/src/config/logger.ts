import type { LoggerService } from '@nestjs/common';
import { pino, type Logger } from 'pino';

export type { Logger } from 'pino';

const REDACTED = ['*.password', '*.secret', '*.authorization', '*.api_key', '*.auth_token'];

/** JSON lines on stdout. `error` means that a person must act now; what a retry may mend is `warn`. */
export function createLogger(service: string, level: string): Logger {
  return pino({ level, base: { service, pid: process.pid }, redact: REDACTED, messageKey: 'message' });
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
