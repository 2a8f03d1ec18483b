import { afterEach, beforeEach } from '@jest/globals';
import { aWorkspace, until, useDatabase } from '@dundun/testing';
import type { WebhookDeliveryRow } from './deliver/webhook-delivery-log.repository.js';
import { aSender, happen, startReceiver, type FakeReceiver, type TestSender } from './testing.js';
import { WebhookEndpoint } from './endpoints/webhook-endpoint.entity.js';

/** A new workspace and worker for each test. Read the properties inside tests and hooks only. */
export function useStage() {
  const db = useDatabase([WebhookEndpoint]);
  const closing: FakeReceiver[] = [];
  let workspaceId: number;
  let sender: TestSender;

  beforeEach(async () => {
    workspaceId = await aWorkspace(db.database);
    sender = aSender(db.database);
  });
  afterEach(async () => {
    // Remove what the test leaves behind.
    await db.database.execute('DELETE FROM webhook_endpoints');
    await sender.pump.stop();
    for (const receiver of closing.splice(0)) await receiver.close();
  });

  const run = (sql: string, ...values: unknown[]) => db.database.execute(sql, [workspaceId, ...values]);
  const deliveries = async (endpointId: string): Promise<WebhookDeliveryRow[]> =>
    (await sender.log.page(workspaceId, endpointId, { limit: 1_000 })).rows;

  return {
    db,
    run,
    deliveries,
    get workspaceId() {
      return workspaceId;
    },
    get sender() {
      return sender;
    },
    async aReceiver(answer?: FakeReceiver['answer']): Promise<FakeReceiver> {
      const receiver = await startReceiver();
      if (answer) receiver.answer = answer;
      closing.push(receiver);
      return receiver;
    },
    anEndpoint: (url: string, types?: string[]) => sender.endpoints.create(workspaceId, { url, types }),
    entry: (type: string, count?: number, data?: object) => happen(db.database, workspaceId, type, count, data),
    statesOf: async (endpointId: string) => (await deliveries(endpointId)).map(({ state }) => state),
    /** Makes waiting deliveries due one second ago, because the server's clock can step back by some milliseconds. */
    timePasses: () =>
      run(
        `UPDATE webhook_deliveries SET due_at = now() - interval '1 second' WHERE workspace_id = $1 AND due_at IS NOT NULL`,
      ),
    /** Repeats turns until the condition holds: other transactions can hold back the horizon for a while. */
    turnsUntil: (what: string, done: () => unknown) =>
      until(
        what,
        async () => {
          await sender.turn();
          return done();
        },
        { ms: 25_000 },
      ),
  };
}

/** Returns the ids of the calls in order. */
export const idsOf = (receiver: FakeReceiver) => receiver.received.map(({ id }) => id);

/** Answers 500. */
export const refusing: FakeReceiver['answer'] = (response) => response.writeHead(500).end();
