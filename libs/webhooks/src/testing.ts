import { createLogger, Seal } from '@dundun/platform/config';
import type { Database } from '@dundun/platform/database';
import { OutboundGuard } from '@dundun/platform/outbound';
import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { WebhookDeliveries } from './deliver/webhook-deliveries.repository.js';
import { WebhookDeliveryLog } from './deliver/webhook-delivery-log.repository.js';
import { FanOut } from './deliver/fan-out.repository.js';
import { Pump } from './deliver/pump.service.js';
import { Receiver } from './endpoints/receiver.service.js';
import { WebhookEndpoints } from './endpoints/webhook-endpoints.repository.js';

/** One received call. */
interface Received {
  id: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A test server that receives webhooks. */
export interface FakeReceiver {
  readonly url: string;
  /** All calls in order, including refused ones. */
  readonly received: Received[];
  /** Answers the calls; 200 by default. */
  answer: (response: ServerResponse, call: Received) => void;
  /** Resets every connection from now on. Keeps its port, which another process could take. */
  goDown(): void;
  comeBack(): void;
  close(): Promise<void>;
}

/** @param options key and certificate for TLS */
export async function startReceiver(options: { tls?: { key: string; cert: string } } = {}): Promise<FakeReceiver> {
  const received: Received[] = [];
  const listener: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const id = String(request.headers['webhook-id']);
      const call = { id, headers: request.headers, body: Buffer.concat(chunks).toString() };
      received.push(call);
      receiver.answer(response, call);
    });
  };
  const server = options.tls ? createTlsServer(options.tls, listener) : createServer(listener);
  let isDown = false;
  server.on('connection', (socket: Socket) => void (isDown && socket.resetAndDestroy()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const receiver: FakeReceiver = {
    url: `${options.tls ? 'https' : 'http'}://127.0.0.1:${port}/hook`,
    received,
    answer: (response) => response.end('ok'),
    goDown: () => {
      isDown = true;
      server.closeAllConnections();
    },
    comeBack: () => {
      isDown = false;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return receiver;
}

/** The sending part of a worker. */
export interface TestSender {
  endpoints: WebhookEndpoints;
  log: WebhookDeliveryLog;
  fanOut: FanOut;
  pump: Pump;
  /** Runs fan-out and pump once, until no call is in flight. */
  turn(): Promise<void>;
}

const quiet = createLogger('test', 'silent');

/** @param guard decides which addresses can be called; loopback only by default */
export function aSender(database: Database, guard = new OutboundGuard({ OUTBOUND_ALLOW: '127.0.0.1/32' })): TestSender {
  const seal = new Seal(['ab'.repeat(32)]);
  const fanOut = new FanOut(database, quiet);
  const pump = new Pump(new WebhookDeliveries(database, quiet), new Receiver(guard), seal, quiet);
  const turn = async () => {
    await fanOut.run();
    await pump.wake();
    await pump.idle();
  };
  return {
    endpoints: new WebhookEndpoints(database, guard, seal),
    log: new WebhookDeliveryLog(database),
    fanOut,
    pump,
    turn,
  };
}

/** Writes entries of one type in one transaction. @returns their ids in order */
export async function happen(
  database: Database,
  workspaceId: number,
  type: string,
  count = 1,
  data: object = {},
): Promise<string[]> {
  const rows = await database.query<{ id: string }>(
    `INSERT INTO feed_entries (workspace_id, type, data)
     SELECT $1, $2, $3::jsonb || jsonb_build_object('n', n) FROM generate_series(1, $4::int) AS n RETURNING id`,
    [workspaceId, type, JSON.stringify(data), count],
  );
  return rows.map(({ id }) => id);
}
