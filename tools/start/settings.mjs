import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Cannot } from '../cannot.mjs';
import { inRoot, ROOT } from '../root.mjs';

/**
 * What the starter itself has to know of the environment, read leniently: the server's own schema names the faults, and names
 * them all. Empty means unset. A `.env` file in the workspace fills in what the environment does not say.
 */
export function readSettings() {
  if (existsSync(inRoot('.env'))) process.loadEnvFile(inRoot('.env'));
  const env = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''));
  const dataDir = resolve(ROOT, env.DATA_DIR ?? '.data');
  const logs = join(dataDir, 'logs');
  try {
    mkdirSync(logs, { recursive: true, mode: 0o755 });
  } catch (error) {
    throw new Cannot(
      `The data folder ${dataDir} cannot be made (${error.code}). Set DATA_DIR to a folder you may write to.`,
    );
  }
  return { env, dataDir, logs, host: env.HOST ?? '127.0.0.1', embedded: env.DATABASE_URL === undefined };
}

/** A port number, or undefined for what is none. */
export const portIn = (text) =>
  /^\d{1,5}$/.test(text ?? '') && Number(text) > 0 && Number(text) < 65_536 ? Number(text) : undefined;
