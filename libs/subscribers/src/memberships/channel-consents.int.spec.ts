import type { INestApplicationContext } from '@nestjs/common';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { SubscribeBody } from '@dundun/contracts';
import { InvalidInputError, type ConsentChannel } from '@dundun/domain';
import { useDatabase } from '@dundun/testing';
import { OptOuts } from '../opt-outs/opt-outs.service.js';
import { actionsOn } from '../testing-actions.js';
import { anOrigin, aProcess, aStage, callerOf, confirmationMails, entities, faultsOf, subscriberCount, type Stage } from '../testing.js'; // prettier-ignore

const ADA = 'ada@example.com';
const NUMBER = '2348012345678';

describe('consent to email and SMS of a list', () => {
  const db = useDatabase(entities);
  let process: INestApplicationContext;
  let stage: Stage;
  const { join, put, confirm, write, remove } = actionsOn(() => stage);

  beforeAll(async () => {
    process = await aProcess(db.config);
  });
  beforeEach(async () => {
    stage = await aStage(process);
  });
  afterAll(() => process?.close());

  /** Status, email and SMS of the only member, as SQL sees them. */
  const consents = async (list = stage.plain) => {
    const [row] = await stage.database.query<Record<'status' | 'email' | 'sms', string>>(
      `SELECT m.status, consent_status(m.status, m.email_consent, p.email) AS email,
         consent_status(m.status, m.sms_consent, p.number) AS sms
       FROM memberships m JOIN people p ON p.workspace_id = m.workspace_id AND p.id = m.person_id
       WHERE m.workspace_id = $1 AND m.list_id = $2`,
      [stage.workspaceId, list.id],
    );
    return row && `${row.status}: ${row.email}, ${row.sms}`;
  };
  const ledger = async () => {
    const rows = await stage.database.query<{ action: string; address: string; channels: string[] | null }>(
      'SELECT action, address, channels FROM consents WHERE workspace_id = $1 ORDER BY id',
      [stage.workspaceId],
    );
    return rows.map(({ action, address, channels }) => `${action} ${channels?.join('+')} ${address}`);
  };
  const left = async () => {
    const rows = await stage.database.query<{ address: string }>(
      'SELECT address FROM list_suppressions WHERE workspace_id = $1 ORDER BY 1',
      [stage.workspaceId],
    );
    return rows.map(({ address }) => address);
  };
  const set = (uid: string, subscribed: boolean, ...channels: ConsentChannel[]) =>
    stage.memberships.setSubscribed(callerOf(stage.workspaceId), stage.plain.id, uid, subscribed, anOrigin, channels.length > 0 ? channels : undefined); // prettier-ignore
  const mailReader = () => ({ workspaceId: stage.workspaceId, listId: stage.plain.id, address: ADA });
  const unsubscribeByMail = () => process.get(OptOuts).leave(mailReader(), { method: 'one_click' });

  /** Adds a member as an earlier release does. */
  const joinBefore = async (fields: { email?: string; number?: string }, status = 'subscribed') => {
    const { uid } = await join(stage.plain, fields);
    await stage.database.execute(
      'UPDATE memberships SET status = $2, email_consent = NULL, sms_consent = NULL WHERE workspace_id = $1',
      [stage.workspaceId, status],
    );
    return uid;
  };

  afterEach(async () => {
    expect(await faultsOf(stage)).toEqual([]);
  });

  it.each([
    ['an email', { email: ADA }, 'subscribed: subscribed, none', `subscribed email ${ADA}`],
    ['both addresses', { email: ADA, number: NUMBER }, 'subscribed: subscribed, none', `subscribed email ${ADA}`],
    ['a number', { number: NUMBER }, 'subscribed: none, subscribed', `subscribed sms ${NUMBER}`],
    [
      'both channels named',
      { email: ADA, number: NUMBER, channels: ['email', 'sms'] },
      'subscribed: subscribed, subscribed',
      `subscribed email+sms ${ADA}`,
    ],
    [
      'SMS named',
      { email: ADA, number: NUMBER, channels: ['sms'] },
      'subscribed: none, subscribed',
      `subscribed sms ${NUMBER}`,
    ],
  ] as [string, SubscribeBody, string, string][])('is given by a join with %s', async (_, body, states, entry) => {
    await join(stage.plain, body);
    expect(await consents()).toBe(states);
    expect(await ledger()).toEqual([entry]);
  });

  it('ends with subscribed=false, and subscribed=true restores what the addresses allow', async () => {
    const { uid } = await join(stage.plain, { email: ADA, number: NUMBER, channels: ['email', 'sms'] });
    expect(await put(stage.plain, uid, false)).toBe(false);
    expect(await left()).toEqual([NUMBER, ADA]);
    expect(await put(stage.plain, uid, true)).toBe(true);
    expect(await consents()).toBe('subscribed: subscribed, subscribed');
    expect(await left()).toEqual([]);
    expect((await ledger()).slice(1)).toEqual([`unsubscribed email+sms ${ADA}`, `subscribed email+sms ${ADA}`]);
  });

  it('of mail ends with the link in a mail; SMS goes on, and the person reads as subscribed', async () => {
    const { uid } = await join(stage.plain, { email: ADA, number: NUMBER, channels: ['email', 'sms'] });
    expect(await unsubscribeByMail()).toBe('subscribed');
    expect(await unsubscribeByMail()).toBe('unsubscribed');
    expect(await consents()).toBe('subscribed: unsubscribed, subscribed');
    expect(await left()).toEqual([ADA]);
    expect(await subscriberCount(stage, stage.plain)).toBe(1);
    expect(await set(uid, true)).toBe(true);
    expect(await consents()).toBe('subscribed: subscribed, subscribed');
    expect(await left()).toEqual([]);
    expect((await ledger()).slice(1)).toEqual([`unsubscribed email ${ADA}`, `subscribed email ${ADA}`]);
  });

  it('of mail, undone within a day, returns to its state before', async () => {
    await join(stage.plain, { email: ADA, number: NUMBER, channels: ['email', 'sms'] });
    const before = await unsubscribeByMail();
    await process.get(OptOuts).comeBack(mailReader(), before, { method: 'page' });
    expect(await consents()).toBe('subscribed: subscribed, subscribed');
    expect(await left()).toEqual([]);
  });

  it('ends on the one channel that a call names, and the last one ends the subscription', async () => {
    const { uid } = await join(stage.plain, { email: ADA, number: NUMBER, channels: ['email', 'sms'] });
    expect(await set(uid, false, 'sms')).toBe(true);
    expect(await left()).toEqual([NUMBER]);
    expect(await subscriberCount(stage, stage.plain)).toBe(1);
    expect(await set(uid, false, 'email')).toBe(false);
    expect(await subscriberCount(stage, stage.plain)).toBe(0);
    expect(await set(uid, true, 'sms')).toBe(true);
    expect(await consents()).toBe('subscribed: unsubscribed, subscribed');
    expect(await left()).toEqual([ADA]);
  });

  it('is refused for a channel without an address', async () => {
    const { uid } = await join(stage.plain, { email: ADA });
    await expect(set(uid, true, 'sms')).rejects.toThrow(InvalidInputError);
    expect(await set(uid, false, 'sms')).toBe(true);
  });

  it('is added to a member by a join on the other channel', async () => {
    await join(stage.plain, { number: NUMBER });
    await join(stage.plain, { email: ADA, number: NUMBER });
    expect(await consents()).toBe('subscribed: subscribed, subscribed');
    expect(await subscriberCount(stage, stage.plain)).toBe(1);
    expect(await ledger()).toEqual([`subscribed sms ${NUMBER}`, `subscribed email ${ADA}`]);
  });

  it('is not given back by the key alone, by another channel either', async () => {
    await join(stage.plain, { email: ADA, number: NUMBER });
    await unsubscribeByMail();
    expect(await join(stage.plain, { number: NUMBER }, 'key')).toMatchObject({ subscribed: false });
    expect(await consents()).toBe('unsubscribed: unsubscribed, none');
  });

  it('waits on both channels for one confirmation', async () => {
    await join(stage.optin, { email: ADA, number: NUMBER, channels: ['email', 'sms'] });
    expect(await consents(stage.optin)).toBe('pending: pending, pending');
    const [mail] = await confirmationMails(stage);
    await confirm(mail?.token ?? '');
    expect(await consents(stage.optin)).toBe('subscribed: subscribed, subscribed');
    expect(await ledger()).toEqual([`requested email+sms ${ADA}`, `confirmed email+sms ${ADA}`]);
  });

  it('of a member by SMS to mail of a double opt-in list waits for the confirmation', async () => {
    await stage.lists.update(stage.workspaceId, stage.optin.id, { double_optin: false });
    await join(stage.optin, { number: NUMBER });
    await stage.lists.update(stage.workspaceId, stage.optin.id, { double_optin: true });
    expect(await join(stage.optin, { email: ADA, number: NUMBER })).toMatchObject({ subscribed: true });
    expect(await consents(stage.optin)).toBe('subscribed: pending, subscribed');
    const [mail] = await confirmationMails(stage);
    await confirm(mail?.token ?? '');
    expect(await consents(stage.optin)).toBe('subscribed: subscribed, subscribed');
  });

  it('of a member of an earlier release is what the addresses allow', async () => {
    const uid = await joinBefore({ email: ADA, number: NUMBER });
    expect(await consents()).toBe('subscribed: subscribed, subscribed');
    await unsubscribeByMail();
    expect(await consents()).toBe('subscribed: unsubscribed, subscribed');
    await put(stage.plain, uid, false);
    await put(stage.plain, uid, true);
    expect(await consents()).toBe('subscribed: subscribed, subscribed');
  });

  it('is not touched by a call that changes nothing', async () => {
    const uid = await joinBefore({ email: ADA });
    const read = () => stage.database.query('SELECT * FROM memberships WHERE workspace_id = $1', [stage.workspaceId]);
    const before = await read();
    await put(stage.plain, uid, true);
    await join(stage.plain, { email: ADA });
    await write(uid, {}, { joins: [stage.plain.id] });
    expect(await read()).toEqual(before);
  });

  it('survives an earlier release that ends and restores the subscription', async () => {
    await join(stage.plain, { email: ADA, number: NUMBER });
    const status = (to: string) =>
      stage.database.execute('UPDATE memberships SET status = $2 WHERE workspace_id = $1', [stage.workspaceId, to]);
    await status('unsubscribed');
    expect(await consents()).toBe('unsubscribed: unsubscribed, none');
    await status('subscribed');
    expect(await consents()).toBe('subscribed: subscribed, none');
  });

  it('moves with the address: a new address of a channel that ended is suppressed, the other is not', async () => {
    const { uid } = await join(stage.plain, { email: ADA, number: NUMBER, channels: ['email', 'sms'] });
    await unsubscribeByMail();
    await write(uid, { email: 'grace@example.com', number: '2348099999999' });
    expect(await left()).toEqual([ADA, 'grace@example.com']);
  });

  it('is gone with the membership', async () => {
    const { uid } = await join(stage.plain, { email: ADA, number: NUMBER, channels: ['email', 'sms'] });
    await remove(stage.plain, uid);
    expect(await consents()).toBeUndefined();
    expect((await ledger()).at(-1)).toBe(`removed email+sms ${ADA}`);
  });
});
