import { say, dim } from '../../start/progress.mjs';

const MINUTE = 60;
const KINDS = ['events', 'sends'];
const MEGABYTE = 1024 * 1024;
const EVERY_MS = 1_000;

/** Measures the api's resident memory during and after a minute of load, as its /metrics reports it. */
export async function memoryRow({ api, load }) {
  const seen = [];
  const look = async () => seen.push(await resident(api.port).catch(() => 0));
  const timer = setInterval(() => void look(), EVERY_MS);
  for (const kind of KINDS) await load(api.port, kind, { connections: 64, seconds: MINUTE / KINDS.length });
  clearInterval(timer);
  const after = await resident(api.port);
  say(dim(`      at most ${Math.max(...seen, after).toFixed(0)} MB, ${after.toFixed(0)} MB after it`));
  return [
    { work: 'Memory of an api after a minute of load', megabytes: after, peak: Math.max(...seen, after), goal: 200 },
  ];
}

export async function resident(port) {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1]) / MEGABYTE;
}
