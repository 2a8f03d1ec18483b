import { readFileSync } from 'node:fs';

/** npm passes on a Ctrl-C that the terminal has already given us: the same wish, told twice. */
const SAME_WISH_MS = 1000;

/** What stops the story: the reason of an abort. */
export class Stopped extends Error {}

/** `asked`: somebody wants an end. `hurried`: somebody asked again. */
export function stopSignals() {
  const asked = new AbortController();
  const hurried = new AbortController();
  let since = 0;
  const ask = () => {
    if (!since) {
      since = Date.now();
      asked.abort(new Stopped());
    } else if (Date.now() - since > SAME_WISH_MS) hurried.abort();
  };
  for (const name of ['SIGINT', 'SIGTERM', ...(hangUpIsIgnored() ? [] : ['SIGHUP'])]) process.on(name, ask);
  if (process.env.npm_lifecycle_event) followParent(asked);
  return { asked: asked.signal, hurried: hurried.signal };
}

/** Under `nohup` the terminal may close: a handler of ours would undo that. */
function hangUpIsIgnored() {
  try {
    const [, mask] = /^SigIgn:\s*([0-9a-f]+)/m.exec(readFileSync('/proc/self/status', 'utf8'));
    return (BigInt(`0x${mask}`) & 1n) === 1n;
  } catch {
    return false;
  }
}

/** npm killed with -9 passes nothing on; without it nobody sees what we say or can stop us. */
function followParent(asked) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid !== parent) asked.abort(new Stopped());
  }, 250);
  watch.unref();
  asked.signal.addEventListener('abort', () => clearInterval(watch));
}
