import { beforeEach, describe, expect, it } from '@jest/globals';
import { aWorkspace, useDatabase } from '@dundun/testing';
import { Reclassification } from './reclassification.repository.js';
import type { ScannerNetworks } from './scanner-networks.service.js';
import { aMessage, queued } from '../testing.js';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';
const GMAIL_AHEAD =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/42.0.2311.135 Safari/537.36 Edge/12.246 Mozilla/5.0';

interface Hit {
  link?: number | null;
  agent?: string | null;
  ip?: string | null;
  declared?: string;
  reason?: string;
}

describe('Reclassification', () => {
  const db = useDatabase();
  const scanners = { has: (ip: string): boolean => ip === '203.0.113.9' } as unknown as ScannerNetworks;
  let workspace: number;

  beforeEach(async () => {
    workspace = await aWorkspace(db.database);
  });

  /** A message of an hour ago with these opens and clicks, a minute apart. @returns their reasons, in order */
  const aMessageWith = async (...hits: Hit[]) => {
    const content = {
      subject: 'S',
      text: 'T',
      links: ['https://a.test', 'https://b.test'],
      track: { opens: true, clicks: true, honeypot: null },
    };
    const [message] = await queued(db.database, aMessage(workspace, { content }));
    const id = message!.id;
    await db.database.execute(
      "UPDATE messages SET status = 'sent', due_at = NULL, ended_at = now() - interval '1 hour' WHERE id = $1",
      [id],
    );
    for (const [minute, { link = null, agent = CHROME, ip = '192.0.2.7', declared, reason }] of hits.entries())
      await db.database.execute(
        `INSERT INTO hits (workspace_id, message_id, at, id, kind, link, ip, user_agent, declared, reason)
         VALUES ($1, $2, now() - interval '50 minutes' + $3 * interval '1 minute', gen_random_uuid(), $4, $5, $6, $7, $8, $9)`,
        [workspace, id, minute, link === null ? 'open' : 'click', link, ip, agent, declared ?? null, reason ?? null],
      );
    return async () => {
      const rows = await db.database.query<{ reason: string | null }>(
        'SELECT reason FROM hits WHERE message_id = $1 ORDER BY at',
        [id],
      );
      return rows.map(({ reason }) => reason);
    };
  };

  it('finds people among machines and machines among people, and says what changed', async () => {
    const reasons = await aMessageWith(
      { agent: GMAIL_AHEAD },
      { agent: 'eM Client/9.2', reason: 'user_agent' },
      { link: 0, ip: '203.0.113.9' },
      { link: 1 },
    );
    expect(await new Reclassification(db.database, scanners).run(workspace)).toEqual({ seen: 4, changed: 3 });
    expect(await reasons()).toEqual(['prefetch', null, 'network', null]);
  });

  it('keeps what only the request said, and what has no origin any more', async () => {
    const reasons = await aMessageWith(
      { link: 0, declared: 'head', reason: 'head' },
      { reason: 'prefetch' },
      { agent: null, ip: null, reason: 'user_agent' },
    );
    expect(await new Reclassification(db.database, scanners).run(workspace)).toEqual({ seen: 3, changed: 0 });
    expect(await reasons()).toEqual(['head', 'prefetch', 'user_agent']);
  });

  it('reads any number of messages in pieces, each message once, and no other workspace', async () => {
    const all = [];
    for (let count = 0; count < 5; count++) all.push(await aMessageWith({ reason: 'user_agent' }, { reason: 'burst' }));
    const other = workspace;
    workspace = await aWorkspace(db.database);
    const untouched = await aMessageWith({ reason: 'user_agent' });
    expect(await new Reclassification(db.database, scanners).run(other, 3)).toEqual({ seen: 10, changed: 10 });
    for (const reasons of all) expect(await reasons()).toEqual([null, null]);
    expect(await untouched()).toEqual(['user_agent']);
  });
});
