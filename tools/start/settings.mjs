import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Cannot } from '../cannot.mjs';

/**
 * Reads what the starter itself needs from the environment. It is lenient: the server's own schema reports every fault at once.
 * Empty means unset. A `.env` file in `folder` adds what the environment does not set; data goes to `.data` there.
 */
export function readSettings(folder) {
  const file = join(folder, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
  const env = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''));
  const dataDir = resolve(folder, env.DATA_DIR ?? '.data');
  const logs = join(dataDir, 'logs');
  try {
    mkdirSync(logs, { recursive: true, mode: 0o755 });
  } catch (error) {
    throw new Cannot(
      `The data folder ${dataDir} cannot be created (${error.code}). Set DATA_DIR to a folder you may write to.`,
    );
  }
  return { env, dataDir, logs, host: env.HOST ?? '127.0.0.1', embedded: env.DATABASE_URL === undefined };
}

/** Returns the port number in a text, or undefined. */
export const portIn = (text) =>
  /^\d{1,5}$/.test(text ?? '') && Number(text) > 0 && Number(text) < 65_536 ? Number(text) : undefined;
