import { chmodSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandLine, isAlive } from '../process-info.mjs';
import { removeFolder } from '../test/folder.mjs';

const PREFIX = 'dundun-bench-';

/** Creates the folder of this run, after stopping what killed runs left behind. */
export async function makeFolder() {
  for (const name of readdirSync(tmpdir())) {
    const pid = Number(/^dundun-bench-(\d+)-/.exec(name)?.[1]);
    if (!pid || (isAlive(pid) && commandLine(pid).includes('bench.mjs'))) continue;
    await removeFolder(join(tmpdir(), name)).catch(() => {}); // it may belong to another user
  }
  const folder = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
  chmodSync(folder, 0o755); // as root, PostgreSQL runs as another user, who must enter it
  return folder;
}
