import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { accountsEntities, SendingDomains } from '@dundun/accounts';
import { InvalidInputError } from '@dundun/domain';
import { TrackingRefusals } from '@dundun/people';
import { createLogger, Seal } from '@dundun/platform/config';
import { newId } from '@dundun/platform/database';
import type { Jobs } from '@dundun/platform/jobs';
import type { Mail, Outcome } from '@dundun/providers';
import { aWorkspace, useDatabase } from '@dundun/testing';
import { AcceptByReference, type ReferringMail } from '../accept/accept-by-reference.service.js';
import { AcceptedMessages } from '../accept/accepted-messages.repository.js';
import { LaneClaims } from '../deliver/lane-claims.repository.js';
import type { Route } from '../deliver/route.js';
import { aHandOver, FREE_TRAFFIC } from '../deliver/testing-providers.js';
import { FORGET_CONTENT } from '../message/content-retention.statements.js';
import type { EmailContent, SmsContent } from '../message/message.js';
import { MessageRepository, type MessageRow } from '../message/message.repository.js';
import { mailOf } from '../message/outgoing.js';
import { TemplateRenderer } from '../templates/template-renderer.service.js';
import { rowOf } from '../testing.js';
import { ChangedLinks } from '../tracking/changed-links.repository.js';
import { ShortLinks } from '../tracking/short-links.repository.js';
import { TrackedMessages } from '../tracking/tracked-messages.repository.js';
import { Tracking } from '../tracking/tracking.service.js';
import { TrackingTokens } from '../tracking/tracking-tokens.service.js';
import { UnsubscribeLinks } from '../tracking/unsubscribe-links.service.js';
import { Contents } from './contents.service.js';
import { MessageContents } from './message-contents.repository.js';
import { RenderedContents } from './rendered-contents.service.js';

const HTML =
  '<p>Hi {{ first_name }}</p><a href="https://shop.test/a">A</a> <a href="https://shop.test/{{ code }}">own</a>' +
  ' <a href="{{ unsubscribe_url }}">leave</a>';
const ACCEPTED: Outcome = { kind: 'accepted', providerId: null, detail: 'ok' };

