import type { INestApplicationContext } from '@nestjs/common';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ListSuppressions, ReportedConsents, ReportedOptOuts, type SaidConsent } from '@dundun/messaging';
import { useDatabase } from '@dundun/testing';
import { v7 } from 'uuid';
import { ConsentIntake } from '../consents/consent-intake.service.js';
import { OptOutTimer } from './opt-out.timer.js';
import { OptOuts } from './opt-outs.service.js';
import { actionsOn } from '../testing-actions.js';
import { aProcess, aStage, entities, faultsOf, quiet, standings, subscriberCount, type Stage } from '../testing.js';

const ADA = 'ada@example.com';
const NOBODY = 'nobody@example.com';

describe('an opt-out that a provider reported', () => {
  const db = useDatabase(entities);
  let process: INestApplicationContext;
  let stage: Stage;
  let reported: ReportedOptOuts;
  let timer: OptOutTimer;
  const { join, put } = actionsOn(() => stage);

  beforeAll(async () => {
    process = await aProcess(db.config);
    reported = process.get(ReportedOptOuts, { strict: false });
    timer = new OptOutTimer(reported, process.get(OptOuts), process.get(ConsentIntake), quiet);
  });
  beforeEach(async () => {
    stage = await aStage(process);
  });
  afterAll(() => process?.close());

  /** Makes it due a second ago: the server's clock may step back by a few milliseconds. */
  const haveBeenReported = () =>
    db.database.execute(
      `UPDATE reported_departures SET due_at = due_at - interval '1 second', reported_at = reported_at - interval '1 second'
       WHERE due_at <= now() + interval '1 second'`,
    );
  /** Reports like a delivery report, in its transaction: a second after earlier events, and one before later ones. */
  const report = async (address: string, listId = stage.plain.id) => {
    const reader = { workspaceId: stage.workspaceId, listId, address };
    await db.database.execute(
      `UPDATE memberships SET changed_at = changed_at - interval '2 seconds' WHERE workspace_id = $1`,
      [stage.workspaceId],
    );
    await reported.add(reader);
    await haveBeenReported();
    await process.get(ListSuppressions, { strict: false }).add([reader]);
  };
  const ledger = () =>
    db.database.query<{ action: string; method: string; address: string }>(
      'SELECT action, method, address, person_id IS NULL AS is_nobody, ip FROM consents WHERE workspace_id = $1 ORDER BY id',
      [stage.workspaceId],
    );
  const left = (address: string, is_nobody: boolean) => ({
    action: 'unsubscribed',
    method: 'provider',
    address,
    is_nobody,
    ip: null,
  });

  it('unsubscribes the person once and is in the ledger', async () => {
    const { uid } = await join(stage.plain, { email: ADA });
    await report(ADA.toUpperCase());
    await Promise.all([timer.round(), timer.round()]);
    await timer.round();
    expect(await standings(stage, stage.plain)).toEqual({ [uid]: 'unsubscribed' });
    expect(await subscriberCount(stage, stage.plain)).toBe(0);
    expect((await ledger()).slice(1)).toEqual([left(ADA, false)]);
    expect(await faultsOf(stage)).toEqual([]);
  });

  it('allows the person to resubscribe and leave again', async () => {
    const { uid } = await join(stage.plain, { email: ADA });
    for (const round of [1, 2]) {
      await report(ADA);
      await timer.round();
      expect(await standings(stage, stage.plain)).toEqual({ [uid]: 'unsubscribed' });
      if (round === 1) await put(stage.plain, uid, true);
    }
    expect(await faultsOf(stage)).toEqual([]);
  });

  it('is ignored after a newer opt-in', async () => {
    const { uid } = await join(stage.plain, { email: ADA });
    await put(stage.plain, uid, false);
    await report(ADA);
    await put(stage.plain, uid, true);
    await timer.round();
    expect(await standings(stage, stage.plain)).toEqual({ [uid]: 'subscribed' });
    expect(await db.database.query('SELECT FROM reported_departures')).toEqual([]);
    expect(await faultsOf(stage)).toEqual([]);
  });

  it('is recorded once under concurrent work, and does not hide a newer report', async () => {
    await report(NOBODY);
    await db.database.execute(`UPDATE reported_departures SET reported_at = reported_at - interval '1 minute'`);
    const [optOut] = await reported.claim(1);
    const optOuts = process.get(OptOuts);
    await optOuts.record(optOut!, { method: 'provider' });
    await optOuts.record(optOut!, { method: 'provider' });
    expect(await ledger()).toEqual([left(NOBODY, true)]);
    await report(NOBODY);
    await optOuts.record(optOut!, { method: 'provider' });
    const [newer] = await reported.claim(1);
    expect(await reported.done(newer!)).toBe(true);
  });

  it('is recorded for an unknown address', async () => {
    await report(NOBODY);
    await timer.round();
    expect(await ledger()).toEqual([left(NOBODY, true)]);
  });

  describe('a statement about all messages', () => {
    const NUMBER = '2348012345678';
    const at = (minute: number) => new Date(Date.UTC(2026, 0, 2, 10, minute));
    const say = (over: Partial<SaidConsent> = {}) =>
      process.get(ReportedConsents, { strict: false }).add({
        ...{ workspaceId: stage.workspaceId, address: NUMBER, action: 'unsubscribed', method: 'sms', textSaid: 'STOP' },
        ...{ saidAt: at(0), ...over },
      });
    const said = () =>
      db.database.query<Record<string, unknown>>(
        `SELECT c.action, c.method, c.address, c.list_id, c.text_said, c.text_shown, c.at, p.uid FROM consents c
         LEFT JOIN people p ON p.workspace_id = c.workspace_id AND p.id = c.person_id
         WHERE c.workspace_id = $1 ORDER BY c.at, c.id`,
        [stage.workspaceId],
      );
    const waiting = () =>
      db.database.query('SELECT FROM reported_consents WHERE workspace_id = $1', [stage.workspaceId]);
    const stop = { action: 'unsubscribed', method: 'sms', address: NUMBER, list_id: null, text_said: 'STOP', text_shown: null, at: at(0), uid: null }; // prettier-ignore

    it('is recorded once under concurrent timers, with its own time', async () => {
      for (let count = 0; count < 250; count++) await say();
      const other = new OptOutTimer(reported, process.get(OptOuts), process.get(ConsentIntake), quiet);
      await Promise.all([timer.round(), other.round(), timer.round(), other.round()]);
      await timer.round();
      expect(await said()).toEqual(Array(250).fill(stop));
      expect(await waiting()).toEqual([]);
    });

    it('belongs to the person with the number or address in any spelling, START after STOP', async () => {
      const { uid } = await join(stage.plain, { number: NUMBER, email: 'Ada@Bücher.example' });
      await say();
      await say({ action: 'resumed', textSaid: 'Start', saidAt: at(5) });
      await say({ address: 'ada@xn--bcher-kva.example', method: 'provider', textSaid: undefined, saidAt: at(9) });
      await timer.round();
      const mail = { address: 'ada@xn--bcher-kva.example', method: 'provider', text_said: null, at: at(9) };
      expect((await said()).slice(0, 3)).toEqual([
        { ...stop, uid },
        { ...stop, uid, action: 'resumed', text_said: 'Start', at: at(5) },
        { ...stop, ...mail, uid },
      ]);
    });

    it('belongs to no person when the number was released', async () => {
      const { uid } = await join(stage.plain, { number: NUMBER, email: ADA });
      await join(stage.plain, { email: ADA, number: '2348099999999' });
      await db.database.execute(
        `INSERT INTO person_keys (workspace_id, kind, value, person_id)
         SELECT workspace_id, 'number', $2, id FROM people WHERE workspace_id = $1 AND uid = $3 ON CONFLICT DO NOTHING`,
        [stage.workspaceId, NUMBER, uid],
      );
      await say();
      await timer.round();
      expect((await said())[0]).toEqual(stop);
    });

    it('waits while its person is being removed, and others do not', async () => {
      const { uid } = await join(stage.plain, { number: NUMBER });
      await say();
      await say({ address: '2348077777777' });
      await db.database.transaction(async () => {
        await db.database.query('SELECT FROM people WHERE workspace_id = $1 AND uid = $2 FOR UPDATE', [
          stage.workspaceId,
          uid,
        ]);
        await timer.round();
        expect(await waiting()).toHaveLength(1);
      });
      await timer.round();
      const rows = (await said()).filter(({ list_id }) => list_id === null);
      expect(rows.map((row) => [row.address, row.uid]).sort()).toEqual([
        [NUMBER, uid],
        ['2348077777777', null],
      ]);
    });

    it('appears in the feed in the order of the statements', async () => {
      const actions = Array.from({ length: 20 }, (_, index) => (index % 2 ? 'resumed' : 'unsubscribed'));
      for (const action of actions) await say({ action: action as 'resumed' });
      await timer.round();
      const entries = await db.database.query<{ type: string }>(
        'SELECT type FROM feed_entries WHERE workspace_id = $1 AND data->>$2 IS NULL ORDER BY xid, id',
        [stage.workspaceId, 'list_id'],
      );
      const types = entries.map(({ type }) => type).filter((type) => type.startsWith('subscriber.'));
      expect(types).toEqual(actions.map((action) => `subscriber.${action}`));
    });

    it('appears in the feed without a list', async () => {
      const { uid } = await join(stage.plain, { number: NUMBER });
      await say({ action: 'resumed' });
      await timer.round();
      const entries = await db.database.query(
        `SELECT data FROM feed_entries WHERE workspace_id = $1 AND type = 'subscriber.resumed'`,
        [stage.workspaceId],
      );
      const data = { list_id: null, uid, address: NUMBER, method: 'sms', channels: ['sms'], message_id: null, at: at(0).toISOString() }; // prettier-ignore
      expect(entries).toEqual([{ data }]);
    });
  });

  it('is dropped with the list', async () => {
    await reported.add({ workspaceId: stage.workspaceId, listId: v7(), address: ADA });
    await haveBeenReported();
    await join(stage.plain, { email: ADA });
    await timer.round();
    expect(await db.database.query('SELECT FROM reported_departures')).toEqual([]);
  });
});
