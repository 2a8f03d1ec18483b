import { writeFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

/** Message of a sandboxed process: its answer, or whether it is loading modules, which does not count against the question. */
export type Said<Answer> = { answer: Answer } | { isLoading: boolean };

/** Answers the questions of the parent process and reports that it is ready. */
export function answerQuestions<Question, Answer>(answer: (question: Question) => Answer | Promise<Answer>): void {
  endWithParentAlone();
  leaveNoCoreDump();
  process.on('message', (question: Question) => {
    void (async () => say({ answer: await answer(question) }))();
  });
  say({ isLoading: false });
}

/** Loads a module that only some questions need. The time does not count against the question. */
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
 * Ignores the signals that Ctrl-C and systemd send to the whole group: the parent still drains and needs answers, and closes
 * its channel when it is done. An endless loop would not notice that, so a thread watches the parent.
 */
function endWithParentAlone(): void {
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);
  const parent = Number(process.argv[2]);
  new Worker(WATCH, { eval: true, workerData: parent, resourceLimits: { maxOldGenerationSizeMb: 8 } }).unref();
}

/** Out of memory aborts the process; without this, a user could fill the disk with core dumps. The file exists only on Linux. */
function leaveNoCoreDump(): void {
  try {
    writeFileSync('/proc/self/coredump_filter', '0');
  } catch {
    // Other systems rely on the operator's limit for core dumps.
  }
}
