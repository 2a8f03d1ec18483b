import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { Workspaces } from '@dundun/accounts';
import type { List } from '@dundun/lists';
import { useDatabase } from '@dundun/testing';
import { aUserCommand } from '../testing-actions.js';
import { anOrigin, aProcess, aStage, callerOf, confirmationMails, entities, type Stage } from '../testing.js';
import { ConfirmationBudgets } from './confirmation-budgets.repository.js';
import { UserWrites } from './user-writes.service.js';

const db = useDatabase(entities, { PUBLIC_URL: 'https://go.example' });
let processes: INestApplicationContext[];
let stage: Stage;

beforeAll(async () => {
  processes = [await aProcess(db.config), await aProcess(db.config)];
});
afterAll(() => Promise.all((processes ?? []).map((process) => process.close())));
const first = () => processes[0] as INestApplicationContext;
beforeEach(async () => {
  stage = await aStage(first());
});

const limit = (budgets: { networkBudget?: number; listBudget?: number; workspaceBudget?: number }) =>
  first().get(Workspaces, { strict: false }).update(stage.workspaceId, budgets);
const refused = () => first().get(ConfirmationBudgets).refusing(stage.workspaceId, 50);

/** Joins by email with the key alone. */
function joinByKey(email: string, list: List = stage.plain, ip = anOrigin.ip, process = first()) {
  const evidence = { ...anOrigin, ip, method: 'api_key' as const };
  const more = { isStrict: true, joins: [list.id], evidence };
  return process.get(UserWrites).write(aUserCommand(stage.workspaceId, email, { email }, 'key', more));
}
const joinBySecret = (email: string) =>
  stage.memberships.join(callerOf(stage.workspaceId), stage.optin.id, { email }, anOrigin);
const some = (count: number, name = 'p') => Array.from({ length: count }, (_, index) => `${name}${index}@example.com`);
const mails = async () => (await confirmationMails(stage)).length;

describe('the budgets of confirmation mail', () => {
  it('are 20 an hour for a network, 300 for a list, 1,000 for a workspace and 3 a day for a mailbox', async () => {
    expect(await first().get(Workspaces, { strict: false }).find(stage.workspaceId)).toMatchObject({
      networkBudget: 20,
      listBudget: 300,
      workspaceBudget: 1_000,
      mailboxBudget: 3,
    });
  });

  it('hold a network of joins with the key alone, by /24 and /48, and answer as before', async () => {
    await limit({ networkBudget: 2 });
    for (const [index, ip] of ['192.0.2.1', '192.0.2.200', '::ffff:192.0.2.3', '192.0.3.1'].entries())
      expect(await joinByKey(`v4-${index}@example.com`, stage.plain, ip)).toMatchObject({
        uid: `v4-${index}@example.com`,
      });
    expect(await mails()).toBe(3);
    for (const [index, ip] of ['2001:db8:1::1', '2001:db8:1:ffff::1', '2001:db8:1:2::3', '2001:db8:2::1'].entries())
      await joinByKey(`v6-${index}@example.com`, stage.plain, ip);
    expect(await mails()).toBe(6);
    expect(await refused()).toEqual([
      expect.objectContaining({ budget: 'network', name: '2001:db8:1::/48', refused: 1 }),
      expect.objectContaining({ budget: 'network', name: '192.0.2.0/24', refused: 1 }),
    ]);
    const stored = 'SELECT sent, count(*)::int FROM confirmations WHERE workspace_id = $1 GROUP BY 1 ORDER BY 1';
    expect(await stage.database.query(stored, [stage.workspaceId])).toEqual([
      { sent: false, count: 2 },
      { sent: true, count: 6 },
    ]);
  });

  it('hold a list, and the workspace over all its lists', async () => {
    await limit({ listBudget: 2, workspaceBudget: 3 });
    for (const [index, email] of some(3).entries()) await joinByKey(email, stage.plain, `198.51.${index}.1`);
    expect(await mails()).toBe(2);
    for (const [index, email] of some(2, 'q').entries()) await joinByKey(email, stage.optin, `203.0.${index}.1`);
    expect(await mails()).toBe(3);
    expect(await refused()).toEqual([
      expect.objectContaining({ budget: 'workspace', refused: 1 }),
      expect.objectContaining({ budget: 'list', list_title: 'Plain news', refused: 1 }),
    ]);
  });

  it('hold hosted forms like joins with the key alone', async () => {
    await limit({ networkBudget: 1 });
    const evidence = { ...anOrigin, method: 'form' as const };
    const place = { workspaceId: stage.workspaceId, listId: stage.optin.id };
    for (const email of some(2)) await stage.memberships.joinByForm(place, { email }, evidence);
    await joinByKey('key@example.com');
    expect(await mails()).toBe(1);
    expect(await refused()).toMatchObject([{ budget: 'network', refused: 2 }]);
  });

  it('hold a backend with the secret by the mailbox alone', async () => {
    await limit({ networkBudget: 1, listBudget: 1, workspaceBudget: 1 });
    for (const email of some(5)) await joinBySecret(email);
    expect(await mails()).toBe(5);
    await joinByKey('key@example.com');
    expect(await mails()).toBe(6);
    for (const email of ['a.da@example.com', 'ADA+1@example.com', 'ada@example.com', 'a.d.a+x@example.com'])
      await joinBySecret(email);
    expect(await mails()).toBe(9);
    expect(await refused()).toMatchObject([{ budget: 'mailbox', refused: 1 }]);
    const names = `SELECT name FROM confirmation_budgets WHERE workspace_id = $1 AND budget = 'mailbox'`;
    expect(JSON.stringify(await stage.database.query(names, [stage.workspaceId]))).not.toMatch(/example|ada/i);
  });

  it('grant again when the hour is over', async () => {
    await limit({ networkBudget: 1 });
    for (const email of some(2)) await joinByKey(email);
    expect(await mails()).toBe(1);
    await stage.database.execute(
      `UPDATE confirmation_budgets SET used = jsonb_build_object(floor(extract(epoch FROM now()) / 300)::bigint - 13, 1)
       WHERE workspace_id = $1 AND budget = 'network'`,
      [stage.workspaceId],
    );
    await joinByKey('later@example.com');
    expect(await mails()).toBe(2);
  });

  it('are exact while two processes join at once', async () => {
    await limit({ networkBudget: 10 });
    const joins = some(60).map((email, index) => joinByKey(email, stage.plain, anOrigin.ip, processes[index % 2]));
    const sameMailbox = ['', '+1', '+2', '+3', '+4', '+5'].map((tag, index) =>
      joinByKey(`a.d.a${tag}@example.org`, stage.plain, `198.51.${index}.1`, processes[index % 2]),
    );
    await Promise.all([...joins, ...sameMailbox]);
    const sent = (await confirmationMails(stage)).map(({ to }) => to);
    expect(sent.filter((to) => to.endsWith('@example.com'))).toHaveLength(10);
    expect(sent.filter((to) => to.endsWith('@example.org'))).toHaveLength(3);
    expect((await refused()).map(({ budget, refused: count }) => [budget, count]).sort()).toEqual([
      ['mailbox', 3],
      ['network', 50],
    ]);
  });
});
