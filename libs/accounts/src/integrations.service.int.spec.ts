import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { InvalidInputError } from '@dundun/domain';
import { CannotOpenError, Seal } from '@dundun/platform/config';
import { aWorkspace, useDatabase } from '@dundun/testing';
import { accountsEntities } from './accounts.entities.js';
import { INBOX, Integrations } from './integrations.service.js';

const KEY = 'ab'.repeat(32);
const NEXT_KEY = 'cd'.repeat(32);
const TWILIO = { accountSid: 'AC0123456789', authToken: 'canary-4711' };

const db = useDatabase(accountsEntities);
let integrations: Integrations;
let workspaceId: number;

beforeAll(() => {
  integrations = new Integrations(db.database, new Seal([KEY]));
});
beforeEach(async () => {
  workspaceId = await aWorkspace(db.database);
});

describe('an SMS integration', () => {
  it('is found by its source, with its settings opened', async () => {
    const { id } = await integrations.connectSms(workspaceId, 'twilio', TWILIO, ['DUNDUN', '+15550100']);
    expect(await integrations.smsBySource(workspaceId, 'twilio')).toEqual({
      id,
      provider: 'twilio',
      settings: TWILIO,
      senderIds: ['DUNDUN', '+15550100'],
    });
    expect(await integrations.smsBySource(workspaceId, 'termii')).toBeNull();
    expect(await integrations.smsBySource(await aWorkspace(db.database), 'twilio')).toBeNull();
  });

  it('keeps its secrets sealed in the database, and out of what is listed', async () => {
    await integrations.connectSms(workspaceId, 'twilio', TWILIO, ['DUNDUN']);
    const rows = await db.database.query('SELECT to_jsonb(integrations)::text AS text FROM integrations');
    const listed = JSON.stringify(await integrations.list(workspaceId));
    expect(JSON.stringify(rows) + listed).not.toContain('canary-4711');
    expect(listed).toContain(TWILIO.accountSid);
    expect(listed).not.toContain('sealed');
  });

  it('is not opened by a process with another key, and does not trouble its neighbours', async () => {
    await integrations.connectSms(workspaceId, 'twilio', TWILIO, ['DUNDUN']);
    await integrations.connectInbox(workspaceId, 'termii', ['DUNDUN']);
    const stranger = new Integrations(db.database, new Seal([NEXT_KEY]));
    const [twilio, termii] = await Promise.allSettled([
      stranger.smsBySource(workspaceId, 'twilio'),
      stranger.smsBySource(workspaceId, 'termii'),
    ]);
    expect(twilio).toMatchObject({ status: 'rejected', reason: expect.any(CannotOpenError) });
    expect(termii).toMatchObject({
      status: 'fulfilled',
      value: { provider: INBOX, settings: {}, senderIds: ['DUNDUN'] },
    });
  });

  it('passes to the next SECRET_KEY', async () => {
    await db.database.execute('DELETE FROM integrations');
    await integrations.connectSms(workspaceId, 'twilio', TWILIO, ['DUNDUN']);
    expect(await new Integrations(db.database, new Seal([NEXT_KEY, KEY])).rotate()).toBe(1);
    const alone = new Integrations(db.database, new Seal([NEXT_KEY]));
    expect(await alone.smsBySource(workspaceId, 'twilio')).toMatchObject({ settings: TWILIO });
    await expect(integrations.rotate()).rejects.toThrow(CannotOpenError);
  });

  it('is one per source', async () => {
    await integrations.connectInbox(workspaceId, 'at', ['DUNDUN']);
    await expect(integrations.connectInbox(workspaceId, 'at', ['DUNDUN'])).rejects.toThrow(
      'source has an integration already: at.',
    );
  });

  it.each([
    ['a wrong value', { ...TWILIO, accountSid: 'SK1' }, 'settings.accountSid'],
    ['a missing value', { accountSid: 'AC0123456789' }, 'settings.authToken'],
    ['a name of no setting, which nothing would seal', { ...TWILIO, auth_token: 'x' }, 'settings.auth_token'],
    ['no object', 'AC0123456789', 'settings'],
  ])('is refused for settings with %s', async (_, settings, field) => {
    const refused = integrations.connectSms(workspaceId, 'twilio', settings, ['DUNDUN']);
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
