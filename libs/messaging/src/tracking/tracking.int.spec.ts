import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { accountsEntities, SendingDomains } from '@dundun/accounts';
import { TrackingRefusals } from '@dundun/people';
import { createLogger, Seal, type Logger } from '@dundun/platform/config';
import { Database, dataSourceOptions, newId } from '@dundun/platform/database';
import { aWorkspace, until, useDatabase } from '@dundun/testing';
import { DataSource } from 'typeorm';
import { Engagements, type Engagement, type EngagementRow } from './engagements.repository.js';
import type { EmailContent, NewMessage, SmsContent } from '../message/message.js';
import { ShortLinks } from './short-links.repository.js';
import { aMessage, aRecipient, queued } from '../testing.js';
import { TrackedMessages } from './tracked-messages.repository.js';
import { TrackingTokens } from './tracking-tokens.service.js';
import { Tracking } from './tracking.service.js';
import { ScannerNetworks } from './scanner-networks.service.js';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';
const HTML = '<a href="https://a.test/">a</a> <a href="https://b.test/">b</a> <a href="https://c.test/">c</a>';

const NO_SCANNERS = new ScannerNetworks({});

describe('tracking', () => {
  const db = useDatabase(accountsEntities);
  const logger = createLogger('test', 'silent');
  let domains: SendingDomains;
  let tokens: TrackingTokens;
  let shortLinks: ShortLinks;
  let tracking: Tracking;
  let engagements: Engagements;
  let workspace: number;

  beforeAll(() => {
    const { database, config } = db;
    domains = new SendingDomains(database);
    tokens = new TrackingTokens(new Seal([config.SECRET_KEY]));
    shortLinks = new ShortLinks(database);
    tracking = new Tracking(config, domains, shortLinks, tokens, new TrackingRefusals(database));
    engagements = new Engagements(database, logger, NO_SCANNERS);
  });
  beforeEach(async () => {
    workspace = await aWorkspace(db.database);
  });

  const anEmail = (over: Partial<NewMessage> = {}) =>
    aMessage(workspace, { content: { subject: 'S', html: HTML, text: 'https://a.test/' }, ...over });
  const anSms = (body: string) =>
    aMessage(workspace, { channel: 'sms', source: 'twilio', content: { body }, segments: 1 });
  const both = { track_opens: true, track_clicks: true };
  /** A person with an email address or a number. */
  const aPersonWith = async (address: string) => {
    const id = newId();
    const kind = address.includes('@') ? 'email' : 'number';
    await db.database.execute(`INSERT INTO people (workspace_id, id, uid, uid_updateable, ${kind}) VALUES ($1, $2, $3, false, $4)`, [workspace, id, `u-${id}`, address]); // prettier-ignore
    await db.database.execute('INSERT INTO person_keys (workspace_id, kind, value, person_id) VALUES ($1, $2, $3, $4)', [workspace, kind, address, id]); // prettier-ignore
    return id;
  };
  const untrackedOf = async (id: string) => {
    const [row] = await db.database.query<{ is_untracked: boolean | null }>('SELECT is_untracked FROM messages WHERE workspace_id = $1 AND id = $2', [workspace, id]); // prettier-ignore
    return row?.is_untracked;
  };

  const tracked = async (...given: Parameters<Tracking['email']>) => (await tracking.email(...given)).message;

  /** Creates a tracked message that was handed over an hour ago. */
  const sent = async () => {
    const [message] = await queued(db.database, await tracked(anEmail(), both));
    const { id } = message as NewMessage;
    await db.database.execute(
      `UPDATE messages SET status = 'sent', ended_at = now() - interval '1 hour' WHERE id = $1`,
      [id],
    );
    const found = await new TrackedMessages(db.database).find(workspace, id);
    if (!found) throw new Error('not tracked');
    return found;
  };
  const anEngagement = (
    message: Awaited<ReturnType<typeof sent>>,
    link: number | null,
    over: Partial<Engagement> = {},
  ): Engagement => ({
    workspaceId: message.workspaceId,
    messageId: message.messageId,
    message: link === null ? undefined : message,
    kind: link === null ? 'open' : 'click',
    link,
    userAgent: CHROME,
    declared: null,
    ip: '192.0.2.7',
    ...over,
  });
  const recorded = (
    { messageId }: { messageId: string },
    count: number,
    enough: (rows: EngagementRow[]) => boolean = () => true,
  ) =>
    until(`${count} opens and clicks are recorded`, async () => {
      const rows = await engagements.ofMessage(workspace, messageId);
      return rows.length === count && enough(rows) && rows;
    });
  const reasons = (rows: EngagementRow[]) => rows.map(({ kind, link, reason }) => `${kind} ${link}: ${reason}`);

  describe('an email', () => {
    it('stores its targets and leads to them', async () => {
      const message = await tracked(anEmail(), both);
      const { html = '', text = '', links, track } = message.content as EmailContent;
      expect(links).toEqual(['https://a.test/', 'https://b.test/', 'https://c.test/', 'https://a.test/']);
      expect(track).toEqual({ opens: true, clicks: true, honeypot: 3 });
      const found = [...html.matchAll(/\/t\/c\/([\w.-]+)"/g)].map(([, token]) => tokens.readClick(token as string));
      expect(found).toEqual([0, 1, 2, 3].map((link) => ({ workspaceId: workspace, messageId: message.id, link })));
      const pixel = /\/t\/o\/([\w.-]+)"/.exec(html)?.[1] as string;
      expect(tokens.readOpen(pixel)).toEqual({ workspaceId: workspace, messageId: message.id });
      expect(text).toBe(`${db.config.PUBLIC_URL}/t/c/${tokens.of(workspace, message.id, 1).clicks[0]}`);
      await queued(db.database, message);
      expect(await new TrackedMessages(db.database).find(workspace, message.id)).toMatchObject({ links, honeypot: 3 });
      expect(await new TrackedMessages(db.database).find(workspace + 1, message.id)).toBeNull();
    });

    it('stays unchanged with several recipients, or without tracking', async () => {
      const several = anEmail({
        recipients: [aRecipient('a@example.com'), aRecipient('b@example.com', { kind: 'cc' })],
      });
      expect(await tracked(several, both)).toBe(several);
      const one = anEmail();
      expect(await tracked(one, { track_opens: false })).toBe(one);
    });

    it('stays as it is written for somebody who refuses tracking, and reports know', async () => {
      const [refusing, other] = [await aPersonWith('grace@reader.test'), await aPersonWith('ada@reader.test')];
      const refusals = new TrackingRefusals(db.database);
      expect(await refusals.change(workspace, refusing, true)).toBe(true);
      expect(await refusals.change(workspace, refusing, true)).toBe(false);
      const to = (address: string) => anEmail({ recipients: [aRecipient(address)] });
      const message = to('Grace@Reader.test');
      const written = message.content;
      const result = await tracked(message, both);
      expect(result.content).toEqual({ ...written, isUntracked: true });
      await queued(db.database, result);
      expect(await untrackedOf(result.id)).toBe(true);
      expect((await tracked(to('ada@reader.test'), both)).content).toHaveProperty('links');
      expect(await tracked(to('grace@reader.test'), {})).not.toHaveProperty('content.isUntracked');
      expect(await refusals.change(workspace, refusing, false)).toBe(true);
      expect((await tracked(to('grace@reader.test'), both)).content).toHaveProperty('links');
      await db.database.execute(`INSERT INTO shared_keys (workspace_id, kind, value, person_id) VALUES ($1, 'email', 'grace@reader.test', $2)`, [workspace, other]); // prettier-ignore
      await refusals.change(workspace, other, true);
      expect((await tracked(to('grace@reader.test'), both)).content).not.toHaveProperty('links');
      expect(await refusals.change(workspace + 1, refusing, true)).toBeUndefined();
    });

    it('uses the tracking host of the sender’s domain once its check has passed', async () => {
      const { id } = await domains.connect(workspace, 'example.com');
      const hostOf = async (address = 'ada@mail.example.com') =>
        /src="([^"]+)\/t\/o\//.exec(
          ((await tracked(anEmail({ sender: { name: 'Ada', address } }), both)).content as EmailContent).html ?? '',
        )?.[1];
      expect(await hostOf()).toBe(db.config.PUBLIC_URL);
      const found = (status: string) =>
        db.database
          .execute('UPDATE sending_domains SET findings = $2 WHERE id = $1', [
            id,
            JSON.stringify([{ type: 'CNAME', name: 'links.example.com', value: 'x', status, found: [], change: null }]),
          ])
          .then(() => domains.forget());
      await found('missing');
      expect(await hostOf()).toBe(db.config.PUBLIC_URL);
      await found('ok');
      expect(await hostOf()).toBe('https://links.example.com');
      expect(await hostOf('ada@elsewhere.test')).toBe(db.config.PUBLIC_URL);
    });
  });

  describe('an SMS', () => {
    it('keeps its links for somebody who refuses tracking', async () => {
      const person = await aPersonWith('2348012345678');
      await new TrackingRefusals(db.database).change(workspace, person, true);
      const sms = { ...anSms('Sale: https://a.test/'), recipients: [aRecipient('2348012345678')] };
      expect((await tracking.sms(sms, { track_clicks: true })).content).toEqual({ body: 'Sale: https://a.test/', isUntracked: true }); // prettier-ignore
      expect(await db.database.query('SELECT FROM short_links WHERE workspace_id = $1', [workspace])).toEqual([]);
    });

    it('gets short links that lead to its targets', async () => {
      const message = await tracking.sms(anSms(`${'x'.repeat(150)} https://a.test/?long=1 https://b.test/`), {
        track_clicks: true,
      });
      const { body, links } = message.content as SmsContent;
      expect(links).toEqual(['https://a.test/?long=1', 'https://b.test/']);
      const codes = [...body.matchAll(/\/s\/([A-Za-z0-9]{8})(?= |$)/g)].map(([, code]) => code as string);
      expect(codes).toHaveLength(2);
      expect(message.segments).toBe(2);
      const tracked = new TrackedMessages(db.database);
      expect(await tracked.findByCode(codes[1] as string)).toBeNull();
      await queued(db.database, message);
      expect(await tracked.findByCode(codes[1] as string)).toEqual({
        link: 1,
        message: { workspaceId: workspace, messageId: message.id, links, contentId: null, honeypot: null },
      });
      for (const other of ['AAAAAAAA', codes[0]?.toLowerCase(), `${codes[0]}x`, '', "' OR 1=1"])
        if (other !== codes[0]) expect(await tracked.findByCode(other as string)).toBeNull();
    });

    it('stays unchanged without links', async () => {
      const message = anSms('Your code is 123456');
      expect(await tracking.sms(message, { track_clicks: true })).toBe(message);
    });

    it('gets unique codes, also inside a transaction', async () => {
      const many = await Promise.all(Array.from({ length: 50 }, () => shortLinks.codes(workspace, anSms('').id, 4)));
      const inside = await db.database.transaction(() => shortLinks.codes(workspace, anSms('').id, 3));
      expect(new Set([...many.flat(), ...inside]).size).toBe(203);
    });
  });

  describe('opens and clicks', () => {
    it('are recorded with their facts', async () => {
      const message = await sent();
      engagements.record(anEngagement(message, null, { ip: '2001:db8::1' }));
      engagements.record(anEngagement(message, 1, { userAgent: 'curl/8.5.0', ip: 'unknown' }));
      // They are ordered by the clock, which may step back.
      const rows = (await recorded(message, 2)).toSorted((a, b) => b.kind.localeCompare(a.kind));
      expect(rows).toEqual([
        expect.objectContaining({
          kind: 'open',
          link: null,
          ip: '2001:db8::1',
          user_agent: CHROME,
          machine: false,
          reason: null,
        }),
        expect.objectContaining({
          kind: 'click',
          link: 1,
          ip: null,
          user_agent: 'curl/8.5.0',
          machine: true,
          reason: 'user_agent',
        }),
      ]);
      expect(Math.abs((rows[0] as EngagementRow).at.getTime() - Date.now())).toBeLessThan(60_000);
    });

    it('before the handover count as a machine’s', async () => {
      const message = await sent();
      await db.database.execute('UPDATE messages SET ended_at = NULL WHERE id = $1', [message.messageId]);
      engagements.record(anEngagement(message, 0));
      expect(reasons(await recorded(message, 1))).toEqual(['click 0: too_soon']);
    });

    it('of a deleted message are not recorded, and others are', async () => {
      const message = await sent();
      engagements.record({ ...anEngagement(message, 0), messageId: anEmail().id });
      engagements.record(anEngagement(message, 0));
      await recorded(message, 1);
      const [row] = await db.database.query<{ count: number }>(
        'SELECT count(*)::int AS count FROM hits WHERE workspace_id = $1',
        [workspace],
      );
      expect(row?.count).toBe(1);
    });

    it('of an erased person are stored without their origin', async () => {
      const message = await sent();
      await db.database.execute(
        `UPDATE messages SET recipients = jsonb_set(recipients, '{0,address}', '"erased"') WHERE id = $1`,
        [message.messageId],
      );
      engagements.record(anEngagement(message, null));
      engagements.record(anEngagement(message, 0));
      for (const row of await recorded(message, 2)) expect(row).toMatchObject({ ip: null, user_agent: null });
    });

    it('on all links within seconds are marked as a burst across two processes', async () => {
      const message = await sent();
      const other = new Engagements(await db.another(), logger, NO_SCANNERS);
      engagements.record(anEngagement(message, null));
      engagements.record(anEngagement(message, 0));
      other.record(anEngagement(message, 1));
      await recorded(message, 3, (rows) => rows.every(({ reason }) => reason === null));
      // Moves them to now, however long the steps took.
      await db.database.execute('UPDATE hits SET at = clock_timestamp() WHERE message_id = $1', [message.messageId]);
      other.record(anEngagement(message, 2));
      const rows = await recorded(message, 4, (all) => all.every(({ machine }) => machine));
      expect(new Set(rows.map(({ reason }) => reason))).toEqual(new Set(['burst']));
    });

    it('shortly before and after a honeypot click count as a scanner’s', async () => {
      const message = await sent();
      engagements.record(anEngagement(message, 0));
      await recorded(message, 1, ([row]) => row?.reason === null);
      engagements.record(anEngagement(message, message.honeypot as number));
      await recorded(message, 2, (rows) => rows.every(({ reason }) => reason === 'honeypot'));
      engagements.record(anEngagement(message, null));
      await recorded(message, 3, (rows) => rows.every(({ reason }) => reason === 'honeypot'));
      engagements.record(anEngagement(message, 1, { ip: '198.51.100.7' }));
      const all = await recorded(message, 4);
      expect(all.map(({ machine }) => machine)).toEqual([true, true, true, false]);
    });

    it('share commits', async () => {
      const message = await sent();
      let statements = 0;
      const counting = Object.create(db.database, {
        execute: {
          value: (...given: Parameters<Database['execute']>) => {
            statements += 1;
            return db.database.execute(...given);
          },
        },
      }) as Database;
      const shared = new Engagements(counting, logger, NO_SCANNERS);
      for (let count = 0; count < 300; count++) shared.record(anEngagement(message, 0));
      await recorded(message, 300);
      expect(statements).toBeLessThan(10);
    });

    it('are dropped with one warning while PostgreSQL is away', async () => {
      const source = await new DataSource(dataSourceOptions(db.config, logger)).initialize();
      const warned: { dropped: number }[] = [];
      const noting = { warn: (fields: { dropped: number }) => void warned.push(fields) } as unknown as Logger;
      const away = new Engagements(new Database(source, true), noting, NO_SCANNERS);
      const message = await sent();
      await source.destroy();
      for (let count = 0; count < 20; count++) away.record(anEngagement(message, 0));
      await away.beforeApplicationShutdown();
      expect(warned).toEqual([expect.objectContaining({ dropped: 1 })]);
      expect(await engagements.ofMessage(workspace, message.messageId)).toEqual([]);
    });

    it('are all stored before the process ends', async () => {
      const message = await sent();
      const ending = new Engagements(db.database, logger, NO_SCANNERS);
      for (let count = 0; count < 20; count++) ending.record(anEngagement(message, 0));
      await ending.beforeApplicationShutdown();
      expect(await engagements.ofMessage(workspace, message.messageId)).toHaveLength(20);
    });
  });
});
