import type { Config, Logger } from '@dundun/platform/config';
import cluster from 'node:cluster';
import { runApi } from './run-api.js';

const RESTART_MS = 1_000;

/** Several api processes on one port. One that dies is replaced; on SIGTERM each drains by itself. */
export async function runCluster(config: Config, logger: Logger): Promise<void> {
  if (!cluster.isPrimary) return void (await runApi(config, logger));
  let stopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      stopping = true;
      for (const worker of Object.values(cluster.workers ?? {})) worker?.kill('SIGTERM');
    });
  }
  cluster.on('exit', (worker, code, signal) => {
    if (stopping) return;
    logger.error({ pid: worker.process.pid, code, signal }, 'an api process died; another takes its place');
    setTimeout(() => stopping || cluster.fork(), RESTART_MS);
  });
  for (let count = 0; count < config.API_WORKERS; count++) cluster.fork();
}
