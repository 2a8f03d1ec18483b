import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { useDatabase } from '@dundun/testing';
import { v7 } from 'uuid';
import { actionsOn } from '../testing-actions.js';
import { aPageApp } from '../testing-pages.js';
import { aPreferencePage } from '../testing-preferences.js';
import { aStage, confirmationMails, entities, faultsOf, standings, type Stage } from '../testing.js';

const db = useDatabase(entities, { PUBLIC_URL: 'https://go.example' });
const ADA = 'ada@example.com';
let app: Awaited<ReturnType<typeof aPageApp>>;
let stage: Stage;
const { join, personOf, write } = actionsOn(() => stage);
const { open, submit, linkTo } = aPreferencePage(
  () => app,
  () => stage,
);

beforeAll(async () => {
  app = await aPageApp(db.config, () => stage);
});
afterAll(() => app?.close());
beforeEach(async () => {
  stage = await aStage(app);
});

const publish = (...titles: string[]) =>
  Promise.all(
    titles.map(async (title) => (await stage.lists.create(stage.workspaceId, { title, is_public: true })).list),
  );
const ledger = () =>
  stage.database.query<Record<string, unknown>>(
    'SELECT list_id, action, channels, method, text_shown FROM consents WHERE workspace_id = $1 ORDER BY id',
    [stage.workspaceId],
  );
const feed = () =>
  stage.database.query<Record<string, unknown>>(
    `SELECT type, data->'changed' AS changed FROM feed_entries WHERE workspace_id = $1 AND type NOT LIKE 'message%' ORDER BY xid, id`,
    [stage.workspaceId],
  );
const ticked = (id: string, ...names: string[]) => ({
  [`s-${id}`]: '1',
  ...Object.fromEntries(names.map((name) => [`${name}-${id}`, '1'])),
});

describe('public lists', () => {
  it('are offered to people who are not on them, and private ones are not', async () => {
    const [open_, archived, joined] = await publish('Open news', 'Closed news', 'My news');
    await stage.lists.archive(stage.workspaceId, archived!.id);
    await join(stage.plain, { email: ADA });
    await join(joined!, { email: ADA });
    const { text } = await open(await linkTo(ADA));
    const [own, offered] = text.split('More lists that you can join');
    expect([own!.includes('My news'), own!.includes('Plain news'), own!.includes('Open news')]).toEqual([true, true, false]); // prettier-ignore
    expect([offered!.includes('Open news'), offered!.includes('My news')]).toEqual([true, false]);
    expect(text).not.toMatch(/Closed news|Optin/);
    await stage.lists.update(stage.workspaceId, open_!.id, { is_public: false });
    expect((await open(await linkTo(ADA))).text).not.toMatch(/Open news|More lists/);
  });

  it('are joined with the consent and the text that the reader saw', async () => {
    const [list] = await publish('Open news');
    const { uid } = await join(stage.plain, { email: ADA });
    const path = await linkTo(ADA);
    await submit(path, { ...ticked(stage.plain.id, 'l'), ...ticked(list!.id) });
    expect(await standings(stage, list!)).toEqual({});
    const { text } = await submit(path, { ...ticked(stage.plain.id, 'l'), ...ticked(list!.id, 'l') });
    expect(text).toContain('Your choice is saved.');
    expect(text).not.toContain('More lists');
    expect(await standings(stage, list!)).toEqual({ [uid]: 'subscribed' });
    expect((await ledger()).slice(1)).toEqual([
      {
        list_id: list!.id,
        action: 'subscribed',
        channels: ['email'],
        method: 'preferences',
        text_shown: 'Which lists do you want to receive at a•••@example.com?\nMore lists that you can join\nOpen news\n[Save]', // prettier-ignore
      },
    ]);
    expect(await faultsOf(stage)).toEqual([]);
  });

  it('with double opt-in mail a confirmation, which decides', async () => {
    const { list } = await stage.lists.create(stage.workspaceId, {
      title: 'Asks',
      is_public: true,
      double_optin: true,
    });
    const { uid } = await join(stage.plain, { email: ADA });
    const { text } = await submit(await linkTo(ADA), ticked(list.id, 'l'));
    expect(text).toContain('Please confirm by the link');
    expect(await standings(stage, list)).toEqual({ [uid]: 'pending' });
    const mails = (await confirmationMails(stage)).filter(({ token }) => token !== '');
    expect(mails).toMatchObject([{ to: ADA, subject: expect.stringContaining('Asks') }]);
    await stage.memberships.confirm(mails[0]!.token, 'shown', { ip: '192.0.2.7', userAgent: 'x', requestId: 'r' });
    expect(await standings(stage, list)).toEqual({ [uid]: 'subscribed' });
  });

  it('are joined by the channels that were ticked', async () => {
    const [list] = await publish('Open news');
    await join(stage.plain, { email: ADA, number: '2348012345678' });
    await submit(await linkTo(ADA), { ...ticked(stage.plain.id, 'l'), ...ticked(list!.id, 'm') });
    expect((await ledger()).slice(1)).toMatchObject([{ list_id: list!.id, action: 'subscribed', channels: ['sms'] }]);
  });

  it('that became private since, or were never public, are not joined', async () => {
    const [list] = await publish('Open news');
    await join(stage.plain, { email: ADA });
    const path = await linkTo(ADA);
    await stage.lists.update(stage.workspaceId, list!.id, { is_public: false });
    await submit(path, { ...ticked(list!.id, 'l'), ...ticked(stage.optin.id, 'l') });
    expect([await standings(stage, list!), await standings(stage, stage.optin)]).toEqual([{}, {}]);
  });

  it('are not touched by leaving everything', async () => {
    const [list] = await publish('Open news');
    const { uid } = await join(stage.plain, { email: ADA });
    await submit(await linkTo(ADA), { ...ticked(list!.id, 'l'), none: '1' });
    expect([await standings(stage, stage.plain), await standings(stage, list!)]).toEqual([
      { [uid]: 'unsubscribed' },
      {},
    ]);
  });
});

