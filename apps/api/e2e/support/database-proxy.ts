import { freePort } from '@dundun/testing';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** A relay in front of PostgreSQL that a test can cut. */
export interface DatabaseProxy {
  /** The address of the database for the product. */
  url: string;
  /** Cuts every connection and accepts no new one, like a killed server. */
  kill(): Promise<void>;
  /** Accepts connections again. */
  restore(): Promise<void>;
  close(): Promise<void>;
}

export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl);
  const open = new Set<Socket>();
  let server: Server | undefined;
  const port = await freePort();

  const relay = (client: Socket) => {
    const behind = connect({ host: target.hostname, port: Number(target.port || 5432) });
    for (const [one, other] of [
      [client, behind],
      [behind, client],
    ] as const) {
      open.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  };
  const restore = async () => {
    server = createServer(relay);
    await new Promise<void>((resolve) => server?.listen(port, '127.0.0.1', resolve));
  };
  const kill = async () => {
    const closed = new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
    for (const socket of open) socket.resetAndDestroy();
    await closed;
    server = undefined;
  };

  await restore();
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return { url: url.href, kill, restore, close: kill };
}
