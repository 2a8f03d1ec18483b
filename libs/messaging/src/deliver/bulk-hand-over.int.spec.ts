import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { accountsEntities, SendingDomains } from '@dundun/accounts';
import { TrackingRefusals } from '@dundun/people';
import { createLogger, Seal } from '@dundun/platform/config';
import { newId } from '@dundun/platform/database';
import { startSmtpSink, type SmtpSink } from '@dundun/providers/testing';
import { aWorkspace, until, useDatabase } from '@dundun/testing';
import { Contents } from '../contents/contents.service.js';
import { MessageContents } from '../contents/message-contents.repository.js';
import { RenderedContents } from '../contents/rendered-contents.service.js';
import { MessageGroups } from '../message/message-groups.repository.js';
import { MessageRepository } from '../message/message.repository.js';
import type { ClaimedMessage, NewMessage } from '../message/message.js';
import { ChangedLinks } from '../tracking/changed-links.repository.js';
import { Suppressions } from '../suppressions/suppressions.repository.js';
import { TemplateRenderer } from '../templates/template-renderer.service.js';
import { aMessage, aRecipient, heartbeat, queued, rowOf } from '../testing.js';
import { ShortLinks } from '../tracking/short-links.repository.js';
import { Tracking } from '../tracking/tracking.service.js';
import { TrackingTokens } from '../tracking/tracking-tokens.service.js';
import { UnsubscribeLinks } from '../tracking/unsubscribe-links.service.js';
import { Lane } from './lane.js';
import { LaneClaims } from './lane-claims.repository.js';
import { STOPPED } from './route.js';
import { aBulkHandOver, someProviders, type SomeProviders } from './testing-providers.js';

const logger = createLogger('test', 'silent');
const SLOTS = 4;
const HTML = '<p>Dear {{ name }}, <a href="https://shop.test/a">look</a> <a href="{{ unsubscribe_url }}">leave</a></p>';

