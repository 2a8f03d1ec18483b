import type { INestApplicationContext } from '@nestjs/common';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ListSuppressions, ReportedDepartures } from '@dundun/messaging';
import { useDatabase } from '@dundun/testing';
import { v7 } from 'uuid';
import { DepartureTimer } from './departure.timer.js';
import { Departures } from './departures.service.js';
import { actionsOn } from './testing-actions.js';
import { aProcess, aStage, entities, faultsOf, quiet, standings, subscriberCount, type Stage } from './testing.js';

const ADA = 'ada@example.com';
const NOBODY = 'nobody@example.com';

describe('who left a list at a provider', () => {
  const db = useDatabase(entities);
  let process: INestApplicationContext;
  let stage: Stage;
  let reported: ReportedDepartures;
  let timer: DepartureTimer;
  const { join, put } = actionsOn(() => stage);

  beforeAll(async () => {
    process = await aProcess(db.config);
    reported = process.get(ReportedDepartures, { strict: false });
    timer = new DepartureTimer(reported, process.get(Departures), quiet);
  });
  beforeEach(async () => {
    stage = await aStage(process);
  });
  afterAll(() => process?.close());

  /** As a delivery report does, in its transaction. */
  const report = async (address: string, listId = stage.plain.id) => {
    const reader = { workspaceId: stage.workspaceId, listId, address };
    await reported.add(reader);
    await process.get(ListSuppressions, { strict: false }).add([reader]);
  };
  const ledger = () =>
    db.database.query<{ action: string; method: string; address: string }>(
      'SELECT action, method, address, person_id IS NULL AS is_nobody, ip FROM consents WHERE workspace_id = $1 ORDER BY at, id',
      [stage.workspaceId],
    );
  const left = (address: string, is_nobody: boolean) => ({
    action: 'unsubscribed',
    method: 'provider',
    address,
    is_nobody,
    ip: null,
  });

  it('is unsubscribed here, once, and stands in the ledger', async () => {
    const { uid } = await join(stage.plain, { email: ADA });
    await report(ADA.toUpperCase());
    await Promise.all([timer.run(), timer.run()]);
    await timer.run();
    expect(await standings(stage, stage.plain)).toEqual({ [uid]: 'unsubscribed' });
    expect(await subscriberCount(stage, stage.plain)).toBe(0);
    expect((await ledger()).slice(1)).toEqual([left(ADA, false)]);
    expect(await faultsOf(stage)).toEqual([]);
  });

  it('may come back, and leave again', async () => {
    const { uid } = await join(stage.plain, { email: ADA });
    for (const round of [1, 2]) {
      await report(ADA);
      await timer.run();
      expect(await standings(stage, stage.plain)).toEqual({ [uid]: 'unsubscribed' });
      if (round === 1) await put(stage.plain, uid, true);
    }
    expect(await faultsOf(stage)).toEqual([]);
  });

  it('stays on it by an opt-in that is newer than the report', async () => {
    const { uid } = await join(stage.plain, { email: ADA });
    await put(stage.plain, uid, false);
    await report(ADA);
    await put(stage.plain, uid, true);
    await timer.run();
    expect(await standings(stage, stage.plain)).toEqual({ [uid]: 'subscribed' });
    expect(await db.database.query('SELECT FROM reported_departures')).toEqual([]);
    expect(await faultsOf(stage)).toEqual([]);
  });

  it('stands in the ledger once, however many work on it, and a newer report is not lost with an older', async () => {
    await report(NOBODY);
    const [departure] = await reported.claim(1);
    const departures = process.get(Departures);
    await departures.record(departure!, { method: 'provider' });
    await departures.record(departure!, { method: 'provider' });
    expect(await ledger()).toEqual([left(NOBODY, true)]);
    await report(NOBODY);
    await departures.record(departure!, { method: 'provider' });
    const [newer] = await reported.claim(1);
    expect(await reported.done(newer!)).toBe(true);
  });

  it('stands in the ledger when the address is nobody’s', async () => {
    await report(NOBODY);
    await timer.run();
    expect(await ledger()).toEqual([left(NOBODY, true)]);
  });

  it('is forgotten with the list', async () => {
    await reported.add({ workspaceId: stage.workspaceId, listId: v7(), address: ADA });
    await join(stage.plain, { email: ADA });
    await timer.run();
    expect(await db.database.query('SELECT FROM reported_departures')).toEqual([]);
  });
});
