import { Cannot } from '../cannot.mjs';
import { HALVES } from './spec-files.mjs';

/** The projects of jest.config.mjs. */
const KINDS = ['unit', 'integration', 'e2e', 'worker', 'start', 'console'];
const QUEUES = ['postgres', 'redis'];

/**
 * Reads `[kinds…] [embedded|services] [long] [--queue=redis] [arguments of Jest]`: everything from the first
 * other word on goes to Jest.
 */
export function readArguments(words) {
  const kinds = [];
  let half;
  let queue;
  let long = false;
  let at = 0;
  for (; at < words.length; at++) {
    const word = words[at];
    if (KINDS.includes(word)) kinds.push(word);
    else if (HALVES.includes(word)) half = word;
    else if (word === 'long') long = true;
    else if (word.startsWith('--queue=')) queue = word.slice('--queue='.length);
    else break;
  }
  if (queue && !QUEUES.includes(queue)) throw new Cannot(`--queue is one of ${QUEUES.join(', ')}, not "${queue}".`);
  const rest = words.slice(at);
  return { kinds, half, long, queue, jest: rest[0] === '--' ? rest.slice(1) : rest };
}

/** Unit tests need no server, no database and no build. */
export const needsServices = ({ kinds }) => kinds.length === 0 || kinds.some((kind) => kind !== 'unit');

/** The console is built for its own tests and for those of the starter. */
export const needsConsole = ({ kinds }) =>
  kinds.length === 0 || kinds.some((kind) => ['console', 'start'].includes(kind));

/** The end-to-end tests run the built programs and the published libraries. */
export const needsLibraries = ({ kinds }) => kinds.some((kind) => ['e2e', 'worker'].includes(kind));
