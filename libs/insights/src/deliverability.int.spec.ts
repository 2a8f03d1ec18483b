import { beforeEach, describe, expect, it } from '@jest/globals';
import type { DomainHealth, DomainHealths } from '@dundun/accounts';
import { aWorkspace, useDatabase } from '@dundun/testing';
import { Deliverability } from './deliverability.service.js';
import { MailDays } from './mail-days.repository.js';

const HEALTH: DomainHealth = {
  ...{ id: 'd1', domain: 'shop.example', status: 'connected', dkim: 'ok', spf: 'missing', dmarc: 'ok', policy: 'none' },
  ...{ reported: 10, aligned: 10 },
};

describe('deliverability', () => {
  const db = useDatabase();
  let workspaceId: number;
  let deliverability: Deliverability;

  beforeEach(async () => {
    workspaceId = await aWorkspace(db.database);
    const names = new Map([
      ['shop.example', 'd1'],
      ['quiet.example', 'd1'],
    ]);
    const domains = { names: () => Promise.resolve(names), of: () => Promise.resolve(HEALTH) };
    deliverability = new Deliverability(new MailDays(db.database), domains as unknown as DomainHealths);
  });

  const count = (daysAgo: number, domain: string, mailbox: string, what: string, n: number) =>
    db.database.execute(
      `INSERT INTO mail_days (workspace_id, day, domain, mailbox, what, count) VALUES ($1, now()::date - $2::int, $3, $4, $5, $6)`,
      [workspaceId, daysAgo, domain, mailbox, what, n],
    );

  it('adds thirty days up by sending domain, its subdomains with it, and by mailbox provider', async () => {
    await count(0, 'shop.example', 'google', 'sent', 100);
    await count(29, 'news.shop.example', 'google', 'sent', 50);
    await count(29, 'news.shop.example', 'other', 'sent', 10);
    await count(30, 'shop.example', 'google', 'sent', 1_000);
    await count(1, 'elsewhere.example', 'google', 'sent', 5);
    await count(1, 'shop.example', 'google', 'bounced', 10);
    const view = await deliverability.view(workspaceId);
    expect(view).toMatchObject({ days: 30, total: { sent: 165, bounced: 10 } });
    expect(view.mailboxes.map(({ mailbox, sent }) => [mailbox, sent])).toEqual([
      ['google', 155],
      ['other', 10],
    ]);
    expect(view.domains.map(({ domain, id, total }) => [domain, id, total.sent])).toEqual([
      ['shop.example', 'd1', 160],
      ['elsewhere.example', null, 5],
      ['quiet.example', 'd1', 0],
    ]);
    expect(view.domains[0]?.mailboxes.map(({ mailbox, sent }) => [mailbox, sent])).toEqual([
      ['google', 150],
      ['other', 10],
    ]);
    expect(view.domains[0]?.advice.map(({ severity, text }) => [severity, text.split('.')[0]])).toEqual([
      ['act', '6'],
      ['watch', 'The SPF record of the return path is missing'],
    ]);
    expect(view.domains[1]).toMatchObject({ status: null, dkim: null, advice: [] });
  });

  it('shows nothing of another workspace', async () => {
    await count(0, 'shop.example', 'google', 'sent', 100);
    workspaceId = await aWorkspace(db.database);
    expect((await deliverability.view(workspaceId)).total.sent).toBe(0);
  });
});
