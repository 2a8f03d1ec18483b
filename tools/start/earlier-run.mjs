// After a kill -9 of the starter its processes still drain for a moment and hold their ports: the next start waits for them.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { commandLine, isAlive, waitGone } from '../process-info.mjs';
import { inRoot } from '../root.mjs';
import { readJson, writeJson } from './small-file.mjs';

const DRAIN_MS = 26_000;

/** The module every process of this data folder is started with: its command line carries it, which proves whose it is. */
export function markOf(dataDir) {
  const url = pathToFileURL(inRoot('tools', 'end-with-parent.mjs'));
  url.searchParams.set('data', dataDir);
  return url.href;
}

const fileIn = (dataDir) => join(dataDir, 'processes.json');
const change = (dataDir, edit) => writeJson(fileIn(dataDir), edit(readJson(fileIn(dataDir), {})));

export const remember = (dataDir, name, pid) => change(dataDir, (all) => ({ ...all, [name]: pid }));
export const forget = (dataDir, name) => change(dataDir, ({ [name]: _, ...others }) => others);

/** Waits for what an earlier start left, and ends what does not end by itself. A process of anybody else is left alone. */
export async function awaitEarlierRun(dataDir, note) {
  const mark = markOf(dataDir);
  const left = Object.entries(readJson(fileIn(dataDir), {})).filter(
    ([, pid]) => isAlive(pid) && commandLine(pid).includes(mark),
  );
  await Promise.all(
    left.map(async ([name, pid]) => {
      if (await waitGone(pid, 500)) return;
      note(`Waiting for the ${name} of an earlier start (process ${pid}) to finish its work.`);
      if (!(await waitGone(pid, DRAIN_MS)) && commandLine(pid).includes(mark)) process.kill(pid, 'SIGKILL');
      await waitGone(pid, 5000);
    }),
  );
}
