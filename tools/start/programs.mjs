import { inRoot } from '../root.mjs';

/** The built programs by name, each with the file that Node runs. The npm package has them at the same places. */
export const PROGRAMS = {
  migrator: inRoot('apps/dundun/dist/migrator.js'),
  api: inRoot('apps/dundun/dist/api.js'),
  worker: inRoot('apps/dundun/dist/worker.js'),
  console: inRoot('apps/console/.next/standalone/apps/console/server.js'),
};

/**
 * Flags of Node by program. Neither needs more than 8 MB for new objects: more costs memory and saves no time. The worker collects
 * garbage on its own thread: the helper threads of so small a heap spent 160 µs of CPU per bulk mail to save it 70.
 */
const SMALL = ['--max-semi-space-size=4'];
export const FLAGS = { api: SMALL, worker: [...SMALL, '--single-threaded-gc'] };
