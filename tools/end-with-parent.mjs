// Loaded with `node --import` into every process that the starter runs. When the starter dies, even from kill -9, the channel to it
// closes and the process stops as on SIGTERM. The URL contains the data folder, so that a later start recognises the process.
import cluster from 'node:cluster';
import { isMainThread } from 'node:worker_threads';

const DRAIN_MS = 25_000;

// Threads end with their process. Workers of a cluster and of Jest end with their primary, and need its channel for themselves.
const isWorker = cluster.isWorker || /\bjest-worker\b/.test(process.argv[1] ?? '');
if (isMainThread && !isWorker && process.connected) {
  process.on('disconnect', () => {
    setTimeout(() => process.exit(1), DRAIN_MS).unref();
    process.kill(process.pid, 'SIGTERM');
  });
  // The listener alone must not keep an idle process alive.
  process.channel?.unref();
  // Without the starter nothing reads our output, which must not interrupt draining.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}
