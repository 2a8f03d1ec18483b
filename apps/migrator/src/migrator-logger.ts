import type { Logger } from '@dundun/platform/config';
import { destination, pino } from 'pino';

/** Log lines go to stderr: stdout belongs to what a command gives. */
export const migratorLogger = (level: string): Logger =>
  pino({ level, base: { service: 'migrator', pid: process.pid }, messageKey: 'message' }, destination(2));
