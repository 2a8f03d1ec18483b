import { readFileSync } from 'node:fs';

/** npm forwards a Ctrl-C that the terminal has already sent us: two signals within this time are one. */
const SAME_WISH_MS = 1000;

/** The reason of the abort when a signal asks for a stop. */
export class Stopped extends Error {}

/** Returns two abort signals: `asked` after the first request to stop, `hurried` after the second. */
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

/** Under `nohup` the terminal may close. Our own handler would prevent that. */
function hangUpIsIgnored() {
  try {
    const [, mask] = /^SigIgn:\s*([0-9a-f]+)/m.exec(readFileSync('/proc/self/status', 'utf8'));
    return (BigInt(`0x${mask}`) & 1n) === 1n;
  } catch {
    return false;
  }
}

/** npm forwards nothing when it dies from kill -9. Without npm our output is lost and Ctrl-C does not reach us. */
function followParent(asked) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid !== parent) asked.abort(new Stopped());
  }, 250);
  watch.unref();
  asked.signal.addEventListener('abort', () => clearInterval(watch));
}
