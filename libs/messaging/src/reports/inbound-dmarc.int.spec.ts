import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { accountsEntities, DmarcReports, SendingDomains } from '@dundun/accounts';
import { createLogger, Seal } from '@dundun/platform/config';
import { dmarcMail, dmarcXml, type DmarcFacts } from '@dundun/providers/testing';
import { aWorkspace, deliverMail, freePort, talkSmtp, until, useDatabase } from '@dundun/testing';
import { NIL } from 'uuid';
import { DmarcMails } from './dmarc-mails.service.js';
import { InboundSmtp } from './inbound-smtp.service.js';
import { ReturnPaths } from '../deliver/return-paths.service.js';
import { someBounces, someDmarcReports } from './testing-reports.js';

const logger = createLogger('test', 'silent');
const SOURCE = '192.0.2.1';

describe('DMARC reports over SMTP', () => {
  const db = useDatabase(accountsEntities);
  let reports: DmarcReports;
  let mails: DmarcMails;
  let inbound: InboundSmtp;
  let port: number;
  let workspace: number;
  let domainId: string;
  let address: string;

  beforeAll(async () => {
    port = await freePort();
    const setting = { ...db.config, INBOUND_SMTP_PORT: port, HOST: '127.0.0.1' };
    reports = someDmarcReports(db.database, setting);
    mails = new DmarcMails(reports, logger);
    const paths = new ReturnPaths(setting, new SendingDomains(db.database), new Seal([db.config.SECRET_KEY]));
    inbound = new InboundSmtp(setting, paths, someBounces(db.database), mails, logger);
    inbound.onApplicationBootstrap();
    await until('the server listens', async () => {
      const talk = await talkSmtp(port);
      talk.end();
      return talk.greeting.startsWith('220');
    });
  });
  beforeEach(async () => {
    workspace = await aWorkspace(db.database);
    ({ id: domainId } = await new SendingDomains(db.database).add(workspace, 'news.example.com'));
    address = (await summary()).reports_to ?? '';
  });
  afterAll(async () => {
    await inbound.beforeApplicationShutdown();
    mails.onModuleDestroy();
  });

  const summary = (days = 30) => reports.summary(workspace, domainId, days);
  const arriving = (facts: DmarcFacts, to = address) =>
    deliverMail(port, to, dmarcMail(dmarcXml({ domain: 'news.example.com', ...facts })));

  it('are shown by source and day, with who reported them', async () => {
    const records = [
      { source: SOURCE, count: 98 },
      { source: '203.0.113.9', count: 2, dkim: 'fail', spf: 'fail', disposition: 'reject' },
    ];
    expect(await arriving({ records })).toMatch(/^250 /);
    expect(
      await arriving({ org: 'Yahoo', reportId: '1', records: [{ source: SOURCE, count: 10, spf: 'fail' }] }),
    ).toMatch(/^250 /);
    const shown = await summary();
    expect(shown).toMatchObject({ messages: 110, aligned: 108, days: 30, published: false });
    expect(shown.sources).toEqual([
      expect.objectContaining({ source: SOURCE, messages: 108, aligned: 108, dkim_aligned: 108, spf_aligned: 98, reporters: ['Yahoo', 'google.com'], header_from: ['news.example.com'] }), // prettier-ignore
      expect.objectContaining({
        source: '203.0.113.9',
        messages: 2,
        aligned: 0,
        rejected: 2,
        reporters: ['google.com'],
      }),
    ]);
    expect(shown.daily).toEqual([{ day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), messages: 110, aligned: 108 }]);
    expect(shown.reporters.map(({ name, mail_domains, reports: count }) => [name, mail_domains, count])).toEqual([
      ['Yahoo', ['google.com'], 1],
      ['google.com', ['google.com'], 1],
    ]);
    expect(shown.advice[0]).toMatch(/^98\.1% of 110 messages passed DMARC/);
    expect(shown.advice.join(' ')).toContain('203.0.113.9');
  });

  it('count once by organisation and id, however often and concurrently they arrive', async () => {
    const records = [{ source: SOURCE, count: 5 }];
    for (const reply of await Promise.all(Array.from({ length: 5 }, () => arriving({ records }))))
      expect(reply).toMatch(/^250 /);
    await arriving({ org: 'Yahoo', records });
    expect(await summary()).toMatchObject({ messages: 10 });
  });

  it('count one source once, however its address is written', async () => {
    const records = [{ source: '2001:DB8::1', count: 2 }, { source: '2001:db8:0:0::1', count: 3 }]; // prettier-ignore
    expect(await arriving({ records })).toMatch(/^250 /);
    expect((await summary()).sources).toEqual([expect.objectContaining({ source: '2001:db8::1', messages: 5 })]);
  });

  it('about the parent domain or a subdomain count too, about another domain they are refused', async () => {
    const records = [{ source: SOURCE }];
    expect(await arriving({ reportId: '1', domain: 'example.com', records })).toMatch(/^250 /);
    expect(await arriving({ reportId: '2', domain: 'eu.news.example.com', records })).toMatch(/^250 /);
    expect(await arriving({ reportId: '3', domain: 'example.org', records })).toMatch(/^554 /);
    expect(await arriving({ reportId: '4', domain: 'ws.example.com', records })).toMatch(/^554 /);
    expect(await summary()).toMatchObject({ messages: 2 });
  });

  it('are taken at the address of their domain only', async () => {
    for (const other of [
      address.replace('@bounce.', '@'),
      address.replace('news.example.com', 'example.com'),
      address.replace(`-${workspace}-`, `-${workspace + 1}-`),
      address.replace(domainId.replaceAll('-', ''), NIL.replaceAll('-', '')),
      address.replace(`-${workspace}-`, '-99999999999999-'),
      'postmaster@bounce.news.example.com',
    ])
      expect(await arriving({}, other)).toMatch(/^550 /);
    expect(await arriving({}, address.toUpperCase())).toMatch(/^250 /);
  });

  it.each([
    ['a human', Buffer.from('From: ada@example.com\r\nSubject: Hello\r\n\r\nHello')],
    ['a bomb of zeros', dmarcMail('', gzipSync(Buffer.alloc(50_000_000)))],
    ['rubbish', Buffer.from('\u0000'.repeat(1_000))],
    ['more than 2 MB', Buffer.alloc(3_000_000, 'a\r\n')],
  ])('from %s are refused', async (_, raw) => {
    expect(await deliverMail(port, address, raw)).toMatch(/^554 /);
    expect((await summary()).reporters).toEqual([]);
  });

  it('are limited to 500 a day', async () => {
    await db.database.execute(
      `INSERT INTO dmarc_reports (workspace_id, domain_id, org, report_id, sender, day, is_cut)
       SELECT $1, $2, 'spam', n::text, '', now()::date, false FROM generate_series(1, 500) AS n`,
      [workspace, domainId],
    );
    expect(await arriving({ records: [{ source: SOURCE }] })).toMatch(/^452 /);
  });

  it('leave with their domain', async () => {
    await arriving({ records: [{ source: SOURCE }] });
    await new SendingDomains(db.database).remove(workspace, domainId);
    expect(await db.database.query('SELECT FROM dmarc_sources WHERE workspace_id = $1', [workspace])).toEqual([]);
    expect(await arriving({ reportId: '2' })).toMatch(/^550 /);
  });
});