describe('content by reference', () => {
  const db = useDatabase(accountsEntities);
  const renderer = new TemplateRenderer();
  let contents: Contents;
  let rendered: RenderedContents;
  let tracked: TrackedMessages;
  let messages: MessageRepository;
  let byReference: AcceptByReference;
  let changes: ChangedLinks;
  let [workspace, list] = [0, ''];

  beforeAll(() => {
    const { database, config } = db;
    const seal = new Seal([config.SECRET_KEY]);
    const rows = new MessageContents(database);
    const tracking = new Tracking(
      config,
      new SendingDomains(database),
      new ShortLinks(database),
      new TrackingTokens(seal),
      new TrackingRefusals(database),
    );
    messages = new MessageRepository(database);
    contents = new Contents(renderer, tracking, rows);
    changes = new ChangedLinks(database, createLogger('test', 'silent'));
    rendered = new RenderedContents(rows, renderer, tracking, new UnsubscribeLinks(config, seal, messages), changes);
    tracked = new TrackedMessages(database);
    const jobs = { wake: () => undefined } as unknown as Jobs;
    byReference = new AcceptByReference(rows, new AcceptedMessages(database, messages, jobs), new TrackingRefusals(database)); // prettier-ignore
  });
  beforeEach(async () => {
    workspace = await aWorkspace(db.database);
    list = newId();
    await db.database.execute('INSERT INTO lists (workspace_id, id, title) VALUES ($1, $2, $3)', [
      workspace,
      list,
      'News',
    ]);
  });
  afterAll(() => renderer.onApplicationShutdown());

  const aMail = (contentId: string, over: Partial<ReferringMail> = {}): ReferringMail => ({
    workspaceId: workspace,
    id: newId(),
    contentId,
    from: { name: 'Ada', email: 'ada@example.com' },
    to: { name: 'Grace', email: 'grace@reader.test' },
    listId: list,
    variables: { first_name: 'Grace', code: 'g-1', birthday: '1906-12-09' },
    ...over,
  });
  const accept = (...mails: ReferringMail[]) => db.database.transaction(() => byReference.accept(mails));
  const put = (over: object = {}) =>
    contents.put(workspace, {
      subject: 'For {{ first_name }}',
      html: HTML,
      trackOpens: true,
      trackClicks: true,
      ...over,
    });

  /** Hands over all bulk mail. @returns the mails by id of their message */
  const deliver = async (): Promise<Map<string, Mail>> => {
    const sent = new Map<string, Mail>();
    const route: Route = {
      provider: 'smtp',
      integrationId: null,
      onUnknown: 'retry',
      captures: false,
      maxRecipients: 10,
      rateLimit: null,
      health: 'fine',
      send: (message, recipients) => {
        sent.set(message.id, mailOf(message, recipients));
        return Promise.resolve(ACCEPTED);
      },
    };
    const routes = { of: () => Promise.resolve([route]) };
    const handOver = aHandOver(db.database, { routes, traffic: FREE_TRAFFIC }, undefined, rendered);
    const claimed = await new LaneClaims(db.database).claim('email', 'bulk', workspace, 100);
    await Promise.all(claimed.map((message) => handOver.deliver(message)));
    return sent;
  };
  /** The content as a view of the message shows it. */
  const shown = async (id: string) => {
    const row = (await messages.find(workspace, id)) as MessageRow;
    return (await rendered.shown({ ...row, workspace_id: workspace })) as EmailContent;
  };

  it('is the text of SMS, which has its body and size only when it is rendered', async () => {
    const { id } = await put({ subject: '', html: undefined, text: 'Hi {{ first_name }}, {{ note }}' });
    const aText = (note: string) => ({ workspaceId: workspace, id: newId(), contentId: id, listId: list, source: 'twilio' as const, from: 'SHOP', to: '2348012345678', variables: { first_name: 'Grace <3', note } }); // prettier-ignore
    const [text, long] = [aText('bye'), aText('x'.repeat(1_600))];
    await db.database.transaction(() => byReference.acceptSms([text, long]));
    const of = async ({ id: message }: { id: string }) => {
      const row = (await messages.find(workspace, message)) as MessageRow;
      return rendered.of({ ...row, content: row.content as SmsContent, workspace_id: workspace });
    };
    expect(await of(text)).toEqual({ body: 'Hi Grace <3, bye' });
    await expect(of(long)).rejects.toThrow(/11 segments/);
    expect((await rowOf(db.database, text)).content).toMatchObject({ body: '', ref: id });
  });

  const aRefusingPerson = async () => {
    const person = newId();
    await db.database.execute(`INSERT INTO people (workspace_id, id, uid, uid_updateable, email) VALUES ($1, $2, 'u-1', false, 'refusing@reader.test')`, [workspace, person]); // prettier-ignore
    await db.database.execute(`INSERT INTO person_keys (workspace_id, kind, value, person_id) VALUES ($1, 'email', 'refusing@reader.test', $2)`, [workspace, person]); // prettier-ignore
    await new TrackingRefusals(db.database).change(workspace, person, true);
  };

  it('is handed over without tracking to somebody who refuses it, beside others whom it tracks', async () => {
    await aRefusingPerson();
    const { id } = await put({ html: `${HTML}<a href="https://shop.test/?a=1&amp;b=2">B</a>` });
    const [refusing, other] = [aMail(id, { to: { name: null, email: 'refusing@reader.test' } }), aMail(id)];
    await accept(refusing, other);
    const sent = await deliver();
    const { html = '', text = '' } = sent.get(refusing.id)!;
    expect(html).toContain('<a href="https://shop.test/a">A</a>');
    expect(html).toContain('<a href="https://shop.test/?a=1&amp;b=2">B</a>');
    expect(text).toContain('https://shop.test/?a=1&b=2');
    expect(`${html}${text}`).not.toMatch(/\/t\/[co]\/|<img|aria-hidden|dundun_/);
    expect(sent.get(other.id)!.html).toMatch(/\/t\/c\/.*\/t\/o\//s);
    expect(await shown(refusing.id)).not.toHaveProperty('links');
    const rows = await db.database.query('SELECT id, is_untracked FROM messages WHERE workspace_id = $1 ORDER BY is_untracked', [workspace]); // prettier-ignore
    expect(rows).toEqual([{ id: refusing.id, is_untracked: true }, { id: other.id, is_untracked: null }]); // prettier-ignore
  });

  it('leads somebody who refuses tracking to the targets of now', async () => {
    await aRefusingPerson();
    const { id } = await put();
    let time = 0;
    changes.clock = () => time;
    for (const url of [undefined, 'https://shop.test/b?c=d&e={{e}}', 'https://shop.test/c']) {
      if (url !== undefined) await changes.put(workspace, id, 0, url);
      time += 60_000;
      const mail = aMail(id, { to: { name: null, email: 'refusing@reader.test' } });
      await accept(mail);
      const { html = '', text = '' } = (await deliver()).get(mail.id)!;
      const target = url?.replace('{{e}}', '%7B%7Be%7D%7D') ?? 'https://shop.test/a';
      expect(html).toContain(`<a href="${target.replace('&', '&amp;')}">A</a>`);
      expect(text).toContain(target);
    }
  });

  it('leaves by the promotional channel of a provider of SMS that has two', async () => {
    const { id } = await put({ subject: '', html: undefined, text: 'Sale' });
    const text = { workspaceId: workspace, contentId: id, listId: list, from: 'SHOP', to: '2348012345678', variables: {} }; // prettier-ignore
    const [termii, kudisms, twilio] = (['termii', 'kudisms', 'twilio'] as const).map((source) => ({ ...text, id: newId(), source })); // prettier-ignore
    await db.database.transaction(() => byReference.acceptSms([termii!, kudisms!, twilio!]));
    const channels = await Promise.all([termii!, kudisms!, twilio!].map(async (each) => (await rowOf(db.database, each)).content)); // prettier-ignore
    expect(channels.map((content) => (content as SmsContent).channel)).toEqual(['generic', 'generic', undefined]);
  });

  it('is stored once, rendered for each message at hand-over, and shown again byte by byte', async () => {
    const { id, variables, required } = await put();
    expect(variables).toEqual(['code', 'first_name', 'unsubscribe_url']);
    expect(required).toEqual(variables);
    const mails = ['Grace', 'Ada <3'].map((first_name, index) =>
      aMail(id, { to: { name: null, email: `r${index}@reader.test` }, variables: { first_name, code: index, age: 1 } }),
    );
    await accept(...mails);
    const stored = await rowOf(db.database, mails[0]!);
    expect(stored.content).toEqual({
      subject: 'For {{ first_name }}',
      ref: id,
      variables: { first_name: 'Grace', code: 0 },
    });

    const sent = await deliver();
    const second = sent.get(mails[1]!.id)!;
    expect(second.subject).toBe('For Ada <3');
    expect(second.html).toContain('<p>Hi Ada &lt;3</p>');
    expect(second.html).toMatch(/<a href="http[^"]+\/t\/c\/[^"]+">A<\/a> <a href="https:\/\/shop.test\/1">own/);
    expect(second.html).toMatch(/\/p\/u\/[^"]+">leave/);
    expect(second.html).toContain('/t/o/');
    expect(second.text).toContain('Hi Ada <3');
    expect(second.headers).toMatchObject({ 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' });
    const { fixed, values } = second.pieces!.html!;
    expect(fixed.map((piece, index) => piece + (values[index] ?? '')).join('')).toBe(second.html);
    expect(second.pieces).toMatchObject({
      id: `${workspace} ${id}`,
      html: { fixed: sent.get(mails[0]!.id)!.pieces!.html!.fixed },
    });
    expect(await shown(mails[1]!.id)).toMatchObject({ subject: second.subject, html: second.html, text: second.text });
    expect(await tracked.find(workspace, mails[1]!.id)).toMatchObject({
      links: ['https://shop.test/a', 'https://shop.test/a'],
      honeypot: 1,
    });
  });

  it('is accepted once, however often the same mail comes', async () => {
    const { id } = await put();
    const mail = aMail(id);
    expect(await accept(mail)).toEqual([{ id: mail.id }]);
    expect(await accept(mail, aMail(id))).toEqual([{ id: mail.id }, { id: expect.any(String) }]);
    expect((await deliver()).size).toBe(2);
  });

  it('never changes: a second content under its id is not stored', async () => {
    const { id } = await put();
    await put({ id, subject: 'Another' });
    const mail = aMail(id);
    await accept(mail);
    expect((await deliver()).get(mail.id)?.subject).toBe('For Grace');
  });

  it('ends only the message that cannot be rendered, with the reason', async () => {
    const { id } = await put();
    const [good, bad] = [aMail(id), aMail(id, { variables: { first_name: 'Grace' } })];
    await accept(good, bad);
    const sent = await deliver();
    expect([...sent.keys()]).toEqual([good.id]);
    const row = await rowOf(db.database, bad);
    expect(row).toMatchObject({ status: 'failed', attempts: 0, reason: expect.stringMatching(/rendered: .*code/) });
  });

  it('is refused if a message could never be rendered from it', async () => {
    await expect(put({ html: '{% if %}' })).rejects.toBeInstanceOf(InvalidInputError);
  });

  it('loses its variables by retention, and then shows no content but still leads links to their targets', async () => {
    const { id } = await put();
    const mail = aMail(id);
    await accept(mail);
    await deliver();
    await db.database.execute('UPDATE workspaces SET content_days = 1 WHERE id = $1', [workspace]);
    await db.database.execute(
      `UPDATE messages SET created_at = now() - interval '3 days' WHERE workspace_id = $1 AND id = $2`,
      [workspace, mail.id],
    );
    await db.database.execute(FORGET_CONTENT, [100]);
    const content = await shown(mail.id);
    expect(content.html).toBeUndefined();
    expect((await rowOf(db.database, mail)).content).not.toHaveProperty('variables');
    expect(await tracked.find(workspace, mail.id)).toMatchObject({ links: expect.any(Array) });
  });
});
