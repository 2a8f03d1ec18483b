import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { useDatabase } from '@dundun/testing';
import { actionsOn } from '../testing-actions.js';
import { aPageApp } from '../testing-pages.js';
import { aPreferencePage } from '../testing-preferences.js';
import { aStage, confirmationMails, entities, faultsOf, standings, type Stage } from '../testing.js';

const db = useDatabase(entities, { PUBLIC_URL: 'https://go.example' });
const ADA = 'ada@example.com';
let app: Awaited<ReturnType<typeof aPageApp>>;
let stage: Stage;
const { join, put } = actionsOn(() => stage);
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

const ledger = () =>
  stage.database.query<Record<string, unknown>>(
    'SELECT action, address, text_shown FROM consents WHERE workspace_id = $1 ORDER BY id',
    [stage.workspaceId],
  );
const suppressed = async () => {
  const left = 'SELECT address FROM list_suppressions WHERE workspace_id = $1 ORDER BY 1';
  return (await stage.database.query<{ address: string }>(left, [stage.workspaceId])).map(({ address }) => address);
};

describe('the preferences by channel', () => {
  it('offer email and SMS of each list to a person with a number', async () => {
    const { uid } = await join(stage.plain, { email: ADA, number: '2348012345678' });
    const path = await linkTo(ADA);
    const consents = async () => {
      const [row] = await stage.database.query<Record<'status' | 'email_consent' | 'sms_consent', string>>(
        'SELECT status, email_consent, sms_consent FROM memberships WHERE workspace_id = $1',
        [stage.workspaceId],
      );
      return row && [row.status, row.email_consent, row.sms_consent];
    };
    const wants = (...names: string[]) =>
      ({ [`s-${stage.plain.id}`]: '1', ...Object.fromEntries(names.map((name) => [`${name}-${stage.plain.id}`, '1'])) }); // prettier-ignore
    const shown = (await open(path)).text;
    expect(shown).toContain('By SMS to •••678');
    expect(shown).not.toContain('2348012345678');
    expect(shown.match(/type="checkbox"[^>]* checked/g)).toHaveLength(1);
    await submit(path, wants('m'));
    expect(await consents()).toEqual(['subscribed', 'unsubscribed', 'subscribed']);
    expect(await suppressed()).toEqual([ADA]);
    expect((await ledger()).slice(1)).toMatchObject([
      { action: 'unsubscribed', text_shown: expect.stringContaining('By email') },
      { action: 'subscribed', address: '2348012345678', text_shown: expect.stringContaining('By SMS') },
    ]);
    await submit(path, wants('l', 'm'));
    expect(await consents()).toEqual(['subscribed', 'subscribed', 'subscribed']);
    await submit(path, { ...wants('l', 'm'), none: '1' });
    expect(await standings(stage, stage.plain)).toEqual({ [uid]: 'unsubscribed' });
    expect(await suppressed()).toEqual(['2348012345678', ADA]);
    expect(await faultsOf(stage)).toEqual([]);
  });

  it('let the reader refuse tracking and allow it again, each with its row in the ledger', async () => {
    await join(stage.plain, { email: ADA });
    const path = await linkTo(ADA);
    const isRefused = async () => {
      const [row] = await stage.database.query<{ refused: boolean }>('SELECT tracking_refused_at IS NOT NULL AS refused FROM people WHERE workspace_id = $1', [stage.workspaceId]); // prettier-ignore
      return row?.refused;
    };
    const entries = async () =>
      (await stage.database.query<{ action: string; method: string; list_id: string | null; address: string; text_shown: string }>(`SELECT action, method, list_id, address, text_shown FROM consents WHERE workspace_id = $1 AND action LIKE 'tracking%' ORDER BY id`, [stage.workspaceId])); // prettier-ignore
    const list = { [`s-${stage.plain.id}`]: '1', [`l-${stage.plain.id}`]: '1' };
    const box = /<input type="checkbox" name="refuses-tracking"[^>]*>/;
    expect((await open(path)).text).toMatch(box);
    const { text } = await submit(path, { ...list, 's-tracking': '1', 'refuses-tracking': '1' });
    expect(box.exec(text)?.[0]).toContain(' checked');
    expect(await isRefused()).toBe(true);
    await submit(path, { ...list, 's-tracking': '1', 'refuses-tracking': '1' });
    await submit(path, list);
    expect(await isRefused()).toBe(true);
    expect(await entries()).toEqual([
      { action: 'tracking_refused', method: 'preferences', list_id: null, address: ADA, text_shown: expect.stringContaining('Do not measure') }, // prettier-ignore
    ]);
    await submit(path, { ...list, 's-tracking': '1' });
    expect(await isRefused()).toBe(false);
    expect((await entries()).map(({ action }) => action)).toEqual(['tracking_refused', 'tracking_allowed']);
    expect(Object.values(await standings(stage, stage.plain))).toEqual(['subscribed']);
  });

  it('ask once for the confirmation of both channels', async () => {
    const { uid } = await join(stage.optin, { email: ADA, number: '2348012345678' });
    await put(stage.optin, uid, false);
    const path = await linkTo(ADA);
    const { id } = stage.optin;
    const { text } = await submit(path, { [`s-${id}`]: '1', [`l-${id}`]: '1', [`m-${id}`]: '1' });
    expect(text).toContain('Please confirm by the link');
    const asked = (await confirmationMails(stage)).filter(({ token }) => token !== '');
    expect(asked).toHaveLength(2);
  });
});
