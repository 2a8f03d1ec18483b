import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ForbiddenAddressError, NoAlertChatError } from '@dundun/domain';
import { createLogger, Seal } from '@dundun/platform/config';
import { OutboundGuard } from '@dundun/platform/outbound';
import { aWorkspace, useDatabase } from '@dundun/testing';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { v7 } from 'uuid';
import { TEST_SEAL } from '../testing.js';
import { AlertSetup } from './alert-setup.service.js';
import { Alerts } from './alerts.repository.js';
import { AlertsTimer } from './alerts.timer.js';
import { Chat } from './chat.service.js';

const logger = createLogger('test', 'silent');

describe('alerts in a chat', () => {
  const db = useDatabase();
  let workspaceId: number;
  let server: Server;
  let said: string[];
  let status: number;

  beforeEach(async () => {
    workspaceId = await aWorkspace(db.database);
    await db.database.execute('DELETE FROM alerts');
    [said, status] = [[], 200];
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (piece: Buffer) => (body += piece.toString()));
      request.on('end', () => {
        if (status === 200) said.push((JSON.parse(body) as { text: string }).text);
        response.writeHead(status).end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  });
  afterEach(() => void server.close());

  const chatUrl = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  const services = (seal = TEST_SEAL) => {
    const guard = new OutboundGuard({ OUTBOUND_ALLOW: '127.0.0.1/32' });
    const [alerts, chat] = [new Alerts(db.database, seal), new Chat(guard)];
    const timer = new AlertsTimer(alerts, chat, seal, { CONSOLE_URL: 'https://console.example' }, logger);
    return { alerts, timer, setup: new AlertSetup(alerts, chat, guard, seal) };
  };
  const run = (sql: string, ...values: unknown[]) => db.database.execute(sql, [workspaceId, ...values]);
  const aCampaign = async (name: string) => {
    const id = v7();
    await run(`INSERT INTO campaigns (workspace_id, id, name, state) VALUES ($1, $2, $3, 'sending')`, id, name);
    return id;
  };
  const halt = (id: string) =>
    run(`UPDATE campaigns SET state = 'halted', halt = '{"message": "it failed"}' WHERE workspace_id = $1 AND id = $2`, id); // prettier-ignore
  const due = () => run('UPDATE alerts SET due_at = now() WHERE workspace_id = $1');
  const waiting = async () =>
    (await db.database.query('SELECT FROM alerts WHERE workspace_id = $1', [workspaceId])).length;

  it('tell that a campaign halted, once', async () => {
    const { setup, timer } = services();
    expect(await setup.set(workspaceId, chatUrl())).toMatchObject({ host: new URL(chatUrl()).host, failure: null });
    const id = await aCampaign('Sale <b>');
    await halt(id);
    await timer.round();
    await timer.round();
    expect(said).toEqual([
      `The campaign “Sale &lt;b&gt;” halted: it failed. No message leaves until somebody resumes or cancels it. <https://console.example/campaigns/${id}|Open it>`,
    ]);
    expect((await setup.get(workspaceId)).told_at).not.toBeNull();
  });

  it('tell that a provider fails, when it begins to', async () => {
    const { setup, timer } = services();
    await setup.set(workspaceId, chatUrl());
    const id = v7();
    await run(
      `INSERT INTO integrations (workspace_id, id, channel, provider, name, settings) VALUES ($1, $2, 'email', 'smtp', 'Relay', '{}')`,
      id,
    );
    const fail = `UPDATE integrations SET failing_since = now(), failure = 'Wrong password.' WHERE workspace_id = $1 AND id = $2`;
    await run(fail, id);
    await run(fail, id);
    await timer.round();
    expect(said).toEqual([expect.stringContaining('The provider “Relay” is failing: Wrong password. Messages')]);
  });

  it('tell that an automation closed its door, and not that somebody paused it', async () => {
    const { setup, timer } = services();
    await setup.set(workspaceId, chatUrl());
    const id = v7();
    await run(`INSERT INTO automations (workspace_id, id, name, state) VALUES ($1, $2, 'Welcome', 'live')`, id);
    await run(`UPDATE automations SET state = 'paused' WHERE workspace_id = $1 AND id = $2`, id);
    await run(`UPDATE automations SET enters = false, note = 'Too many.' WHERE workspace_id = $1 AND id = $2`, id);
    await timer.round();
    expect(said).toEqual([expect.stringContaining('The automation “Welcome” lets nobody in any more: Too many.')]);
  });

  it('are not kept for a workspace without a chat', async () => {
    const { setup } = services();
    await halt(await aCampaign('Sale'));
    expect(await waiting()).toBe(0);
    await expect(setup.test(workspaceId)).rejects.toThrow(NoAlertChatError);
  });

  it('are told again after a failure, until they are old, and the page says why', async () => {
    const { setup, timer } = services();
    await setup.set(workspaceId, chatUrl());
    await halt(await aCampaign('Sale'));
    status = 500;
    await timer.round();
    expect(await setup.get(workspaceId)).toMatchObject({ told_at: null, failure: 'It answered 500.' });
    await timer.round();
    expect(await waiting()).toBe(1);
    status = 200;
    await due();
    await timer.round();
    expect(said).toHaveLength(1);
    expect(await setup.get(workspaceId)).toMatchObject({ failed_at: null, failure: null });

    status = 404;
    await halt(await aCampaign('Another'));
    for (let call = 1; call <= 7; call++) {
      expect(await waiting()).toBe(1);
      await due();
      await timer.round();
    }
    expect(await waiting()).toBe(0);
  });

  it('are never sent into the network of the operator', async () => {
    const guard = new OutboundGuard({ OUTBOUND_ALLOW: undefined });
    const setup = new AlertSetup(services().alerts, new Chat(guard), guard, TEST_SEAL);
    await expect(setup.set(workspaceId, chatUrl())).rejects.toThrow(ForbiddenAddressError);
    expect((await setup.get(workspaceId)).host).toBeNull();
    await services().setup.set(workspaceId, chatUrl());
    expect(await setup.test(workspaceId)).toMatchObject({ delivered: false });
    expect(said).toEqual([]);
  });

  it('end with the chat', async () => {
    const { setup, timer } = services();
    await setup.set(workspaceId, chatUrl());
    await halt(await aCampaign('Sale'));
    expect((await setup.set(workspaceId, null)).host).toBeNull();
    await setup.set(workspaceId, chatUrl());
    await timer.round();
    expect(said).toEqual([]);
  });

  it('go on under the next SECRET_KEY', async () => {
    await db.database.execute('DELETE FROM alert_chats');
    const next = new Seal(['cd'.repeat(32), 'ab'.repeat(32)]);
    await services().setup.set(workspaceId, chatUrl());
    expect(await services(next).alerts.reseal()).toBe(1);
    expect(await services(new Seal(['cd'.repeat(32)])).setup.test(workspaceId)).toEqual({
      delivered: true,
      error: null,
    });
  });
});
