import type { INestApplication } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from '../config/logger.js';

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;
const LONGEST_DRAIN_MS = 20_000;
const IDLE_CHECK_MS = 250;

/** Whether this process was told to stop. Signals go to the process, so it has one state. */
export const shutdown = { begun: false };

/**
 * Stops the process on SIGTERM or SIGINT. For `delayMs` it serves as before, but is not ready and ends every connection after
 * its answer, until balancers have noticed. Then it drains and exits with 0. A second signal ends the delay.
 */
export function stopOnSignals(app: INestApplication, fastify: FastifyInstance, delayMs: number, logger: Logger): void {
  const hurry = new AbortController();
  const stop = async () => {
    if (shutdown.begun) return hurry.abort();
    shutdown.begun = true;
    if (delayMs > 0) logger.info({ delay_ms: delayMs }, 'not ready any more, but serving until the delay is over');
    await wait(delayMs, undefined, { signal: hurry.signal }).catch(() => undefined);
    try {
      await app.close();
      // Exit with 0 after draining instead of dying from the signal.
      process.exit(0);
    } catch (error) {
      logger.error({ err: error }, 'the shutdown failed');
      process.exit(1);
    }
  };
  const listener = () => void stop();
  for (const signal of SIGNALS) process.on(signal, listener);
  fastify.addHook('onClose', (_, done) => {
    for (const signal of SIGNALS) process.off(signal, listener);
    done();
  });
}

/** Ends each connection after its answer once the process stops; it would otherwise stay open for the keep-alive time. */
export function endConnectionsOnClose(fastify: FastifyInstance): void {
  let closing = false;
  fastify.addHook('preClose', (done) => {
    closing = true;
    const { server } = fastify;
    // An answer that was under way has promised to keep its connection.
    const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS).unref();
    server.once('close', () => clearInterval(idle));
    // A request that never ends must not delay the exit.
    setTimeout(() => server.closeAllConnections(), LONGEST_DRAIN_MS).unref();
    done();
  });
  fastify.addHook('onSend', (_request, reply, payload, done) => {
    if (closing || shutdown.begun) reply.header('Connection', 'close');
    done(null, payload);
  });
}
