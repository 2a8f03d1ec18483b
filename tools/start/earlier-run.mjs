// After a kill -9 of the starter its processes drain for a moment and hold their ports. The next start waits for them.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { commandLine, isAlive, waitGone } from '../process-info.mjs';
import { inRoot } from '../root.mjs';
import { readJson, writeJson } from './small-file.mjs';

const DRAIN_MS = 26_000;

/** Returns the URL of the module that every process of this data folder imports. Its command line shows the URL, which identifies it. */
export function markOf(dataDir) {
  const url = pathToFileURL(inRoot('tools', 'end-with-parent.mjs'));
  url.searchParams.set('data', dataDir);
  return url.href;
}

const fileIn = (dataDir) => join(dataDir, 'processes.json');
const change = (dataDir, edit) => writeJson(fileIn(dataDir), edit(readJson(fileIn(dataDir), {})));

export const remember = (dataDir, name, pid) => change(dataDir, (all) => ({ ...all, [name]: pid }));
export const forget = (dataDir, name) => change(dataDir, ({ [name]: _, ...others }) => others);

/** Waits for processes of an earlier start and kills any that do not end. Never touches other processes. */
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
