import { Cannot } from '../cannot.mjs';

/** The projects of jest.config.mjs. */
export const KINDS = ['unit', 'integration', 'e2e', 'start', 'console'];
const QUEUES = ['postgres', 'redis'];

/** `[kinds…] [--queue=redis] [whatever Jest takes]`: from the first word that is neither on, everything is Jest's. */
export function readArguments(words) {
  const kinds = [];
  let queue;
  let at = 0;
  for (; at < words.length; at++) {
    const word = words[at];
    if (KINDS.includes(word)) kinds.push(word);
    else if (word.startsWith('--queue=')) queue = word.slice('--queue='.length);
    else break;
  }
  if (queue && !QUEUES.includes(queue)) throw new Cannot(`--queue is one of ${QUEUES.join(', ')}, not "${queue}".`);
  const rest = words.slice(at);
  return { kinds, queue, jest: rest[0] === '--' ? rest.slice(1) : rest };
}

/** Unit tests need no server, no database and no build. */
export const needsServices = ({ kinds }) => kinds.length === 0 || kinds.some((kind) => kind !== 'unit');
