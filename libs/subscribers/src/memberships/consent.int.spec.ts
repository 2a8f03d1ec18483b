import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { List } from '@dundun/lists';
import { UnsubscribeLinks } from '@dundun/messaging';
import { useDatabase } from '@dundun/testing';
import type { FastifyInstance } from 'fastify';
import { v7 } from 'uuid';
import { Seal } from '@dundun/platform/config';
import { ListForms } from '../pages/list-forms.service.js';
import { signedAt } from '../pages/signed-time.js';
import { actionsOn } from '../testing-actions.js';
import { aPageApp } from '../testing-pages.js';
import { aStage, confirmationMails, entities, faultsOf, standings, type Stage } from '../testing.js';

const db = useDatabase(entities, { PUBLIC_URL: 'https://go.example', TRUST_PROXY: 'true' });
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const ONE_CLICK = 'List-Unsubscribe=One-Click';
const ADA = 'ada@example.com';
let app: Awaited<ReturnType<typeof aPageApp>>;
let fastify: FastifyInstance;
let stage: Stage;
let guests = 0;
const { join, put } = actionsOn(() => stage);

beforeAll(async () => {
  app = await aPageApp(db.config, () => stage);
  fastify = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
});
afterAll(() => app?.close());
afterEach(() => void jest.restoreAllMocks());
beforeEach(async () => {
  stage = await aStage(app);
  guests += 1;
});

/** Each test has its own IP address, and so its own limits. */
async function ask(route: string, payload?: string, headers: Record<string, string> = FORM) {
  const [method, url] = route.split(' ') as ['GET', string];
  const from = { 'x-forwarded-for': `198.51.100.${guests}`, 'user-agent': 'Reader/1' };
  const sent = payload === undefined ? {} : headers;
  const answer = await fastify.inject({ method, url, payload, headers: { ...from, authorization: 'x', ...sent } });
  return { status: answer.statusCode, text: answer.body, headers: answer.headers };
}

/** Stores a mail of the list. @returns the path of its link */
async function mailOf(list: List, ...addresses: string[]): Promise<string> {
  const recipients = addresses.map((address) => ({ address, name: null, kind: 'to' as const, status: 'sent' as const, detail: null })); // prettier-ignore
  const named = { workspace_id: stage.workspaceId, id: v7(), recipients };
  await stage.database.execute(
    `INSERT INTO messages (workspace_id, id, channel, lane, status, list_id, sender, recipients, content)
     VALUES ($1, $2, 'email', 'bulk', 'sent', $3, '{}', $4, '{}')`,
    [stage.workspaceId, named.id, list.id, JSON.stringify(recipients)],
  );
  const urls = app.get(UnsubscribeLinks, { strict: false }).urls(named);
  return new URL(urls.unsubscribe_url).pathname;
}

const ledger = () =>
  stage.database.query<Record<string, unknown>>(
    'SELECT action, method, address, ip, user_agent, text_shown, person_id FROM consents WHERE workspace_id = $1 ORDER BY id',
    [stage.workspaceId],
  );
const suppressed = async () =>
  (
    await stage.database.query<{ address: string }>(
      'SELECT address FROM list_suppressions WHERE workspace_id = $1 ORDER BY 1',
      [stage.workspaceId],
    )
  ).map(({ address }) => address);
