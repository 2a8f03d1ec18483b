// The product's own event route from the socket to the controller: the same Nest application, hooks, credentials, validation and
// answers. Only the store differs: none, or one INSERT per request.
import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { AccountsApiModule, accountsEntities } from '@dundun/accounts';
import { Events } from '@dundun/events';
import { ListAccess } from '@dundun/people';
import { ConfigModule, createLogger, loadConfig } from '@dundun/platform/config';
import { DatabaseModule } from '@dundun/platform/database';
import { Cursors } from '@dundun/platform/http';
import { createHttpApp, RefusalFilter } from '@dundun/platform/server';
import pg from 'pg';
import { v7 } from 'uuid';
import { EventsController } from '../../../libs/events/dist/events.controller.js';

const STORED = { body: { status: 'ok' } };

const noStore = () => ({ trackAs: async () => STORED });

async function oneInsertEach() {
  const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 32 });
  const { rows } = await pool.query('SELECT workspace_id, uid, id FROM people');
  const ids = new Map(rows.map(({ workspace_id, uid, id }) => [`${workspace_id} ${uid}`, id]));
  const text =
    'INSERT INTO events (workspace_id, id, person_id, name, value, properties) VALUES ($1, $2, $3, $4, $5, $6)';
  return {
    async trackAs({ workspaceId }, uid, { event, value, properties }) {
      const values = [workspaceId, v7(), ids.get(`${workspaceId} ${uid}`), event];
      values.push(JSON.stringify(value), JSON.stringify(properties));
      await pool.query({ name: 'insert', text, values });
      return STORED;
    },
  };
}

const config = loadConfig();
const logger = createLogger('bench', config.LOG_LEVEL);
const store = process.env.STORE === 'insert' ? await oneInsertEach() : noStore();

class BenchModule {}
Module({
  imports: [ConfigModule.for(config, logger), DatabaseModule.for(accountsEntities), AccountsApiModule],
  controllers: [EventsController],
  providers: [
    Cursors,
    { provide: Events, useValue: store },
    { provide: ListAccess, useValue: {} },
    { provide: APP_FILTER, useClass: RefusalFilter },
  ],
})(BenchModule);

const app = await createHttpApp(BenchModule, config, logger);
await app.listen(config.API_PORT, config.HOST);
process.send({ ready: true });