describe('BulkHandOver', () => {
  const db = useDatabase(accountsEntities);
  const renderer = new TemplateRenderer();
  let sink: SmtpSink;
  let providers: SomeProviders;
  let contents: Contents;
  let rendered: RenderedContents;
  /** The messages that took the general way. */
  let general: string[];
  let [workspace, list] = [0, ''];

  beforeAll(async () => {
    sink = await startSmtpSink();
    const { database, config } = db;
    const [seal, rows, domains] = [new Seal([config.SECRET_KEY]), new MessageContents(database), new SendingDomains(database)]; // prettier-ignore
    const tracking = new Tracking(config, domains, new ShortLinks(database), new TrackingTokens(seal), new TrackingRefusals(database)); // prettier-ignore
    const links = new UnsubscribeLinks(config, seal, new MessageRepository(database));
    contents = new Contents(renderer, tracking, rows);
    rendered = new RenderedContents(rows, renderer, tracking, links, new ChangedLinks(database, logger));
  });
  beforeEach(async () => {
    providers = someProviders(db.database, { ...db.config, SMTP_URL: sink.url, WORKER_CONCURRENCY: SLOTS });
    workspace = await aWorkspace(db.database);
    await providers.domains.connect(workspace, 'example.com');
    list = newId();
    const values = [workspace, list, 'News'];
    await db.database.execute('INSERT INTO lists (workspace_id, id, title) VALUES ($1, $2, $3)', values);
    sink.script();
    sink.messages.length = 0;
    general = [];
  });
  afterEach(async () => {
    await providers.connections.onApplicationShutdown();
    await db.database.execute('UPDATE messages SET due_at = NULL');
  });
  afterAll(async () => {
    await renderer.onApplicationShutdown();
    await sink.close();
  });

  const put = (html = HTML) =>
    contents.put(workspace, { subject: 'For {{ name }}', html, trackOpens: true, trackClicks: true });
  const mails = async (count: number, over: Partial<NewMessage> = {}, html?: string) => {
    const { id: ref } = await put(html);
    const one = (at: number) =>
      aMessage(workspace, {
        lane: 'bulk',
        list_id: list,
        recipients: [aRecipient(`r${at}@reader.test`)],
        content: { subject: 'For {{ name }}', ref, variables: { name: `Reader <${at}>` } },
        ...over,
      });
    return queued(db.database, ...Array.from({ length: count }, (_, at) => one(at)));
  };
  const aLane = () => {
    const { handOver, bulk } = aBulkHandOver(db.database, providers, rendered);
    const deliver = handOver.deliver.bind(handOver);
    handOver.deliver = (message, signal) => {
      general.push(message.id);
      return deliver(message, signal);
    };
    return new Lane('email', 'bulk', SLOTS, new LaneClaims(db.database), handOver, logger, undefined, bulk);
  };
  const handOverAll = async () => {
    const lane = aLane();
    const quiet = heartbeat(() => [lane]);
    await lane.drain();
    await lane.stop();
    quiet();
  };
  const statusesOf = (all: NewMessage[]) =>
    Promise.all(all.map(async (message) => (await rowOf(db.database, message)).status));
  const attemptsOf = ({ id }: { id: string }) =>
    db.database.query('SELECT number, outcome, detail FROM attempts WHERE message_id = $1 ORDER BY number', [id]);

  it('hands over each mail of a claim with its own variables, and records attempts, outcomes and counts', async () => {
    const all = await mails(30);
    await handOverAll();
    expect(general).toEqual([]);
    expect(sink.messages).toHaveLength(30);
    for (const [at, message] of all.entries()) {
      expect(await rowOf(db.database, message)).toMatchObject({ status: 'sent', due_at: null, attempts: 1 });
      expect(await attemptsOf(message)).toMatchObject([{ number: 1, outcome: 'accepted' }]);
      const raw = sink.messages.find(({ messageId }) => messageId.includes(message.id))?.raw.toString();
      expect(raw).toContain(`Reader &lt;${at}&gt;`);
      expect(raw).toContain(`Subject: For Reader <${at}>`);
    }
    const [counted] = await db.database.query('SELECT sum(count)::int AS count FROM delivery_counts WHERE workspace_id = $1', [workspace]); // prettier-ignore
    expect(counted).toEqual({ count: 30 });
  });

  it('commits every attempt before its call', async () => {
    const unmarked: string[] = [];
    let asked: Promise<unknown> = Promise.resolve();
    sink.script({ stage: 'dot', act: { delayMs: 20 } });
    sink.onMessage = ({ messageId }) => {
      const id = messageId.slice(1, 37);
      asked = Promise.all([asked, attemptsOf({ id }).then((rows) => rows.length === 1 || unmarked.push(id))]);
    };
    await mails(20);
    await handOverAll();
    await asked;
    sink.onMessage = undefined;
    expect(sink.messages).toHaveLength(20);
    expect(unmarked).toEqual([]);
  });

  it('fills in the same content as the general way', async () => {
    const { id: ref } = await put();
    const names = ['Ada', '<&>"\'', '', 'Grâce 🌍', 'a\u0000b', ' x '.repeat(40)];
    for (const name of names) {
      const content = { subject: 'For {{ name }}', ref, variables: { name, count: 3 } };
      const message = { ...aMessage(workspace, { list_id: list, content }), created_at: new Date() };
      const filler = await rendered.fillerOf(message);
      expect(filler?.canFill(message)).toBe(true);
      expect(filler?.fill(message)).toEqual(await rendered.of(message));
    }
  });

  it('leaves a message whose variables do not fit to the sandbox, which says why', async () => {
    const [good] = await mails(1);
    const { ref } = good!.content as { ref: string };
    const [bad, odd] = await queued(
      db.database,
      ...[{}, { name: ['a', 'list'] }].map((variables) =>
        aMessage(workspace, { lane: 'bulk', content: { subject: 'For {{ name }}', ref, variables } }),
      ),
    );
    await handOverAll();
    expect(general.sort()).toEqual([bad!.id, odd!.id].sort());
    expect(await rowOf(db.database, bad!)).toMatchObject({ status: 'failed', reason: expect.stringContaining('name') });
    expect(await attemptsOf(bad!)).toEqual([]);
    expect(await statusesOf([good!])).toEqual(['sent']);
  });

  it('sends nothing to a suppressed reader, and nothing of a paused group', async () => {
    const group = newId();
    const groups = new MessageGroups(db.database);
    await groups.open(workspace, group);
    await groups.pause(workspace, group);
    const [one, other] = await mails(2);
    const [paused] = await mails(1, { group_id: group, recipients: [aRecipient('r9@reader.test')] });
    const address = one!.recipients[0]!.address;
    await new Suppressions(db.database).add([{ workspaceId: workspace, address, reason: 'manual' }]);
    await handOverAll();
    expect(await statusesOf([one!, other!, paused!])).toEqual(['suppressed', 'sent', 'queued']);
    for (const message of [one!, paused!]) expect(await attemptsOf(message)).toEqual([]);
    expect(sink.messages).toHaveLength(1);
  });

  it('hands nothing over to a reader who opted out while the mail waited for its slot', async () => {
    sink.script({ stage: 'dot', act: { delayMs: 900 }, times: SLOTS });
    const all = await mails(3 * SLOTS);
    const lane = aLane();
    const quiet = heartbeat(() => [lane]);
    const draining = lane.drain();
    await until('the slots are taken', () => sink.connections.open > 0);
    await until('all attempts have begun', async () => (await attemptsOf(all.at(-1)!)).length === 1);
    const address = all.at(-1)!.recipients[0]!.address;
    await new Suppressions(db.database).add([{ workspaceId: workspace, address, reason: 'unsubscribe' }]);
    await draining;
    await lane.stop();
    quiet();
    expect(await statusesOf(all)).toEqual([...all.slice(1).map(() => 'sent'), 'suppressed']);
    expect(await attemptsOf(all.at(-1)!)).toMatchObject([{ outcome: 'not_sent', detail: STOPPED.detail }]);
  });

  it.each([
    ['rcpt', { reply: '451 4.7.1 greylisted' }, 'queued', 'not_sent'],
    ['rcpt', { reply: '550 5.1.1 no such user' }, 'failed', 'refused'],
    ['dot', 'drop', 'queued', 'unknown'],
  ] as const)(
    'gives a mail that fails at %s (%j) to the general way, and sends the others',
    async (stage, act, status, outcome) => {
      // prettier-ignore
      sink.script({ stage, act, times: 1 });
      const all = await mails(10);
      await handOverAll();
      const rows = (await Promise.all(all.map((message) => rowOf(db.database, message)))) as ClaimedMessage[];
      const [failed, ...more] = rows.filter((row) => row.status !== 'sent');
      expect(more).toEqual([]);
      expect(failed).toMatchObject({ status, attempts: 1 });
      expect(await attemptsOf(failed!)).toMatchObject([{ number: 1, outcome }]);
    },
  );

  it('hands over a large content, which is written before it waits', async () => {
    const all = await mails(2, {}, `<p>{{ name }}</p>${'<p>long</p>'.repeat(60_000)}`);
    await handOverAll();
    expect(general).toEqual([]);
    expect(await statusesOf(all)).toEqual(['sent', 'sent']);
  });

  it.each([
    ['when its connection asks for it', HTML],
    ['before it waits', `<p>{{ name }}</p>${'<p>long</p>'.repeat(60_000)}`],
  ])('ends a mail that cannot be filled in %s, and sends the others', async (_, html) => {
    const all = await mails(5, {}, html);
    const [broken, ...good] = all;
    const fillerOf = rendered.fillerOf.bind(rendered);
    const breaking = jest.spyOn(rendered, 'fillerOf').mockImplementation(async (message) => {
      const filler = await fillerOf(message);
      const fill = filler?.fill.bind(filler);
      const fillOthers: typeof fill = (each) => {
        if (each.id === broken?.id || !fill) throw new Error('a hole');
        return fill(each);
      };
      return filler && Object.assign(filler, { fill: fillOthers });
    });
    await handOverAll();
    breaking.mockRestore();
    expect(await rowOf(db.database, broken!)).toMatchObject({ status: 'failed', due_at: null });
    expect(await attemptsOf(broken!)).toMatchObject([
      { outcome: 'refused', detail: expect.stringContaining('a hole') },
    ]);
    expect(new Set(await statusesOf(good))).toEqual(new Set(['sent']));
  });

  it('gives back what it was cut off from, and records it', async () => {
    sink.script({ stage: 'dot', act: 'hang' });
    const all = await mails(6);
    const { bulk } = aBulkHandOver(db.database, providers, rendered);
    const claimed = await new LaneClaims(db.database).claim('email', 'bulk', workspace, 10);
    const [cut, over] = [new AbortController(), new Set<string>()];
    const ends = { onEnd: ({ id }: ClaimedMessage) => void over.add(id), onRest: ({ id }: ClaimedMessage) => void general.push(id) }; // prettier-ignore
    await bulk.deliver(claimed, ends, cut.signal);
    await until('a content is in flight', () => sink.connections.open > 0);
    cut.abort();
    await until('all have come to an end here', () => over.size === all.length);
    expect(new Set(await statusesOf(all))).toEqual(new Set(['queued']));
    for (const message of all) expect(await attemptsOf(message)).toMatchObject([{ outcome: expect.any(String) }]);
  });
});
