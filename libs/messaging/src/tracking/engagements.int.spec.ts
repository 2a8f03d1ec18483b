import { beforeEach, describe, expect, it } from '@jest/globals';
import { createLogger } from '@dundun/platform/config';
import { aWorkspace, useDatabase } from '@dundun/testing';
import { Engagements, type Engagement } from './engagements.repository.js';
import type { NewMessage } from '../message/message.js';
import { aMessage, queued } from '../testing.js';
import { ScannerNetworks } from './scanner-networks.service.js';

const NO_SCANNERS = new ScannerNetworks({});

describe('opens and clicks of a message', () => {
  const db = useDatabase();
  const logger = createLogger('test', 'silent');
  let workspaceId: number;
  let messageId: string;

  beforeEach(async () => {
    workspaceId = await aWorkspace(db.database);
    const [message] = await queued(db.database, aMessage(workspaceId, { content: { subject: 'S', text: 'T' } }));
    messageId = (message as NewMessage).id;
  });

  /** Requests one link repeatedly, and waits until everything is stored. */
  const ask = async (link: number | null, times: number) => {
    const engagements = new Engagements(db.database, logger, NO_SCANNERS);
    const kind = link === null ? 'open' : 'click';
    const engagement: Engagement = { workspaceId, messageId, link, kind, userAgent: null, declared: null, ip: '192.0.2.7' }; // prettier-ignore
    for (let count = 0; count < times; count++) engagements.record(engagement);
    await engagements.beforeApplicationShutdown();
  };
  const counts = () =>
    db.database.query<{ link: number | null; count: number }>(
      'SELECT link, count(*)::int AS count FROM hits WHERE message_id = $1 GROUP BY link ORDER BY link NULLS FIRST',
      [messageId],
    );

  it('are stored up to a thousand times, plus the first click of each link', async () => {
    await ask(null, 900);
    await ask(null, 1_500);
    expect(await counts()).toEqual([{ link: null, count: 1_000 }]);
    await ask(0, 20);
    await ask(1, 1);
    expect(await counts()).toEqual([
      { link: null, count: 1_000 },
      { link: 0, count: 1 },
      { link: 1, count: 1 },
    ]);
  });

  it('are limited separately for each message', async () => {
    await ask(null, 1_001);
    const [other] = await queued(db.database, aMessage(workspaceId, { content: { subject: 'S', text: 'T' } }));
    messageId = (other as NewMessage).id;
    await ask(null, 3);
    expect(await counts()).toEqual([{ link: null, count: 3 }]);
  });

  it('are shown oldest first, limited to the newest', async () => {
    await db.database.execute(
      `INSERT INTO hits (workspace_id, message_id, at, id, kind, link)
       SELECT $1, $2, now() - interval '1 day' + number * interval '1 second', gen_random_uuid(), 'open', NULL
       FROM generate_series(1, 1500) AS number`,
      [workspaceId, messageId],
    );
    await ask(4, 1);
    const shown = await new Engagements(db.database, logger, NO_SCANNERS).ofMessage(workspaceId, messageId);
    expect(shown).toHaveLength(1_000);
    expect(shown.at(-1)).toMatchObject({ kind: 'click', link: 4 });
    expect(shown).toEqual(shown.toSorted((a, b) => a.at.getTime() - b.at.getTime()));
  });
});
