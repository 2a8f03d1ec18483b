import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { accountsEntities, Integrations, ProviderSets, SendingDomains } from '@dundun/accounts';
import type { SendEmailBody, SendSmsBody } from '@dundun/contracts';
import {
  ChannelNotAllowedError,
  DailyLimitError,
  DomainNotConnectedError,
  MissingVariableError,
  NoEmailProviderError,
  NoIntegrationError,
  secondsToNextUtcDay,
  SmsTooLongError,
  TooManyRecipientsError,
  UnknownListError,
  UnknownSenderError,
  UnknownTemplateError,
} from '@dundun/domain';
import { TrackingRefusals } from '@dundun/people';
import { Seal } from '@dundun/platform/config';
import { Database, Replayed, type IdempotencyClaim } from '@dundun/platform/database';
import type { Caller } from '@dundun/platform/http';
import type { Jobs } from '@dundun/platform/jobs';
import { emailProviders } from '@dundun/providers';
import { aWorkspace, until, useDatabase } from '@dundun/testing';
import { v7 } from 'uuid';
import { AcceptEmail } from './accept-email.service.js';
import { AcceptSms } from './accept-sms.service.js';
import { AcceptedMessages, type AcceptedMessage } from './accepted-messages.repository.js';
import { messagingEntities } from '../index.js';
import { MessageRepository } from '../message/message.repository.js';
import { ShortLinks } from '../tracking/short-links.repository.js';
import { TemplateRenderer } from '../templates/template-renderer.service.js';
import { TemplateRepository } from '../templates/template.repository.js';
import { Templates } from '../templates/templates.service.js';
import { rowOf } from '../testing.js';
import { Tracking } from '../tracking/tracking.service.js';
import { TrackingTokens } from '../tracking/tracking-tokens.service.js';
import { UnsubscribeLinks } from '../tracking/unsubscribe-links.service.js';

const at = (email: string) => ({ name: null, email });

