import { writeFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

/** What a sandboxed process says: its answer, or whether it loads what it needs, which is not the question's fault. */
export type Said<Answer> = { answer: Answer } | { isLoading: boolean };

/** Answers the questions of the process that started this one, and says that it is ready for them. */
export function answerQuestions<Question, Answer>(answer: (question: Question) => Answer | Promise<Answer>): void {
  endWithParentAlone();
  leaveNoCoreDump();
  process.on('message', (question: Question) => {
    void (async () => say({ answer: await answer(question) }))();
  });
  say({ isLoading: false });
}

/** Loads what only some questions need. Its time does not count against the question. */
export async function loading<T>(load: () => Promise<T>): Promise<T> {
  say({ isLoading: true });
  const loaded = await load();
  say({ isLoading: false });
  return loaded;
}

const say = (said: Said<unknown>) => process.send?.(said);

const WATCH = `
const { workerData: parent } = require('node:worker_threads');
setInterval(() => process.ppid !== parent && process.kill(process.pid, 'SIGKILL'), 1000);`;

/**
 * Ctrl-C and systemd signal the whole group, but the parent still drains and needs its answers: its channel closes when it is done.
 * An endless loop does not notice that, so a thread beside it looks for the parent.
 */
function endWithParentAlone(): void {
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);
  const parent = Number(process.argv[2]);
  new Worker(WATCH, { eval: true, workerData: parent, resourceLimits: { maxOldGenerationSizeMb: 8 } }).unref();
}

/** Running out of memory aborts a process, and its author could fill the disk with dumps of it. Only Linux knows this file. */
function leaveNoCoreDump(): void {
  try {
    writeFileSync('/proc/self/coredump_filter', '0');
  } catch {
    // Elsewhere the operator's limit for core dumps has to do.
  }
}
