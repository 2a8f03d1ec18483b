import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import type { SubscribeBody } from '@dundun/contracts';
import { OptinNeedsEmailError, OptinNeedsSenderError } from '@dundun/domain';
import type { List } from '@dundun/lists';
import type { UserValues } from '@dundun/people';
import { Replayed } from '@dundun/platform/database';
import { aWorkspace, useDatabase } from '@dundun/testing';
import { actionsOn } from '../testing-actions.js';
import {
  anOrigin,
  aProcess,
  aStage,
  callerOf,
  confirmationMails,
  entities,
  standings,
  subscriberCount,
  type Stage,
} from '../testing.js';
import type { CommandResult, UserCommand } from './commands.js';

const db = useDatabase(entities, { PUBLIC_URL: 'https://go.example' });
let process: INestApplicationContext;
let stage: Stage;
const { join, put, write, confirm, personOf } = actionsOn(() => stage);

beforeAll(async () => {
  process = await aProcess(db.config);
});
afterAll(() => process.close());
beforeEach(async () => {
  stage = await aStage(process);
});

/** Makes a user call with the key alone, under strict public keys. */
const writeByKey = (uid: string | null, fields: UserValues, joins: List[]) =>
  write(uid, fields, {
    level: 'key',
    isStrict: true,
    joins: joins.map(({ id }) => id),
  } satisfies Partial<UserCommand> & {
    level: 'key';
  });

/** Joins with the key alone, under strict public keys. */
async function joinByKey(list: List, body: SubscribeBody): Promise<CommandResult> {
  const caller = callerOf(stage.workspaceId, 'key', true);
  const joined = await stage.memberships.join(caller, list.id, body, anOrigin);
  if (joined instanceof Replayed) throw new Error('replayed');
  return joined;
}

interface Row extends Record<string, unknown> {
  action: string;
  method: string;
  ip: string | null;
}
async function ledger(uid: string): Promise<Row[]> {
  const { id } = await personOf(uid);
  return stage.database.query<Row>(
    'SELECT action, method, address, ip, user_agent, request_id FROM consents WHERE workspace_id = $1 AND person_id = $2 ORDER BY at, id',
    [stage.workspaceId, id],
  );
}