const hidden = (html: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';
const encoded = (fields: Record<string, string>) => new URLSearchParams(fields).toString();

describe('the unsubscribe link', () => {
  it('shows a page that changes nothing, however often', async () => {
    const { uid } = await join(stage.plain, { email: ADA });
    const path = await mailOf(stage.plain, 'Ada@Example.com');
    for (let time = 0; time < 3; time++) {
      const { status, text, headers } = await ask(`GET ${path}`);
      expect(status).toBe(200);
      expect(text).toContain('Plain news');
      expect(text).toContain('A•••@Example.com');
      expect(text).not.toContain('ada@');
      expect(headers['set-cookie']).toBeUndefined();
      expect(headers['content-security-policy']).toContain("default-src 'none'");
    }
    expect(await standings(stage, stage.plain)).toEqual({ [uid]: 'subscribed' });
  });

  it.each([
    ['urlencoded', ONE_CLICK, FORM],
    [
      'multipart',
      `--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n`,
      { 'content-type': 'multipart/form-data; boundary=b' },
    ],
  ])('takes one click, %s, with a blank answer, again and again', async (_, body, headers) => {
    const { uid } = await join(stage.plain, { email: ADA });
    const path = await mailOf(stage.plain, ADA);
    for (let time = 0; time < 2; time++) {
      const answer = await ask(`POST ${path}`, body, headers);
      expect(answer).toMatchObject({ status: 200, text: '' });
      expect(answer.headers).not.toHaveProperty('location');
      expect(answer.headers).not.toHaveProperty('set-cookie');
    }
    expect(await standings(stage, stage.plain)).toEqual({ [uid]: 'unsubscribed' });
    expect(await suppressed()).toEqual([ADA]);
    expect((await ledger()).slice(1)).toEqual([
      {
        action: 'unsubscribed',
        method: 'one_click',
        address: ADA,
        ip: `198.51.100.${guests}`,
        user_agent: 'Reader/1',
        text_shown: null,
        person_id: expect.any(String),
      },
    ]);
    expect(await faultsOf(stage)).toEqual([]);
  });

  it('opts out by the button, stores the shown text, and can be reverted', async () => {
    const { uid } = await join(stage.plain, { email: ADA });
    const path = await mailOf(stage.plain, ADA);
    const pressed = await ask(`POST ${path}`, '');
    expect(pressed.text).toContain('You are unsubscribed.');
    expect(await standings(stage, stage.plain)).toEqual({ [uid]: 'unsubscribed' });
    const undone = await ask(`POST ${path}`, encoded({ undo: hidden(pressed.text, 'undo') }));
    expect(undone.text).toContain('back as before');
    expect(await standings(stage, stage.plain)).toEqual({ [uid]: 'subscribed' });
    expect(await suppressed()).toEqual([]);
    const steps = (await ledger()).map(({ action, method }) => [action, method]);
    expect(steps).toEqual([
      ['subscribed', 'api'],
      ['unsubscribed', 'page'],
      ['subscribed', 'page'],
    ]);
    expect((await ledger())[1]?.text_shown).toBe(
      'Mailing list\nPlain news\nDo you want to stop receiving this list at a•••@example.com?\n[Unsubscribe]',
    );
    expect(await faultsOf(stage)).toEqual([]);
  });

  it('reverts only to the state before', async () => {
    const { uid } = await join(stage.optin, { email: ADA });
    const path = await mailOf(stage.optin, ADA);
    const pressed = await ask(`POST ${path}`, '');
    const forged = signedAt(new Seal(['cd'.repeat(32)]), `undo ${path.split('/').pop()}`, 'subscribed');
    expect((await ask(`POST ${path}`, encoded({ undo: forged }))).text).toContain('You are unsubscribed.');
    await ask(`POST ${path}`, encoded({ undo: hidden(pressed.text, 'undo') }));
    expect(await standings(stage, stage.optin)).toEqual({ [uid]: 'pending' });
    expect(await confirmationMails(stage)).toHaveLength(2);
    expect(await faultsOf(stage)).toEqual([]);
  });

  it('works for an unknown address and for a former one', async () => {
    const path = await mailOf(stage.plain, 'Nobody@example.com');
    const pressed = await ask(`POST ${path}`, '');
    await ask(`POST ${path}`, ONE_CLICK);
    expect(await suppressed()).toEqual(['nobody@example.com']);
    expect(await ledger()).toMatchObject([{ action: 'unsubscribed', method: 'page', person_id: null }]);
    await ask(`POST ${path}`, encoded({ undo: hidden(pressed.text, 'undo') }));
    expect(await suppressed()).toEqual([]);
    expect((await ledger()).at(-1)).toMatchObject({ action: 'removed', address: 'nobody@example.com' });
  });

  it('of a mail to several asks for the address, and opts out only a reader', async () => {
    const { uid } = await join(stage.plain, { email: ADA });
    const other = await join(stage.plain, { email: 'eve@example.com' });
    const path = await mailOf(stage.plain, ADA, 'bob@example.com');
    expect((await ask(`GET ${path}`)).text).toContain('name="email"');
    expect((await ask(`POST ${path}`, ONE_CLICK)).text).toContain('name="email"');
    expect((await ask(`POST ${path}`, encoded({ email: 'no address' }))).text).toContain('aria-invalid');
    const [reader, stranger] = [
      await ask(`POST ${path}`, encoded({ email: 'ADA@example.com' })),
      await ask(`POST ${path}`, encoded({ email: 'eve@example.com' })),
    ];
    expect(reader.text).toBe(stranger.text);
    expect(await standings(stage, stage.plain)).toEqual({ [uid]: 'unsubscribed', [other.uid]: 'subscribed' });
    expect((await ask(`GET ${path.replace('/u/', '/preferences/')}`)).status).toBe(404);
  });

  it('of an opt-in mail ends the request', async () => {
    const { uid } = await join(stage.optin, { email: ADA });
    const [mail] = await stage.database.query<{ headers: Record<string, string> }>(
      `SELECT content->'headers' AS headers FROM messages WHERE workspace_id = $1`,
      [stage.workspaceId],
    );
    expect(mail?.headers['List-Unsubscribe-Post']).toBe(ONE_CLICK);
    const path = /^<https:\/\/go\.example(\/p\/u\/[\w-]{32})>$/.exec(mail?.headers['List-Unsubscribe'] ?? '')?.[1];
    expect((await ask(`GET ${path}`)).text).toContain('Optin &lt;news&gt;');
    expect(await ask(`POST ${path}`, ONE_CLICK)).toMatchObject({ status: 200, text: '' });
    expect(await standings(stage, stage.optin)).toEqual({ [uid]: 'unsubscribed' });
    expect((await ask(`GET ${path?.replace('/u/', '/confirm/')}`)).status).toBe(404);
  });

  it('leads to an error page if it is unknown, and guesses are rate limited', async () => {
    const path = await mailOf(stage.plain, ADA);
    const wrong = [`${path}x`, path.slice(0, -1), `${path.slice(0, -1)}${path.endsWith('A') ? 'B' : 'A'}`];
    for (const url of [...wrong, '/p/u/x', `/p/preferences/${'A'.repeat(45)}`, `/p/u/${'y'.repeat(32)}`])
      for (const method of ['GET', 'POST']) {
        const answer = await ask(`${method} ${url}`, method === 'POST' ? ONE_CLICK : undefined);
        expect(answer).toMatchObject({ status: 404, text: expect.stringContaining('does not work any more') });
      }
    const answers = [];
    for (let time = 0; time < 30; time++) answers.push((await ask('GET /p/u/guess')).status);
    expect(answers).toContain(429);
    expect((await ask(`GET ${path}`)).status).toBe(200);
  });

  it('of a confirmation is limited the same, and a used one is no guess', async () => {
    await join(stage.optin, { email: ADA });
    const [mail] = await confirmationMails(stage);
    const statusOf = async (method: 'GET' | 'POST', token: string) =>
      (await ask(`${method} /p/confirm/${token}`, method === 'POST' ? '' : undefined)).status;
    expect(await statusOf('POST', mail?.token ?? '')).toBe(200);
    for (let time = 0; time < 40; time++) expect(await statusOf('GET', mail?.token ?? '')).toBe(404);
    const guesses = [];
    for (let time = 0; time < 40; time++) guesses.push(await statusOf(time % 2 ? 'GET' : 'POST', 'y'.repeat(32)));
    expect(guesses).toContain(429);
    expect(await statusOf('GET', mail?.token ?? '')).toBe(404);
  });

  it('uses the language of the reader', async () => {
    const path = await mailOf(stage.plain, ADA);
    const { text } = await ask(`GET ${path}`, '', { 'accept-language': 'fr-CH, de;q=0.5' });
    expect(text).toContain('<html lang="fr">');
    expect(text).toContain('Se désabonner');
  });
});

describe('the preferences', () => {
  const preferences = async () => (await mailOf(stage.plain, ADA)).replace('/u/', '/preferences/');
  const chosen = (...wanted: List[]) =>
    encoded(Object.fromEntries([
      ...[stage.plain, stage.optin].map(({ id }) => [`s-${id}`, '1']),
      ...wanted.map(({ id }) => [`l-${id}`, '1']),
    ])); // prettier-ignore

  it('show all lists of the person and apply the changes', async () => {
    const { uid } = await join(stage.plain, { email: ADA });
    await join(stage.optin, { email: ADA });
    const path = await preferences();
    const shown = await ask(`GET ${path}`);
    expect(shown.text.match(/type="checkbox"[^>]* checked/g)).toHaveLength(2);
    expect(shown.text).toContain('Optin &lt;news&gt;');
    expect((await ask(`POST ${path}`, chosen(stage.optin))).text).toContain('Your choice is saved.');
    expect(await standings(stage, stage.plain)).toEqual({ [uid]: 'unsubscribed' });
    expect(await standings(stage, stage.optin)).toEqual({ [uid]: 'pending' });
    await ask(`POST ${path}`, chosen(stage.plain, stage.optin));
    expect(await standings(stage, stage.plain)).toEqual({ [uid]: 'subscribed' });
    await ask(`POST ${path}`, `${chosen(stage.plain, stage.optin)}&none=1`);
    expect([await standings(stage, stage.plain), await standings(stage, stage.optin)]).toEqual([
      { [uid]: 'unsubscribed' },
      { [uid]: 'unsubscribed' },
    ]);
    const again = await ask(`POST ${path}`, chosen(stage.optin));
    expect(again.text).toContain('Please confirm by the link');
    expect(await standings(stage, stage.optin)).toEqual({ [uid]: 'pending' });
    const methods = (await ledger()).slice(2).map(({ action, method }) => `${action} ${method}`);
    expect(methods.sort()).toEqual([
      'requested preferences',
      'subscribed preferences',
      'unsubscribed preferences',
      'unsubscribed preferences',
      'unsubscribed preferences',
    ]);
  });

  it('change no list that was not on the page, and allow only leaving an archived one', async () => {
    const { uid } = await join(stage.plain, { email: ADA });
    const path = await preferences();
    await ask(`POST ${path}`, '');
    expect(await standings(stage, stage.plain)).toEqual({ [uid]: 'subscribed' });
    await stage.lists.archive(stage.workspaceId, stage.plain.id);
    expect((await ask(`GET ${path}`)).text).toContain('This list is closed.');
    await ask(`POST ${path}`, chosen());
    expect(await standings(stage, stage.plain)).toEqual({ [uid]: 'unsubscribed' });
    expect((await ask(`POST ${path}`, chosen(stage.plain))).text).toContain('This address is on no list.');
    expect(await standings(stage, stage.plain)).toEqual({ [uid]: 'unsubscribed' });
  });

  it('show nothing of another workspace', async () => {
    await join(stage.plain, { email: ADA });
    const theirs = stage;
    stage = await aStage(app);
    const path = await preferences();
    expect((await ask(`GET ${path}`)).text).toContain('This address is on no list.');
    await ask(`POST ${path}`, encoded({ [`s-${theirs.plain.id}`]: '1', none: '1' }));
    expect(Object.values(await standings(theirs, theirs.plain))).toEqual(['subscribed']);
  });
});

describe('the hosted form', () => {
  const pathOf = (list: List) => new URL(app.get(ListForms, { strict: false }).urlOf(list)).pathname;
  const since = (list: List, ago = 2_000) =>
    signedAt(app.get(Seal, { strict: false }), `since ${stage.workspaceId} ${list.id}`, '', Date.now() - ago);
  const post = (list: List, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    ask(`POST ${pathOf(list)}`, encoded({ email: ADA, since: since(list), ...fields }), { ...FORM, ...headers });

  it('joins a plain list at once, with a name', async () => {
    const shown = await ask(`GET ${pathOf(stage.plain)}`);
    expect(shown.text).toContain('Plain news');
    expect(hidden(shown.text, 'since')).not.toBe('');
    expect((await post(stage.plain, { first_name: 'Ada' })).text).toContain('ada@example.com is subscribed.');
    expect(Object.values(await standings(stage, stage.plain))).toEqual(['subscribed']);
    expect(await ledger()).toMatchObject([{ action: 'subscribed', method: 'form', address: ADA, text_shown: expect.stringContaining('Plain news') }]); // prettier-ignore
  });

  it('sends a confirmation in the language of the form on a double opt-in list', async () => {
    const answer = await post(stage.optin, {}, { 'accept-language': 'de' });
    expect(answer.text).toContain('Fast fertig.');
    expect(Object.values(await standings(stage, stage.optin))).toEqual(['pending']);
    const [mail] = await confirmationMails(stage);
    expect(mail?.subject).toBe('Bitte bestätigen Sie Ihre Anmeldung zu Optin <news>');
  });

  it('gives a person the language of the browser, unless they have one', async () => {
    const languageOf = async (email: string) => {
      const [person] = await stage.database.query(`SELECT meta->>'language' AS language FROM people WHERE workspace_id = $1 AND email = $2`, [stage.workspaceId, email]); // prettier-ignore
      return person?.language;
    };
    await post(stage.plain, {}, { 'accept-language': 'it-CH, it;q=0.9, de;q=0.8' });
    expect(await languageOf(ADA)).toBe('it-CH');
    await post(stage.optin, {}, { 'accept-language': 'fr' });
    expect(await languageOf(ADA)).toBe('it-CH');
    await post(stage.plain, { email: 'eve@example.com' }, { 'accept-language': '*' });
    expect(await languageOf('eve@example.com')).toBeNull();
  });

  it('never overwrites, never resubscribes, and answers the same', async () => {
    const first = await post(stage.plain, { email: 'eve@example.com' });
    const { uid } = await join(stage.plain, { email: ADA, first_name: 'Ada' });
    await put(stage.plain, uid, false);
    const second = await post(stage.plain, { first_name: 'Mallory' });
    expect(second.text).toBe(first.text.replaceAll('eve@', 'ada@'));
    expect((await standings(stage, stage.plain))[uid]).toBe('unsubscribed');
    expect(await suppressed()).toEqual([ADA]);
    const [person] = await stage.database.query('SELECT first_name FROM people WHERE uid = $1', [uid]);
    expect(person).toEqual({ first_name: 'Ada' });
  });

  it('redirects to the page of the list, as its policy allows', async () => {
    await stage.lists.update(stage.workspaceId, stage.plain.id, { redirect_url: 'https://shop.example/thanks?x=1' });
    const shown = await ask(`GET ${pathOf(stage.plain)}`);
    expect(shown.headers['content-security-policy']).toContain("form-action 'self' https: http:;");
    const done = await post(stage.plain, {});
    expect(done).toMatchObject({ status: 303, text: '', headers: { location: 'https://shop.example/thanks?x=1' } });
    expect(Object.values(await standings(stage, stage.plain))).toEqual(['subscribed']);
  });

  it.each([
    ['a form of another site', { since: '' }],
    ['one that was filled in at once', { since: undefined }],
  ])('asks once more after %s', async (_, { since: given }) => {
    // The clock is stopped between the form and its answer.
    jest.spyOn(Date, 'now').mockReturnValue(Date.now());
    const answer = await post(stage.plain, { since: given ?? since(stage.plain, 0) });
    expect(answer.text).toContain('press the button once more');
    expect(answer.text).toContain(`value="${ADA}"`);
    expect(await standings(stage, stage.plain)).toEqual({});
  });

  it('refuses a filled hidden field, a missing address and an archived list', async () => {
    expect((await post(stage.plain, { website: 'https://spam.example' })).text).toContain('is subscribed');
    const wrong = await post(stage.plain, { email: 'ada@' });
    expect([wrong.status, wrong.text.includes('aria-invalid')]).toEqual([400, true]);
    await stage.lists.archive(stage.workspaceId, stage.plain.id);
    expect(await post(stage.plain, {})).toMatchObject({
      status: 409,
      text: expect.stringContaining('closed to new subscribers'),
    });
    expect((await ask(`GET ${pathOf(stage.plain)}`)).text).not.toContain('<form');
    expect(await standings(stage, stage.plain)).toEqual({});
  });

  it('rate limits an address and a network', async () => {
    const answers = [];
    for (let time = 0; time < 7; time++) answers.push((await post(stage.plain, {})).status);
    expect(answers.slice(-2)).toEqual([429, 429]);
    expect((await post(stage.plain, { email: 'eve@example.com' })).status).toBe(200);
  });

  it('is shown by the console, with markup for a page', async () => {
    const { text } = await ask(`GET /console/lists/${stage.plain.id}/form`);
    const { url, html } = JSON.parse(text) as { url: string; html: string };
    expect(url).toBe(`https://go.example${pathOf(stage.plain)}`);
    expect(html).toContain(`action="${url}"`);
  });
});

describe('the ledger', () => {
  it('is read by person, newest first, with cursors', async () => {
    const { uid } = await join(stage.plain, { email: ADA });
    await ask(`POST ${await mailOf(stage.plain, ADA)}`, ONE_CLICK);
    // A minute apart: the server's clock may step back by a few milliseconds.
    await stage.database.transaction(async () => {
      await stage.database.execute("SET LOCAL dundun.erasing = 'on'");
      const earlier = `UPDATE consents SET at = at - interval '1 minute' WHERE workspace_id = $1 AND action = 'subscribed'`;
      await stage.database.execute(earlier, [stage.workspaceId]);
    });
    const page = async (query: string) => JSON.parse((await ask(`GET /console/people/${uid}/consents${query}`)).text);
    const first = await page('?limit=1');
    expect(first.data).toMatchObject([
      { list: { id: stage.plain.id, title: 'Plain news' }, action: 'unsubscribed', method: 'one_click', address: ADA },
    ]);
    const second = await page(`?limit=1&next_cursor=${encodeURIComponent(first.next_cursor)}`);
    expect(second).toMatchObject({ data: [{ action: 'subscribed', method: 'api' }], next_cursor: null });
    expect((await ask('GET /console/people/nobody/consents')).status).toBe(404);
  });

  it('is append-only, except for erasures', async () => {
    await join(stage.plain, { email: ADA });
    for (const change of ["UPDATE consents SET address = 'x'", 'DELETE FROM consents', 'TRUNCATE consents'])
      await expect(stage.database.execute(change)).rejects.toThrow('append-only');
    await stage.database.transaction(async () => {
      await stage.database.execute("SET LOCAL dundun.erasing = 'on'");
      await stage.database.execute('DELETE FROM consents WHERE workspace_id = $1', [stage.workspaceId]);
    });
    expect(await ledger()).toEqual([]);
    await join(stage.plain, { email: 'eve@example.com' });
    await expect(stage.database.execute('DELETE FROM consents')).rejects.toThrow('append-only');
  });
});
