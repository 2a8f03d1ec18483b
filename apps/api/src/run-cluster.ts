import type { Config, Logger } from '@dundun/platform/config';
import { relayMetrics } from '@dundun/platform/server';
import cluster from 'node:cluster';
import { runApi } from './run-api.js';

const RESTART_MS = 1_000;

/** Runs several api processes on one port. Replaces a process that dies or cannot start; on SIGTERM each drains. */
export async function runCluster(config: Config, logger: Logger): Promise<void> {
  if (!cluster.isPrimary) return void (await runApi(config, logger));
  relayMetrics();
  let stopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      stopping = true;
      // Not `worker.kill()`, which closes its servers before the signal.
      for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGTERM');
    });
  }
  const later = () => setTimeout(start, RESTART_MS);
  const failed = (error: unknown) => {
    logger.error({ err: error }, 'an api process could not be started; trying again');
    later();
  };
  // When the system cannot start another process, the others must continue: Node throws, or emits an error on the worker.
  const start = () => {
    if (stopping) return;
    try {
      const worker = cluster.fork();
      worker.on('error', (error) => worker.process.pid === undefined && failed(error));
    } catch (error) {
      failed(error);
    }
  };
  cluster.on('exit', (worker, code, signal) => {
    if (stopping) return;
    logger.error({ pid: worker.process.pid, code, signal }, 'an api process died; another takes its place');
    later();
  });
  for (let count = 0; count < config.API_WORKERS; count++) start();
}