describe('a pause of all marketing', () => {
  const pauseOf = async (uid: string) => {
    const [row] = await stage.database.query<{ days: number | null }>(
      `SELECT round(extract(epoch FROM marketing_paused_until - now()) / 86400)::int AS days FROM people WHERE workspace_id = $1 AND uid = $2`,
      [stage.workspaceId, uid],
    );
    return row?.days;
  };
  const radios = (text: string) => [...text.matchAll(/name="pause" value="(\w+)"/g)].map(([, value]) => value);

  it('lasts 30 or 90 days, can be ended on the page, and leaves consents alone', async () => {
    const { uid } = await join(stage.plain, { email: ADA });
    const path = await linkTo(ADA);
    expect(radios((await open(path)).text)).toEqual(['keep', '30', '90']);
    const { text } = await submit(path, { ...ticked(stage.plain.id, 'l'), pause: '30' });
    expect(await pauseOf(uid)).toBe(30);
    expect([radios(text), /Paused until \w+ \d+, \d{4}\./.test(text)]).toEqual([['keep', 'end', '30', '90'], true]);
    await submit(path, { ...ticked(stage.plain.id, 'l'), pause: 'keep' });
    await submit(path, ticked(stage.plain.id, 'l'));
    expect(await pauseOf(uid)).toBe(30);
    await submit(path, { ...ticked(stage.plain.id, 'l'), pause: '90' });
    expect(await pauseOf(uid)).toBe(90);
    const ended = await submit(path, { ...ticked(stage.plain.id, 'l'), pause: 'end' });
    expect([await pauseOf(uid), radios(ended.text)]).toEqual([null, ['keep', '30', '90']]);
    await submit(path, { ...ticked(stage.plain.id, 'l'), pause: 'end' });
    expect(await standings(stage, stage.plain)).toEqual({ [uid]: 'subscribed' });
    const MEANING = 'Pause all marketing messages\nYou stay on your lists. Messages that belong to no list, such as receipts, still reach you.'; // prettier-ignore
    const entry = { list_id: null, channels: null, method: 'preferences' };
    expect((await ledger()).slice(1)).toEqual([
      { ...entry, action: 'marketing_paused', text_shown: `${MEANING}\nFor 30 days from now\n[Save]` },
      { ...entry, action: 'marketing_paused', text_shown: `${MEANING}\nFor 90 days from now\n[Save]` },
      { ...entry, action: 'marketing_resumed', text_shown: `${MEANING}\nEnd the pause now\n[Save]` },
    ]);
  });

  it('tells webhooks that the person changed, not that they left', async () => {
    await join(stage.plain, { email: ADA });
    const before = await feed();
    await submit(await linkTo(ADA), { pause: '30' });
    expect((await feed()).slice(before.length)).toEqual([
      { type: 'user.updated', changed: ['marketing_paused_until'] },
    ]);
  });

  it.each(['7', '-1', '30 days', '1e9', 'forever'])(
    'of %j is refused, and nothing of the form is stored',
    async (value) => {
      const { uid } = await join(stage.plain, { email: ADA });
      const { status, text } = await submit(await linkTo(ADA), { ...ticked(stage.plain.id), pause: value });
      expect([status, text.includes('This choice is not possible')]).toEqual([400, true]);
      expect([await pauseOf(uid), await standings(stage, stage.plain)]).toEqual([null, { [uid]: 'subscribed' }]);
    },
  );

  it('keeps no confirmation from a person', async () => {
    await join(stage.plain, { email: ADA });
    const path = await linkTo(ADA);
    await submit(path, { ...ticked(stage.plain.id, 'l'), pause: '30' });
    await join(stage.optin, { email: ADA });
    const asked = (await confirmationMails(stage)).filter(({ token }) => token !== '');
    expect(asked).toMatchObject([{ to: ADA }]);
    const [mail] = await stage.database.query(`SELECT list_id FROM messages WHERE workspace_id = $1 ORDER BY id DESC LIMIT 1`, [stage.workspaceId]); // prettier-ignore
    expect(mail).toEqual({ list_id: null });
  });
});

