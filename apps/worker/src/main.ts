import './small-heap.js';
import { collectGarbage, createLogger, EnvironmentError, loadConfig, NestLogger } from '@dundun/platform/config';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { WorkerModule } from './worker.module.js';

const SIGNALS = ['SIGTERM', 'SIGINT'];

try {
  const config = loadConfig();
  const logger = createLogger('worker', config.LOG_LEVEL);
  const options = { logger: new NestLogger(logger), abortOnError: false };
  const module = WorkerModule.for(config, logger);
  // With a port, the worker also answers /health and /metrics.
  if (config.WORKER_PORT) {
    const app = await NestFactory.create(module, new FastifyAdapter(), options);
    app.enableShutdownHooks(SIGNALS, { useProcessExit: true });
    await app.listen(config.WORKER_PORT, config.HOST);
  } else {
    const app = await NestFactory.createApplicationContext(module, options);
    app.enableShutdownHooks(SIGNALS, { useProcessExit: true });
  }
  collectGarbage();
  logger.info({ port: config.WORKER_PORT }, 'worker started');
} catch (error) {
  if (!(error instanceof EnvironmentError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
