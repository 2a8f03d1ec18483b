import { beforeAll, describe, expect, it } from '@jest/globals';
import { accountsEntities } from '@dundun/accounts';
import type { Database } from '@dundun/platform/database';
import { aWorkspace, useDatabase } from '@dundun/testing';
import { randomFrom, repetitions, SEED } from '@dundun/testing/repetitions';
import { v7 } from 'uuid';
import { Attempts } from './attempts.repository.js';
import { LaneClaims } from './lane-claims.repository.js';
import { ListSuppressions } from '../suppressions/list-suppressions.repository.js';
import type { ClaimedMessage } from '../message/message.js';
import { aMessage, aRecipient, queued } from '../testing.js';

const RACES = repetitions(200, 3_000);
const EACH_ORDER = RACES / 5;
const SPREAD_MS = 3;
/** How far the head start moves after each race against its winner, so that both orders occur on any machine. */
const STEP_MS = 0.3;

const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('a race between leaving a list and sending to it', () => {
  const db = useDatabase(accountsEntities);
  let [workspace, list] = [0, ''];
  let reader: Database;

  beforeAll(async () => {
    reader = await db.another();
    workspace = await aWorkspace(db.database);
    list = v7();
    await db.database.execute('INSERT INTO lists (workspace_id, id, title) VALUES ($1, $2, $3)', [
      workspace,
      list,
      'News',
    ]);
  });

  const claimed = async (count: number): Promise<ClaimedMessage[]> => {
    const recipients = () => [aRecipient(`${v7()}@example.com`)];
    const messages = Array.from({ length: count }, () =>
      aMessage(workspace, { lane: 'bulk', list_id: list, recipients: recipients() }),
    );
    await queued(db.database, ...messages);
    return new LaneClaims(db.database).claim('email', 'bulk', workspace, count);
  };
  const attemptsOf = async ({ id }: ClaimedMessage) =>
    (await reader.query('SELECT FROM attempts WHERE message_id = $1', [id])).length;

  /** @returns how many attempts its last statement saw; attempts that commit later are not among them */
  const leave = (message: ClaimedMessage, pause: number) =>
    reader.transaction(async () => {
      const address = message.recipients[0]?.address ?? '';
      await new ListSuppressions(reader).add([{ workspaceId: workspace, listId: list, address }]);
      await after(pause);
      return attemptsOf(message);
    });

  it(`starts no attempt after the unsubscribe has committed, in ${RACES} races`, async () => {
    const random = randomFrom(SEED);
    const attempts = new Attempts(db.database);
    const orders = { sent: 0, left: 0 };
    // A transaction takes longer than a statement.
    let headStart = 1;
    for (const message of await claimed(RACES)) {
      const [start, end, pause] = [random() * SPREAD_MS, random() * SPREAD_MS, random() * SPREAD_MS];
      const [started, known] = await Promise.all([
        after(start + Math.max(headStart, 0)).then(() => attempts.start(message, 'smtp', null)),
        after(end + Math.max(-headStart, 0)).then(() => leave(message, pause)),
      ]);
      expect(started.kind).toBe(known === 1 ? 'started' : 'suppressed');
      expect(await attemptsOf(message)).toBe(known);
      orders[known === 1 ? 'sent' : 'left'] += 1;
      headStart += known === 1 ? STEP_MS : -STEP_MS;
    }
    expect(Math.min(orders.sent, orders.left)).toBeGreaterThanOrEqual(EACH_ORDER);
  }, 300_000);

  it('does not deadlock when many leave while their mail starts in groups', async () => {
    const messages = await claimed(400);
    const processes = [new Attempts(db.database), new Attempts(reader)];
    const suppressions = [new ListSuppressions(db.database), new ListSuppressions(await db.another())];
    const leaving = Array.from({ length: 40 }, (_, index) =>
      (suppressions[index % 2] as ListSuppressions).add(
        messages.slice(index * 10, index * 10 + 10).map(({ recipients }) => ({
          workspaceId: workspace,
          listId: list,
          address: recipients[0]?.address.toUpperCase() ?? '',
        })),
      ),
    );
    const started = await Promise.all([
      ...messages.map((message, index) => (processes[index % 2] as Attempts).start(message, 'smtp', null)),
    ]);
    await Promise.all(leaving);
    expect(new Set(started.map(({ kind }) => kind)).has('lost')).toBe(false);
    const again = await Promise.all(messages.map((message) => (processes[0] as Attempts).start(message, 'smtp', null)));
    expect(again.every((one) => one?.kind === 'suppressed')).toBe(true);
  });
});
