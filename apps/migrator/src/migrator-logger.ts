import type { Logger } from '@dundun/platform/config';
import { destination, pino } from 'pino';

/** Logs to stderr: stdout is for the result of a command. */
export const migratorLogger = (level: string): Logger =>
  pino({ level, base: { service: 'migrator', pid: process.pid }, messageKey: 'message' }, destination(2));
