import type { LoggerService } from '@nestjs/common';
import { pino, type DestinationStream, type Logger } from 'pino';

export type { Logger } from 'pino';

const SECRET = ['password', 'secret', 'authorization', 'api_key', 'auth_token'];
/** Where errors of TypeORM and pg hold the values of a statement: addresses, hashes, whole messages. */
const VALUES = ['parameters', 'detail', 'where', 'driverError'];
const REDACTED = '[Redacted]';

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
  const serializers = { err: (error: unknown) => redacted(pino.stdSerializers.err(error as Error), VALUES) };
  const formatters = { log: withoutSecrets, bindings: withoutSecrets };
  return pino(
    { level, base: { service, pid: process.pid }, serializers, formatters, messageKey: 'message' },
    destination,
  );
}

/**
 * Redacts secrets in the objects of a line. Pino's own redaction copies each line, at a fifth of what a delivery allocates, though
 * most lines have no object in them.
 */
function withoutSecrets(line: Record<string, unknown>): Record<string, unknown> {
  let safe = line;
  for (const [name, value] of Object.entries(line)) {
    if (typeof value !== 'object' || value === null || value instanceof Error) continue;
    const shown = redacted(value, SECRET);
    if (shown === value) continue;
    if (safe === line) safe = { ...line };
    safe[name] = shown;
  }
  return safe;
}

/** Returns the object itself if it has none of the fields. */
function redacted<T>(value: T, fields: string[]): T {
  if (typeof value !== 'object' || value === null || !fields.some((field) => field in value)) return value;
  return {
    ...value,
    ...Object.fromEntries(fields.filter((field) => field in value).map((field) => [field, REDACTED])),
  };
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
