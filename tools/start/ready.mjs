import { setTimeout as sleep } from 'node:timers/promises';
import { Cannot } from '../cannot.mjs';

const PATIENCE_MS = 90_000;
const MOST_DEATHS = 3;
/** A process that fails at its start has failed by then. */
const SETTLED_MS = 1000;

const status = (url, headers) =>
  fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(3000) }).then(
    async (response) => (await response.arrayBuffer(), response.status),
    () => 0,
  );

/** Waits until all `checks` (`{ name, url, headers, isReady(status) }`) pass. Gives up when a process keeps dying. @throws Cannot */
export async function waitReady(checks, processes, { signal, logs }) {
  const until = Date.now() + PATIENCE_MS;
  const waiting = new Map(checks.map((check) => [check.name, check]));
  const settled = () => processes.every((one) => one.upFor() > SETTLED_MS);
  while (waiting.size > 0 || !settled()) {
    signal.throwIfAborted();
    for (const { name, url, headers, isReady } of waiting.values())
      if (isReady(await status(url, headers))) waiting.delete(name);
    const dying = processes.find((one) => one.deaths() >= MOST_DEATHS);
    if (dying) throw new Cannot(`The ${dying.name} keeps crashing; see ${logs}/${dying.name}.log.`);
    if (Date.now() > until) throw new Cannot(`Not ready after ${PATIENCE_MS / 1000} s: ${[...waiting.keys()].join(', ')}; see ${logs}.`); // prettier-ignore
    await sleep(50);
  }
}
