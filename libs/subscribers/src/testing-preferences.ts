import type { INestApplicationContext } from '@nestjs/common';
import { UnsubscribeLinks } from '@dundun/messaging';
import type { FastifyInstance } from 'fastify';
import { v7 } from 'uuid';
import type { Stage } from './testing.js';

type PageApp = INestApplicationContext & { getHttpAdapter: () => { getInstance: () => unknown } };

/** Opens and submits the preference pages of readers of mail. */
export function aPreferencePage(app: () => PageApp, stage: () => Stage) {
  async function ask(method: 'GET' | 'POST', url: string, payload?: string) {
    const headers = payload === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' };
    const fastify = app().getHttpAdapter().getInstance() as FastifyInstance;
    const { body, statusCode } = await fastify.inject({ method, url, payload, headers });
    return { text: body, status: statusCode };
  }
  return {
    open: (path: string) => ask('GET', path),
    submit: (path: string, fields: Record<string, string>) => ask('POST', path, new URLSearchParams(fields).toString()),
    /** Stores a mail of the plain list to an address. @returns the path of its reader's preferences */
    async linkTo(address: string): Promise<string> {
      const recipients = [{ address, name: null, kind: 'to' as const, status: 'sent' as const, detail: null }];
      const { workspaceId, database, plain } = stage();
      const named = { workspace_id: workspaceId, id: v7(), recipients };
      await database.execute(
        `INSERT INTO messages (workspace_id, id, channel, lane, status, list_id, sender, recipients, content)
         VALUES ($1, $2, 'email', 'bulk', 'sent', $3, '{}', $4, '{}')`,
        [workspaceId, named.id, plain.id, JSON.stringify(recipients)],
      );
      return new URL(app().get(UnsubscribeLinks, { strict: false }).urls(named).preferences_url).pathname;
    },
  };
}