describe('a join with the key alone, under strict public keys', () => {
  it('is pending and asks for a confirmation, whatever the list says', async () => {
    const { uid } = await writeByKey('u1', { email: 'ada@example.com' }, [stage.plain, stage.optin]);
    expect(await standings(stage, stage.plain)).toEqual({ [uid]: 'pending' });
    expect(await standings(stage, stage.optin)).toEqual({ [uid]: 'pending' });
    expect(await subscriberCount(stage, stage.plain)).toBe(1);
    const subjects = (await confirmationMails(stage)).map(({ subject }) => subject);
    expect(subjects.sort()).toEqual([
      'Please confirm your subscription to Optin <news>',
      'Please confirm your subscription to Plain news',
    ]);
  });

  it('leaves no row in the consent ledger until the mailbox confirms, then both steps', async () => {
    const { uid } = await writeByKey('u1', { email: 'ada@example.com' }, [stage.plain]);
    expect(await ledger(uid)).toEqual([]);
    const [mail] = await confirmationMails(stage);
    const reader = { ip: '198.51.100.1', userAgent: 'Firefox', requestId: 'req_2' };
    await stage.memberships.confirm(mail?.token ?? '', 'the text', reader);
    const address = 'ada@example.com';
    expect(await ledger(uid)).toEqual([
      {
        action: 'requested',
        method: 'api_key',
        address,
        ip: '192.0.2.7',
        user_agent: 'curl/8',
        request_id: 'req_test',
      },
      {
        action: 'confirmed',
        method: 'confirm_page',
        address,
        ip: '198.51.100.1',
        user_agent: 'Firefox',
        request_id: 'req_2',
      },
    ]);
    expect(await standings(stage, stage.plain)).toEqual({ [uid]: 'subscribed' });
  });

  it('asks a person whose email came in an earlier call', async () => {
    await writeByKey('u1', { email: 'ada@example.com' }, []);
    await writeByKey('u1', {}, [stage.plain]);
    expect(await standings(stage, stage.plain)).toEqual({ u1: 'pending' });
    expect(await confirmationMails(stage)).toHaveLength(1);
    expect(await ledger('u1')).toEqual([]);
  });

  it('stays pending for a person without an address, who may get one in a later call', async () => {
    await writeByKey('u1', {}, [stage.plain]);
    await writeByKey('u1', { email: 'ada@example.com' }, []);
    expect(await standings(stage, stage.plain)).toEqual({ u1: 'pending' });
    expect(await ledger('u1')).toEqual([]);
  });

  it('is pending, without a mail, for a person who is found by number and has an email', async () => {
    const { uid } = await join(stage.optin, { email: 'ada@example.com', number: '2340000001' });
    for (let time = 0; time < 2; time++) await joinByKey(stage.plain, { number: '2340000001' });
    expect(await standings(stage, stage.plain)).toEqual({ [uid]: 'pending' });
    expect(await confirmationMails(stage)).toHaveLength(1);
    expect((await ledger(uid)).map(({ action, method }) => [action, method])).toEqual([['requested', 'api']]);
  });

  it('subscribes a number without an email', async () => {
    const { uid } = await joinByKey(stage.plain, { number: '2340000001' });
    await writeByKey('u2', { number: '2340000002' }, [stage.plain]);
    expect(await standings(stage, stage.plain)).toEqual({ [uid]: 'subscribed', u2: 'subscribed' });
    await expect(joinByKey(stage.optin, { number: '2340000001' })).rejects.toThrow(OptinNeedsEmailError);
  });

  it('leaves people alone who are subscribed or have left', async () => {
    const { uid: ada } = await join(stage.plain, { email: 'ada@example.com' });
    const { uid: bob } = await join(stage.plain, { email: 'bob@example.com' });
    await put(stage.plain, bob, false);
    await writeByKey(ada, {}, [stage.plain]);
    await writeByKey(bob, {}, [stage.plain]);
    expect(await standings(stage, stage.plain)).toEqual({ [ada]: 'subscribed', [bob]: 'unsubscribed' });
    expect(await confirmationMails(stage)).toEqual([]);
  });

  it('does not ask in the name of an email that belongs to another person', async () => {
    const { uid: ada } = await join(stage.optin, { email: 'ada@example.com' });
    await writeByKey('u2', { email: 'ada@example.com', number: '2340000002' }, [stage.plain]);
    expect(await standings(stage, stage.plain)).toEqual({ u2: 'pending' });
    expect(await standings(stage, stage.optin)).toEqual({ [ada]: 'pending' });
    expect(await confirmationMails(stage)).toHaveLength(1);
  });

  it('is refused while the workspace cannot send mail', async () => {
    const workspaceId = await aWorkspace(stage.database);
    const { list } = await stage.lists.create(workspaceId, { title: 'Mute' });
    stage = { ...stage, workspaceId, plain: list };
    await expect(writeByKey('u1', { email: 'ada@example.com' }, [list])).rejects.toThrow(OptinNeedsSenderError);
    await writeByKey('u1', { number: '2340000001' }, [list]);
    expect(await standings(stage, list)).toEqual({ u1: 'subscribed' });
  });

  it('mails the texts that were set with the secret', async () => {
    const { workspaceId, plain } = stage;
    await stage.lists.update(workspaceId, plain.id, { title: 'Verify your bank account', description: 'Now' }, 'key');
    await writeByKey('u1', { email: 'ada@example.com' }, [plain]);
    const [mail] = await confirmationMails(stage);
    expect(mail?.subject).toBe('Please confirm your subscription to Plain news');
    expect(JSON.stringify(mail)).not.toMatch(/bank|Now/);
    await confirm(mail?.token ?? '');
  });
});
