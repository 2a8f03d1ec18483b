import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { ReportedConsents } from '@dundun/messaging';
import { ConsentIntake } from '@dundun/subscribers';
import { useDatabase } from '@dundun/testing';
import { EraseUsers } from './erase.service.js';
import { aProcess, aStage, entities } from '../testing-jobs.js';
import { UserJobRunsModule } from '../user-job-runs.module.js';

const db = useDatabase(entities);
let process: INestApplicationContext;

beforeAll(async () => {
  process = await aProcess(db.config, UserJobRunsModule);
});
afterAll(() => process?.close());

it('keeps the SMS texts of an erased person but not who it was, even before they are in the ledger', async () => {
  const stage = await aStage(process);
  const tableOf = (table: string, columns = '*') =>
    stage.rows(`SELECT ${columns} FROM ${table} WHERE workspace_id = $1`);
  await stage.person({ uid: 'ada', email: 'ada@example.com', number: '2340000001' });
  await stage.person({ uid: 'grace', email: 'ada@example.com' });
  const consents = stage.of(ReportedConsents);
  const { workspaceId } = stage;
  const stop = { workspaceId, action: 'unsubscribed', method: 'sms', textSaid: 'Stop', saidAt: null } as const;
  await consents.add({ ...stop, address: '2340000001' });
  await stage.of(ConsentIntake).run();
  for (const address of ['2340000001', '2340000002', 'ada@example.com']) await consents.add({ ...stop, address });
  await stage.of(EraseUsers).erase(workspaceId, 'ada', 'req_1');
  await stage.of(ConsentIntake).run();
  const kept = await tableOf('consents', 'action, address, text_said, list_id');
  const nobody = { action: 'unsubscribed', address: null, text_said: null, list_id: null };
  expect(kept).toHaveLength(4);
  expect(kept).toEqual(
    expect.arrayContaining([
      nobody,
      { ...nobody, address: '2340000002', text_said: 'Stop' },
      // Another person has this address too, and may be the sender.
      { ...nobody, address: 'ada@example.com', text_said: 'Stop' },
    ]),
  );
  expect(kept.filter(({ address }) => address === null)).toEqual([nobody, nobody]);
  expect(await tableOf('reported_consents')).toEqual([]);
});
