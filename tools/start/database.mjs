import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPostgres } from '../postgres.mjs';
import { rememberedPorts } from './ports.mjs';

/** Starts the embedded server, and restarts it on the same port when it dies. */
export async function embeddedDatabase({ dataDir, logs, signal, note, show }) {
  const start = (port) => startPostgres({ dataDir, port, logFile: join(logs, 'postgres.log'), note, signal });
  let server = await start(rememberedPorts(dataDir).postgres);
  let stopping = false;
  const watching = watch();

  async function watch() {
    for (;;) {
      const { port } = server;
      await server.ended();
      while (!stopping) {
        show({ level: 'WARN', text: 'PostgreSQL ended and is restarted' });
        try {
          server = await start(port);
          break;
        } catch (error) {
          if (stopping) return;
          show({ level: 'ERROR', text: error.message });
          await sleep(5000, undefined, { signal }).catch(() => {});
        }
      }
      if (stopping) return;
    }
  }
  return {
    url: server.url,
    port: server.port,
    adopted: server.adopted,
    async stop(hurry) {
      stopping = true;
      await server.stop({ hurry });
      await watching;
    },
  };
}
