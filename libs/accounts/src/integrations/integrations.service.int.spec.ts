import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { InvalidInputError } from '@dundun/domain';
import { CannotOpenError, Seal } from '@dundun/platform/config';
import { aWorkspace, useDatabase } from '@dundun/testing';
import { accountsEntities } from '../accounts.entities.js';
import { emailProviders, smsProviders } from '@dundun/providers';
import { INBOX, Integrations } from './integrations.service.js';
import { ProviderSets } from './provider-sets.repository.js';

const KEY = 'ab'.repeat(32);
const NEXT_KEY = 'cd'.repeat(32);
const TWILIO = { accountSid: 'AC0123456789', authToken: 'canary-4711' };

const db = useDatabase(accountsEntities);
let integrations: Integrations;
let workspaceId: number;

function withKeys(...keys: string[]): Integrations {
  const seal = new Seal(keys);
  return new Integrations(db.database, seal, new ProviderSets(db.database, seal));
}
const connect = (settings: unknown, senderIds = ['DUNDUN']) =>
  integrations.connect(workspaceId, smsProviders.twilio, settings, { senderIds });

beforeAll(() => {
  integrations = withKeys(KEY);
});
beforeEach(async () => {
  workspaceId = await aWorkspace(db.database);
});

it('refuses the 101st integration of a workspace', async () => {
  const smtp = () => integrations.connect(workspaceId, emailProviders.smtp, { host: 'mail.example.com' }, {});
  for (let count = 0; count < 100; count++) await smtp();
  await expect(smtp()).rejects.toThrow(InvalidInputError);
  expect(await integrations.list(workspaceId)).toHaveLength(100);
});

it('names each integration: as asked, by the host of a relay, or by its provider, with a number if that is taken', async () => {
  const relay = (host: string, name?: string) =>
    integrations.connect(workspaceId, emailProviders.smtp, { host }, { name });
  await relay('mail.example.com');
  await relay('mail.example.com');
  await relay('eu.example.com');
  await relay('us.example.com', 'Backup');
  await connect(TWILIO);
  expect((await integrations.list(workspaceId)).map(({ name }) => name)).toEqual([
    'mail.example.com',
    'mail.example.com 2',
    'eu.example.com',
    'Backup',
    'Twilio',
  ]);
});

describe('an SMS integration', () => {
  it('is found by its source with decrypted settings', async () => {
    const { id } = await connect(TWILIO, ['DUNDUN', '+15550100']);
    expect(await integrations.smsBySource(workspaceId, 'twilio')).toMatchObject({
      id,
      provider: 'twilio',
      settings: TWILIO,
      senderIds: ['DUNDUN', '+15550100'],
    });
    expect(await integrations.smsBySource(workspaceId, 'termii')).toBeUndefined();
    expect(await integrations.smsBySource(await aWorkspace(db.database), 'twilio')).toBeUndefined();
  });

  it('stores its secrets sealed and does not list them', async () => {
    await connect(TWILIO);
    const rows = await db.database.query('SELECT to_jsonb(integrations)::text AS text FROM integrations');
    const listed = JSON.stringify(await integrations.list(workspaceId));
    expect(JSON.stringify(rows) + listed).not.toContain('canary-4711');
    expect(listed).toContain(TWILIO.accountSid);
    expect(listed).not.toContain('sealed');
  });

  it('cannot be opened with another key, which does not affect other integrations', async () => {
    await connect(TWILIO);
    await integrations.connectInbox(workspaceId, 'termii', ['DUNDUN']);
    const stranger = withKeys(NEXT_KEY);
    const twilio = await stranger.smsBySource(workspaceId, 'twilio');
    expect(() => twilio?.settings).toThrow(CannotOpenError);
    expect(await stranger.smsBySource(workspaceId, 'termii')).toMatchObject({
      provider: INBOX,
      settings: {},
      senderIds: ['DUNDUN'],
    });
  });

  it('is resealed under the next SECRET_KEY', async () => {
    await db.database.execute('DELETE FROM integrations');
    await connect(TWILIO);
    expect(await withKeys(NEXT_KEY, KEY).rotate()).toBe(1);
    const alone = withKeys(NEXT_KEY);
    expect(await alone.smsBySource(workspaceId, 'twilio')).toMatchObject({ settings: TWILIO });
    await expect(integrations.rotate()).rejects.toThrow(CannotOpenError);
  });

  it('is unique per source', async () => {
    await integrations.connectInbox(workspaceId, 'at', ['DUNDUN']);
    await expect(integrations.connectInbox(workspaceId, 'at', ['DUNDUN'])).rejects.toThrow(
      'source already has an integration: at.',
    );
  });

  it.each([
    ['a wrong value', { ...TWILIO, accountSid: 'SK1' }, 'settings.accountSid'],
    ['a missing value', { accountSid: 'AC0123456789' }, 'settings.authToken'],
    ['an unknown name, which would be stored unsealed', { ...TWILIO, auth_token: 'x' }, 'settings.auth_token'],
    ['no object', 'AC0123456789', 'settings'],
  ])('is refused for settings with %s', async (_, settings, field) => {
    const refused = connect(settings);
    await expect(refused).rejects.toThrow(InvalidInputError);
    await expect(refused).rejects.toMatchObject({ fields: [{ field }] });
  });

  it.each([[[]], [['']], [[' DUNDUN']], [['A\nB']], [['x'.repeat(65)]]])(
    'is refused for the sender IDs %j',
    async (senderIds) => {
      await expect(integrations.connectInbox(workspaceId, 'at', senderIds)).rejects.toThrow(InvalidInputError);
    },
  );
});
