import { beforeAll, describe, expect, it } from '@jest/globals';
import type { AuditedCall } from '@dundun/platform/http';
import { useDatabase } from '@dundun/testing';
import { accountsEntities } from '../accounts.entities.js';
import { aKey, aMember } from '../testing.js';
import { AuditLog } from './audit-log.repository.js';
import { Audit, fingerprint } from './audit.service.js';
import type { AuditTable } from './audited-thing.js';

const table: AuditTable = {
  things: [
    {
      thing: 'domain',
      paths: ['/console/domains'],
      table: 'sending_domains',
      columns: ['domain'],
      title: 'domain',
    },
    { thing: 'person', paths: ['/v1/users'], isPerson: true },
  ],
  exempt: { 'POST /v1/users/:uid/events': 'data' },
  operationId: (controller, method) => `${method}${controller}`,
};

describe('Audit', () => {
  const db = useDatabase(accountsEntities);
  let log: AuditLog;
  let audit: Audit;
  beforeAll(() => {
    log = new AuditLog(db.database);
    audit = new Audit(db.database, log, table);
  });

  const aCall = async (route: string, parameters: Record<string, string> = {}): Promise<AuditedCall> => {
    const { workspaceId, id } = await aKey(db.database, { name: 'Backend' });
    const caller = { workspaceId, plan: 'free', level: 'full', kind: 'public', strictKeys: true, keyId: id } as const;
    const origin = { ip: '203.0.113.7', userAgent: 'curl', requestId: 'req_1' };
    return { caller, origin, route, parameters, controller: 'Domain', method: 'update' };
  };
  const ID = '01934870-1c55-7d0b-b0d5-94a1c9a4ff11';
  const add = (workspaceId: number, domain: string) =>
    db.database.execute('INSERT INTO sending_domains (workspace_id, id, domain) VALUES ($1, $2, $3)', [
      workspaceId,
      ID,
      domain,
    ]);
  const rename = (workspaceId: number, domain: string) =>
    db.database.execute('UPDATE sending_domains SET domain = $2 WHERE workspace_id = $1', [workspaceId, domain]);
  const recorded = async (workspaceId: number) => (await log.page(workspaceId, {}, { limit: 30 })).rows;

  it('records who changed what, from where, with the values before and after', async () => {
    const call = await aCall('PUT /console/domains/:id', { id: ID });
    const { workspaceId } = call.caller;
    await add(workspaceId, 'old.example');
    expect(await audit.run(call, () => rename(workspaceId, 'new.example').then(() => 'done'))).toBe('done');
    expect(await recorded(workspaceId)).toEqual([
      expect.objectContaining({
        actor: 'key',
        actor_id: call.caller.keyId,
        actor_name: 'Backend',
        operation: 'updateDomain',
        thing: 'domain',
        thing_id: ID,
        thing_name: 'new.example',
        changes: { domain: { before: 'old.example', after: 'new.example' } },
        ip: '203.0.113.7',
        user_agent: 'curl',
        request_id: 'req_1',
      }),
    ]);
  });

  it('records a creation under the id of the answer, and a removal with what was removed', async () => {
    const created = await aCall('POST /console/domains');
    const { workspaceId } = created.caller;
    await audit.run(created, () => add(workspaceId, 'a.example').then(() => ({ id: ID })));
    const removed = { ...created, route: 'DELETE /console/domains/:id', parameters: { id: ID } };
    await audit.run(removed, () => db.database.execute('DELETE FROM sending_domains WHERE id = $1', [ID]));
    expect((await recorded(workspaceId)).map(({ thing_id, changes }) => [thing_id, changes])).toEqual([
      [ID, { domain: { before: 'a.example', after: null } }],
      [ID, { domain: { before: null, after: 'a.example' } }],
    ]);
  });

  it('records nothing of an update that changes nothing', async () => {
    const call = await aCall('PUT /console/domains/:id', { id: ID });
    await audit.run(call, () => Promise.resolve(null));
    expect(await recorded(call.caller.workspaceId)).toEqual([]);
  });

  it('records nothing of a refused change, nor changes anything if it cannot record', async () => {
    const call = await aCall('PUT /console/domains/:id', { id: ID });
    const { workspaceId } = call.caller;
    await add(workspaceId, 'kept.example');
    const refuse = async () => {
      await rename(workspaceId, 'refused.example');
      throw new Error('refused');
    };
    await expect(audit.run(call, refuse)).rejects.toThrow('refused');
    const broken = { ...call, origin: { ...call.origin, ip: 'no address' } };
    await expect(audit.run(broken, () => rename(workspaceId, 'lost.example'))).rejects.toThrow();
    expect(
      await db.database.query('SELECT domain FROM sending_domains WHERE workspace_id = $1', [workspaceId]),
    ).toEqual([{ domain: 'kept.example' }]);
    expect(await recorded(workspaceId)).toEqual([]);
  });

  it('keeps the values before exact when two change one thing at once', async () => {
    const call = await aCall('PUT /console/domains/:id', { id: ID });
    const { workspaceId } = call.caller;
    await add(workspaceId, '0.example');
    await Promise.all([1, 2, 3, 4].map((n) => audit.run(call, () => rename(workspaceId, `${n}.example`))));
    const all = (await recorded(workspaceId)).map(({ changes }) => changes.domain);
    const next = new Map(all.map((change) => [change?.before, change?.after]));
    let [at, steps] = ['0.example', 0];
    for (; next.has(at); steps++) at = String(next.get(at));
    expect(steps).toBe(4);
  });

  it('names members, and keeps their names after they are removed', async () => {
    const member = await aMember(db.database, 'grace@example.com');
    const call = await aCall('POST /v1/users/merge');
    const caller = { ...call.caller, workspaceId: member.workspaceId, memberId: member.id, kind: 'session' as const };
    await audit.run({ ...call, caller }, () => Promise.resolve({}));
    await db.database.execute('DELETE FROM members WHERE id = $1', [member.id]);
    expect(await recorded(member.workspaceId)).toEqual([
      expect.objectContaining({ actor: 'member', actor_id: member.id, actor_name: 'Ada' }),
    ]);
  });

  it('names people by a hash only', async () => {
    const call = await aCall('DELETE /v1/users/:uid', { uid: 'ada' });
    await audit.run(call, () => Promise.resolve({ status: 'ok' }));
    const [row] = await recorded(call.caller.workspaceId);
    expect(row?.thing_id).toBe(fingerprint('ada'));
    expect(JSON.stringify(row)).not.toContain('"ada"');
  });

  it('leaves out data calls', () => {
    expect(audit.records('POST /v1/users/:uid/events')).toBe(false);
    expect(audit.records('PUT /console/domains/:id')).toBe(true);
  });
});
