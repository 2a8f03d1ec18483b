import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { UnknownConfirmationError } from '@dundun/domain';
import { useDatabase } from '@dundun/testing';
import { actionsOn } from '../testing-actions.js';
import { aProcess, aStage, confirmationMails, standings, subscriberCount, entities, type Stage } from '../testing.js';

const db = useDatabase(entities, { PUBLIC_URL: 'https://go.example' });
let process: INestApplicationContext;
let stage: Stage;
const { join, put, remove, confirm, personOf } = actionsOn(() => stage);

beforeAll(async () => {
  process = await aProcess(db.config);
});
afterAll(() => process.close());
beforeEach(async () => {
  stage = await aStage(process);
});

const sole = <T>(all: T[]): T => {
  expect(all).toHaveLength(1);
  return all[0] as T;
};

describe('double opt-in', () => {
  it('mails a link that subscribes', async () => {
    const { uid, subscribed } = await join(stage.optin, { email: 'Ada@Example.com' });
    expect(subscribed).toBe(false);
    expect(await subscriberCount(stage, stage.optin)).toBe(1);
    const mail = sole(await confirmationMails(stage));
    expect(mail).toMatchObject({ to: 'Ada@Example.com', subject: 'Please confirm your subscription to Optin <news>' });
    expect(mail.html).toContain('<strong>Optin &lt;news&gt;</strong>');
    expect(mail.html).toContain('Once &amp; again');
    expect(mail.text).toContain('Optin <news>');
    expect(mail.text).toMatch(/https:\/\/go\.example\/p\/confirm\/[\w-]{32}\n/);
    await confirm(mail.token);
    expect(await standings(stage, stage.optin)).toEqual({ [uid]: 'subscribed' });
    expect(await subscriberCount(stage, stage.optin)).toBe(1);
  });

  it('mails in the language of the person, else in that of the workspace', async () => {
    const set = (language: string) =>
      stage.database.query('UPDATE workspaces SET default_language = $2 WHERE id = $1', [stage.workspaceId, language]);
    await set('de-AT');
    await join(stage.optin, { email: 'ada@example.com', meta: { language: 'fr-CH' } });
    await join(stage.optin, { email: 'bob@example.com', meta: { language: 'tlh' } });
    await join(stage.optin, { email: 'carl@example.com', meta: { language: 7 } });
    await set('en');
    await join(stage.optin, { email: 'dora@example.com' });
    const mails = await confirmationMails(stage);
    expect(Object.fromEntries(mails.map(({ to, html }) => [to, /lang="(\w+)"/.exec(html)?.[1]]))).toEqual({
      'ada@example.com': 'fr',
      'bob@example.com': 'de',
      'carl@example.com': 'de',
      'dora@example.com': 'en',
    });
  });

  it('stores the evidence of both steps and no token', async () => {
    const { uid } = await join(stage.optin, { email: 'ada@example.com' });
    const { token } = sole(await confirmationMails(stage));
    await stage.memberships.confirm(token, 'the text', {
      ip: '198.51.100.1',
      userAgent: 'Firefox',
      requestId: 'req_2',
    });
    const { id } = await personOf(uid);
    const consents = await stage.database.query(
      'SELECT action, method, address, ip, user_agent, request_id, text_shown FROM consents WHERE workspace_id = $1 AND person_id = $2 ORDER BY id',
      [stage.workspaceId, id],
    );
    const address = 'ada@example.com';
    expect(consents).toEqual([
      {
        action: 'requested',
        method: 'api',
        address,
        ip: '192.0.2.7',
        user_agent: 'curl/8',
        request_id: 'req_test',
        text_shown: null,
      },
      {
        action: 'confirmed',
        method: 'confirm_page',
        address,
        ip: '198.51.100.1',
        user_agent: 'Firefox',
        request_id: 'req_2',
        text_shown: 'the text',
      },
    ]);
    const dump = JSON.stringify(
      await stage.database.query('SELECT c::text, s::text FROM confirmations c, consents s WHERE c.workspace_id = $1', [
        stage.workspaceId,
      ]),
    );
    expect(dump).not.toContain(token);
  });

  it('accepts every sent link once, even after the list is archived', async () => {
    const { uid } = await join(stage.optin, { email: 'ada@example.com' });
    await put(stage.optin, uid, true);
    const [first, second] = await confirmationMails(stage);
    await stage.lists.archive(stage.workspaceId, stage.optin.id);
    await confirm(second?.token ?? '');
    await confirm(first?.token ?? '');
    for (const token of [first?.token ?? '', 'x', 'y'.repeat(32)])
      await expect(confirm(token)).rejects.toThrow(UnknownConfirmationError);
    expect(await standings(stage, stage.optin)).toEqual({ [uid]: 'subscribed' });
  });

  it('refuses a link after 7 days, after an opt-out, and after a change of address', async () => {
    const { uid } = await join(stage.optin, { email: 'ada@example.com', number: '2340000001' });
    const token = async () => (await confirmationMails(stage)).at(-1)?.token ?? '';
    const age = (days: number) =>
      stage.database.execute(
        `UPDATE confirmations SET expires_at = requested_at + interval '7 days' - make_interval(secs => $2::float8 * 86400)  WHERE workspace_id = $1`,
        [stage.workspaceId, days],
      );
    await age(7.001);
    await expect(confirm(await token())).rejects.toThrow(UnknownConfirmationError);
    await age(6.999);
    await put(stage.optin, uid, false);
    await expect(confirm(await token())).rejects.toThrow(UnknownConfirmationError);
    await remove(stage.optin, uid);
    await expect(confirm(await token())).rejects.toThrow(UnknownConfirmationError);
    await put(stage.optin, uid, true);
    await join(stage.plain, { email: 'new@example.com', number: '2340000001' });
    await expect(confirm(await token())).rejects.toThrow(UnknownConfirmationError);
    expect(await standings(stage, stage.optin)).toEqual({ [uid]: 'pending' });
  });

  it('asks again only a person who never confirmed', async () => {
    const { uid } = await join(stage.optin, { email: 'ada@example.com' });
    await confirm(sole(await confirmationMails(stage)).token);
    await put(stage.optin, uid, false);
    expect(await put(stage.optin, uid, true)).toBe(true);
    await put(stage.optin, uid, false);
    expect(await join(stage.optin, { email: 'ada@example.com' })).toMatchObject({ subscribed: false });
    expect(await standings(stage, stage.optin)).toEqual({ [uid]: 'pending' });
  });

  it('sends at most three mails per address and day over all lists, and records the fourth', async () => {
    const { list: other } = await stage.lists.create(stage.workspaceId, { title: 'Other', double_optin: true });
    await join(stage.optin, { email: 'ada@example.com' });
    await join(other, { email: 'Ada@example.com' });
    await join(stage.optin, { email: 'ada@example.com' });
    await join(other, { email: 'ada@example.com' });
    await join(stage.optin, { email: 'bob@example.com' });
    expect(await confirmationMails(stage)).toHaveLength(4);
    const sent = await stage.database.query(
      'SELECT address, sent, count(*)::int FROM confirmations WHERE workspace_id = $1 GROUP BY 1, 2 ORDER BY 1, 2',
      [stage.workspaceId],
    );
    expect(sent).toEqual([
      { address: 'ada@example.com', sent: false, count: 1 },
      { address: 'ada@example.com', sent: true, count: 3 },
      { address: 'bob@example.com', sent: true, count: 1 },
    ]);
    await stage.database.execute(
      `UPDATE confirmation_budgets SET used = jsonb_build_object(floor(extract(epoch FROM now()) / 86400)::bigint - 1, 3)
       WHERE workspace_id = $1`,
      [stage.workspaceId],
    );
    await join(other, { email: 'ada@example.com' });
    expect(await confirmationMails(stage)).toHaveLength(5);
  });

  it('still mails pending people after the list turned double opt-in off', async () => {
    await join(stage.optin, { email: 'ada@example.com' });
    await stage.lists.update(stage.workspaceId, stage.optin.id, { double_optin: false });
    expect(await join(stage.optin, { email: 'ada@example.com' })).toMatchObject({ subscribed: false });
    expect(await confirmationMails(stage)).toHaveLength(2);
  });
});