describe('the language', () => {
  const LABEL = (tag: string) => new RegExp(`<option value="${tag}"[^>]* selected`);
  const meta = async (uid: string) => (await personOf(uid)).meta;

  it('is chosen among those of pages and templates, and becomes the attribute', async () => {
    const id = v7();
    await stage.database.execute(`INSERT INTO templates (workspace_id, id, name, version) VALUES ($1, $2, 'T', 1)`, [stage.workspaceId, id]); // prettier-ignore
    await stage.database.execute(
      `INSERT INTO template_versions (workspace_id, template_id, version, subject, text, language, translations)
       VALUES ($1, $2, 1, 'Hi', 'Hi', 'en', '{"pt-BR": {"subject": "Oi", "text": "Oi"}}')`,
      [stage.workspaceId, id],
    );
    const { uid } = await join(stage.plain, { email: ADA, meta: { plan: 'pro' } });
    const path = await linkTo(ADA);
    const { text } = await open(path);
    expect(text).toContain('<label for="language">Language</label>');
    expect(text).toMatch(LABEL('-'));
    expect(text).toContain('Português (Brasil)');
    await submit(path, { 's-language': '-', language: 'pt-BR' });
    expect(await meta(uid)).toEqual({ plan: 'pro', language: 'pt-BR' });
    expect((await open(path)).text).toMatch(LABEL('pt-BR'));
    await submit(path, { 's-language': 'pt-BR', language: '-' });
    expect(await meta(uid)).toEqual({ plan: 'pro' });
  });

  it('is that of the page from then on', async () => {
    await join(stage.plain, { email: ADA });
    const path = await linkTo(ADA);
    const { text } = await submit(path, { 's-language': '-', language: 'de' });
    expect(text).toContain('<html lang="de">');
    expect(text).toContain('Ihre Auswahl ist gespeichert.');
    expect((await open(path)).text).toContain('Ihre Listen');
  });

  it('that changed while the page was open stays, if the reader did not touch it', async () => {
    const { uid } = await join(stage.plain, { email: ADA });
    const path = await linkTo(ADA);
    await write(uid, { meta: { language: 'fr' } });
    await submit(path, { 's-language': '-', language: '-' });
    expect(await meta(uid)).toEqual({ language: 'fr' });
  });

  it('that nobody offers is refused, and nothing of the form is stored', async () => {
    const { uid } = await join(stage.plain, { email: ADA });
    const form = { ...ticked(stage.plain.id), 's-tracking': '1', 'refuses-tracking': '1', language: 'tlh' };
    const { text, status } = await submit(await linkTo(ADA), form);
    expect([status, text.includes('role="alert">This choice is not possible')]).toEqual([400, true]);
    expect(await standings(stage, stage.plain)).toEqual({ [uid]: 'subscribed' });
    expect([await meta(uid), (await ledger()).length]).toEqual([{}, 1]);
  });

  it('is nothing that a form without it changes', async () => {
    const { uid } = await join(stage.plain, { email: ADA, meta: { language: 'es' } });
    await submit(await linkTo(ADA), ticked(stage.plain.id, 'l'));
    expect(await meta(uid)).toEqual({ language: 'es' });
  });
});
