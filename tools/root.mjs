import { fileURLToPath } from 'node:url';
import { join } from 'node:path';

/** The folder of this workspace, without a slash at its end. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');

/** A path inside the workspace. */
export const inRoot = (...parts) => join(ROOT, ...parts);