describe('accepting', () => {
  const db = useDatabase([...accountsEntities, ...messagingEntities]);
  const renderer = new TemplateRenderer();
  const woken: string[] = [];
  const jobs = { wake: (_: unknown, __: unknown, key: string) => void woken.push(key) } as unknown as Jobs;
  let domains: SendingDomains;
  let integrations: Integrations;
  let sets: ProviderSets;
  let templates: Templates;
  let tracking: Tracking;
  let accepted: AcceptedMessages;
  let links: UnsubscribeLinks;
  let emails: AcceptEmail;
  let texts: AcceptSms;
  let workspace: number;

  beforeAll(() => {
    const { database, config } = db;
    domains = new SendingDomains(database);
    const seal = new Seal([config.SECRET_KEY]);
    sets = new ProviderSets(database, seal);
    integrations = new Integrations(database, seal, sets);
    templates = new Templates(database, new TemplateRepository(database), renderer);
    links = new UnsubscribeLinks(config, seal, new MessageRepository(database));
    tracking = new Tracking(config, domains, new ShortLinks(database), new TrackingTokens(seal), new TrackingRefusals(database)); // prettier-ignore
    accepted = new AcceptedMessages(database, new MessageRepository(database), jobs);
    emails = new AcceptEmail(config, sets, domains, templates, tracking, accepted, links);
    texts = new AcceptSms(integrations, tracking, accepted);
  });
  beforeEach(async () => {
    workspace = await aWorkspace(db.database);
    await domains.connect(workspace, 'example.com');
    woken.length = 0;
  });
  afterAll(() => renderer.onApplicationShutdown());

  const callerOf = (workspaceId: number, plan: Caller['plan'] = 'unlimited'): Caller => ({
    workspaceId,
    plan,
    level: 'full',
    kind: 'public',
    strictKeys: false,
    keyId: 'k1',
  });
  const anEmail = (fields: Partial<SendEmailBody> = {}): SendEmailBody => ({
    from: { name: 'Ada', email: 'ada@example.com' },
    to: [at('grace@example.com')],
    subject: 'Hello',
    text: 'Hello',
    ...fields,
  });
  const anSms = (fields: Partial<SendSmsBody> = {}): SendSmsBody => ({
    from: 'SHOP',
    to: '2348012345678',
    body: 'Hi',
    source: 'twilio',
    ...fields,
  });
  const email = (fields: Partial<SendEmailBody> = {}, claim?: IdempotencyClaim, plan?: Caller['plan']) =>
    emails.accept(callerOf(workspace, plan), anEmail(fields), 'req_1', claim);
  const sms = (fields: Partial<SendSmsBody> = {}) => texts.accept(callerOf(workspace), anSms(fields), 'req_1');
  const stored = async (result: Promise<AcceptedMessage | Replayed>) =>
    rowOf(db.database, (await result) as AcceptedMessage);
  const rows = async () =>
    (
      await db.database.query<{ count: number }>(
        'SELECT count(*)::int AS count FROM messages WHERE workspace_id = $1',
        [workspace],
      )
    )[0]?.count;
  const aListOf = async (workspaceId: number) => {
    const id = v7();
    await db.database.execute("INSERT INTO lists (workspace_id, id, title) VALUES ($1, $2, 'L')", [workspaceId, id]);
    return id;
  };

  it('stores an email due at once, and wakes its lane after the commit', async () => {
    const row = await stored(
      email({
        cc: [at('c@example.com'), at('GRACE@example.com')],
        bcc: [at('b@example.com')],
        reply_to: [{ name: 'Help Desk', email: 'r@example.com' }],
        attachments: [{ filename: '../../etc/\u202egpj.exe', content: 'SGk=' }],
      }),
    );
    expect(row).toMatchObject({
      workspace_id: workspace,
      channel: 'email',
      lane: 'fast',
      status: 'queued',
      sender: { name: 'Ada', address: 'ada@example.com' },
      content: { subject: 'Hello', text: 'Hello', replyTo: 'r@example.com', replyToName: 'Help Desk' },
      request_id: 'req_1',
    });
    expect(row.content).toMatchObject({ attachments: [{ filename: 'gpj.exe' }] });
    expect(row.recipients.map(({ address, kind }) => `${kind} ${address}`)).toEqual([
      'to grace@example.com',
      'cc c@example.com',
      'bcc b@example.com',
    ]);
    expect(row.due_at!.getTime()).toBeLessThanOrEqual(Date.now() + 1_000);
    expect(woken).toEqual([expect.stringMatching(/^email\/fast\/\d$/)]);
  });

  describe('the sender of an email', () => {
    it.each(['ada@example.com', 'ada@EXAMPLE.com', 'ada@mail.example.com', 'ada@a.b.example.com'])(
      '%s is under the domain',
      async (address) => {
        expect(await stored(email({ from: { name: 'Ada', email: address } }))).toMatchObject({ status: 'queued' });
      },
    );

    it.each([
      'ada@elsewhere.test',
      'ada@badexample.com',
      'ada@example.com.evil.test',
      'ada@com',
      'ada@exam\u200bple.com',
    ])('%s is not', async (address) => {
      await expect(email({ from: { name: 'Ada', email: address } })).rejects.toBeInstanceOf(DomainNotConnectedError);
      expect(await rows()).toBe(0);
    });

    it('is refused under a domain of another workspace, or one that is not connected yet', async () => {
      const other = await aWorkspace(db.database);
      await domains.connect(other, 'theirs.test');
      await domains.add(workspace, 'added.test');
      for (const domain of ['theirs.test', 'added.test'])
        await expect(email({ from: { name: 'Ada', email: `ada@${domain}` } })).rejects.toBeInstanceOf(
          DomainNotConnectedError,
        );
    });

    it('is refused if neither workspace nor service has a provider', async () => {
      const without = new AcceptEmail(
        { ...db.config, SMTP_URL: undefined },
        sets,
        domains,
        templates,
        tracking,
        accepted,
        links,
      );
      await expect(without.accept(callerOf(workspace), anEmail(), 'req_1')).rejects.toBeInstanceOf(
        NoEmailProviderError,
      );
    });
  });

  it('stores the match key of each recipient', async () => {
    const body = anEmail({ to: [at('Ada@BÜCHER.example'), at('Grace@Example.com')] });
    const { id } = (await emails.accept(callerOf(workspace), body, 'req_1')) as AcceptedMessage;
    const noted = await db.database.query('SELECT address FROM message_people WHERE message_id = $1 ORDER BY address', [
      id,
    ]);
    expect(noted).toEqual([{ address: 'ada@xn--bcher-kva.example' }, { address: 'grace@example.com' }]);
    const { recipients } = await rowOf(db.database, { id });
    expect(recipients.map(({ address, key }) => ({ address, key }))).toEqual([
      { address: 'Ada@BÜCHER.example', key: 'ada@xn--bcher-kva.example' },
      { address: 'Grace@Example.com', key: undefined },
    ]);
  });

  it('accepts up to 100 recipients, counting duplicates once', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => at(`p${index}@example.com`));
    expect((await stored(email({ to: many(100), cc: many(100) }))).recipients).toHaveLength(100);
    await expect(email({ to: many(100), bcc: [at('more@example.com')] })).rejects.toBeInstanceOf(
      TooManyRecipientsError,
    );
  });

  describe('a template', () => {
    const template = { name: 'receipt', subject: 'For {{ name }}', html: '<p>{{ name }}</p>', text: '{{ name }}' };
    const named = (fields: Partial<SendEmailBody> = {}) =>
      email({
        subject: undefined as never,
        text: undefined,
        template: 'receipt',
        template_variables: { name: '<Grace>' },
        ...fields,
      });

    it('is found by name or id, in its latest version, only in its workspace', async () => {
      const { id } = await templates.put(workspace, { ...template, html: '<p>old</p>' });
      await templates.put(workspace, template);
      for (const one of ['receipt', id])
        expect((await stored(named({ template: one }))).content).toEqual({
          subject: 'For <Grace>',
          html: '<p>&lt;Grace&gt;</p>',
          text: '<Grace>',
          madeFrom: { template: { id, name: 'receipt' } },
        });
      workspace = await aWorkspace(db.database);
      await domains.connect(workspace, 'example.com');
      for (const one of ['receipt', id, 'nothing', v7()])
        await expect(named({ template: one })).rejects.toBeInstanceOf(UnknownTemplateError);
    });

    it('yields to a given subject and given parts, which are rendered too', async () => {
      const { id } = await templates.put(workspace, template);
      expect((await stored(named({ subject: 'Given to {{ name }}', text: 'Text for {{ name }}' }))).content).toEqual({
        subject: 'Given to <Grace>',
        html: '<p>&lt;Grace&gt;</p>',
        text: 'Text for <Grace>',
        madeFrom: { template: { id, name: 'receipt' } },
      });
    });

    it('is refused once archived, even if a provider may have one of that name', async () => {
      await integrations.connect(
        workspace,
        emailProviders.postmark,
        { serverToken: 'x' },
        { domains: ['example.com'], enabled: true },
      );
      expect((await stored(named({ subject: 'S', template: 'theirs' }))).content).toMatchObject({
        template: { id: 'theirs' },
      });
      const { id } = await templates.put(workspace, template);
      await db.database.execute('UPDATE templates SET archived_at = now() WHERE id = $1', [id]);
      templates.forget();
      for (const one of ['receipt', id])
        await expect(named({ subject: 'S', template: one })).rejects.toMatchObject({ code: 'unknown_template' });
      expect(await rows()).toBe(1);
    });

    it('is refused with the names of missing variables, and nothing is stored', async () => {
      await templates.put(workspace, template);
      await expect(named({ template_variables: {} })).rejects.toMatchObject({ names: ['name'] });
      await expect(named({ template_variables: {} })).rejects.toBeInstanceOf(MissingVariableError);
      expect(await rows()).toBe(0);
    });
  });

  describe('the list of a send', () => {
    it('must belong to the workspace', async () => {
      const list = await aListOf(workspace);
      expect(await stored(email({ list }))).toMatchObject({ list_id: list });
      const theirs = await aListOf(await aWorkspace(db.database));
      for (const unknown of [theirs, v7(), 'abc'])
        await expect(email({ list: unknown })).rejects.toBeInstanceOf(UnknownListError);
    });

    it('does not affect concurrent sends if it is unknown', async () => {
      let statements = 0;
      const counting = Object.create(db.database, {
        execute: {
          value: (...given: Parameters<Database['execute']>) => {
            statements += 1;
            return db.database.execute(...given);
          },
        },
      }) as Database;
      const messages = new AcceptedMessages(counting, new MessageRepository(counting), jobs);
      const service = new AcceptEmail(db.config, sets, domains, templates, tracking, messages, links);
      const results = await Promise.allSettled(
        Array.from({ length: 300 }, (_, index) =>
          service.accept(callerOf(workspace), anEmail(index % 3 === 0 ? { list: v7() } : {}), 'req_1'),
        ),
      );
      const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as Error] : []));
      expect(refused).toHaveLength(100);
      for (const reason of refused) expect(reason).toBeInstanceOf(UnknownListError);
      expect(await rows()).toBe(200);
      expect(statements).toBeLessThan(30);
    });
  });

  describe('the daily limit', () => {
    beforeEach(() =>
      until('the day will not end during the test', () => secondsToNextUtcDay(new Date()) > 10, { ms: 15_000 }),
    );

    it('counts recipients, but none of a refused send', async () => {
      const to = Array.from({ length: 60 }, (_, index) => at(`p${index}@example.com`));
      const all = await Promise.allSettled([
        email({ to, list: v7() }, undefined, 'free'),
        email({ to }, undefined, 'free'),
        email({ to: to.slice(0, 40) }, undefined, 'free'),
        email({}, undefined, 'free'),
      ]);
      expect(all.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled', 'rejected']);
      expect((all[0] as PromiseRejectedResult).reason).toBeInstanceOf(UnknownListError);
      expect((all[3] as PromiseRejectedResult).reason).toBeInstanceOf(DailyLimitError);
      expect(await rows()).toBe(2);
    });

    it('is exact over two processes', async () => {
      const another = await db.another();
      const other = new AcceptedMessages(another, new MessageRepository(another), jobs);
      const services = [emails, new AcceptEmail(db.config, sets, domains, templates, tracking, other, links)];
      const results = await Promise.allSettled(
        Array.from({ length: 160 }, (_, index) =>
          (services[index % 2] as AcceptEmail).accept(callerOf(workspace, 'free'), anEmail(), 'req_1'),
        ),
      );
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(100);
      expect(await rows()).toBe(100);
    });
  });

  it('stores once for an idempotency key', async () => {
    const claim = {
      workspaceId: workspace,
      method: 'POST',
      path: '/v1/send/email',
      key: 'k',
      fingerprint: Buffer.from('f'),
    };
    const { id } = (await email({}, claim)) as AcceptedMessage;
    const again = await email({}, claim);
    expect(again).toBeInstanceOf(Replayed);
    expect((again as Replayed).answer.body).toEqual({ id });
    expect(await rows()).toBe(1);
  });

  describe('an SMS', () => {
    it('is stored with the integration of its source and its segments', async () => {
      await integrations.connectInbox(workspace, 'twilio', ['SHOP']);
      expect(await stored(sms({ body: 'x'.repeat(161) }))).toMatchObject({
        channel: 'sms',
        lane: 'fast',
        source: 'twilio',
        segments: 2,
        sender: { name: null, address: 'SHOP' },
        recipients: [{ address: '2348012345678', kind: 'to', status: 'queued' }],
        content: { body: 'x'.repeat(161) },
      });
      expect(await stored(sms({ body: '☃'.repeat(71) }))).toMatchObject({ segments: 2 });
      expect(woken).toContainEqual(expect.stringMatching(/^sms\/fast\//));
    });

    it('is refused with more than ten segments, short links included', async () => {
      await integrations.connectInbox(workspace, 'twilio', ['SHOP']);
      expect(await stored(sms({ body: 'x'.repeat(1_530) }))).toMatchObject({ segments: 10 });
      for (const body of ['x'.repeat(1_531), 'ш'.repeat(671), 'x'.repeat(100_000)])
        await expect(sms({ body })).rejects.toBeInstanceOf(SmsTooLongError);
      const links = `${'x'.repeat(1_500)} http://a.co http://b.co`;
      expect(await stored(sms({ body: links }))).toMatchObject({ segments: 10 });
      await expect(sms({ body: links, track_clicks: true })).rejects.toBeInstanceOf(SmsTooLongError);
      expect(await rows()).toBe(2);
    });

    it('needs an integration of the workspace with its sender ID', async () => {
      await integrations.connectInbox(await aWorkspace(db.database), 'twilio', ['SHOP']);
      await expect(sms()).rejects.toBeInstanceOf(NoIntegrationError);
      await integrations.connectInbox(workspace, 'twilio', ['SHOP']);
      await expect(sms({ from: 'shop' })).rejects.toBeInstanceOf(UnknownSenderError);
      await expect(sms({ source: 'termii' })).rejects.toBeInstanceOf(NoIntegrationError);
      expect(await rows()).toBe(0);
    });

    it('has a channel only with sources that support one', async () => {
      for (const source of ['twilio', 'termii', 'kudisms', 'at', 'hollatags'] as const)
        await integrations.connectInbox(workspace, source, ['SHOP']);
      for (const source of ['twilio', 'at', 'hollatags'] as const)
        await expect(sms({ source, channel: 'dnd' })).rejects.toBeInstanceOf(ChannelNotAllowedError);
      for (const source of ['termii', 'kudisms'] as const) {
        expect((await stored(sms({ source, channel: 'dnd' }))).content).toEqual({ body: 'Hi', channel: 'dnd' });
        expect((await stored(sms({ source }))).content).toEqual({ body: 'Hi', channel: 'generic' });
      }
      expect((await stored(sms())).content).toEqual({ body: 'Hi' });
    });

    it('is not counted against the daily limit', async () => {
      await integrations.connectInbox(workspace, 'twilio', ['SHOP']);
      const all = Array.from({ length: 101 }, () => texts.accept(callerOf(workspace, 'free'), anSms(), 'req_1'));
      expect(await Promise.all(all)).toHaveLength(101);
    });
  });
});
