// Loaded into every process that start.mjs runs (`node --import`). When the starter dies, even of kill -9, the channel to it
// closes, and the process stops as on SIGTERM. Its URL carries the data folder, by which a later start recognises it.
import cluster from 'node:cluster';
import { isMainThread } from 'node:worker_threads';

const DRAIN_MS = 25_000;

// Threads end with their process; the workers of a cluster and those of Jest with their primary, whose channel they need.
const isWorker = cluster.isWorker || /\bjest-worker\b/.test(process.argv[1] ?? '');
if (isMainThread && !isWorker && process.connected) {
  process.on('disconnect', () => {
    setTimeout(() => process.exit(1), DRAIN_MS).unref();
    process.kill(process.pid, 'SIGTERM');
  });
  // The listener alone would keep a process alive that has nothing left to do.
  process.channel?.unref();
  // Nobody reads our output any more once the starter is gone: that must not break the draining.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}
