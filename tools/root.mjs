import { fileURLToPath } from 'node:url';
import { join } from 'node:path';

/** The folder of this workspace, without a trailing slash. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');

/** Returns a path inside the workspace. */
export const inRoot = (...parts) => join(ROOT, ...parts);
