import { Cannot } from '../cannot.mjs';
import { run } from '../run.mjs';
import { PROGRAMS } from './programs.mjs';
import { readable } from './readable.mjs';

/** Runs the migrations. Returns the credentials of the first workspace if the database was empty, otherwise undefined. */
export async function migrate({ environment, logFile, signal }) {
  const { code, stdout, stderr } = await run(process.execPath, [PROGRAMS.migrator], {
    env: environment,
    logFile,
    signal,
  });
  if (code === 0) return bootstrapIn(stdout);
  const said = [...stdout.split('\n'), ...stderr.split('\n')].map((line) => readable(line)?.text ?? (line.startsWith('{') ? '' : line)); // prettier-ignore
  throw new Cannot(`The database could not be brought up to date (${logFile}):\n${said.filter(Boolean).slice(-15).join('\n')}`); // prettier-ignore
}

function bootstrapIn(stdout) {
  for (const line of stdout.split('\n')) {
    if (!line.startsWith('{"bootstrap"')) continue;
    return JSON.parse(line).bootstrap;
  }
  return undefined;
}
