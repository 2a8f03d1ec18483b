import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { InvalidInputError } from '@dundun/domain';
import { aWorkspace, until, useDatabase } from '@dundun/testing';
import { accountsEntities } from './accounts.entities.js';
import { SendingDomains } from './sending-domains.service.js';

const db = useDatabase(accountsEntities);
let domains: SendingDomains;
let workspaceId: number;

beforeAll(() => {
  domains = new SendingDomains(db.database);
});
beforeEach(async () => {
  workspaceId = await aWorkspace(db.database);
});

describe('a sending domain', () => {
  it('covers its addresses and those under it once it is connected, for its workspace alone', async () => {
    await domains.add(workspaceId, 'Example.COM.');
    expect(await domains.covers(workspaceId, 'ada@example.com')).toBe(false);
    await domains.connect(workspaceId, 'example.com');
    expect(await domains.covers(workspaceId, 'Ada@EXAMPLE.com')).toBe(true);
    expect(await domains.covers(workspaceId, 'ada@mail.example.com')).toBe(true);
    expect(await domains.covers(workspaceId, 'ada@badexample.com')).toBe(false);
    expect(await domains.covers(workspaceId, 'ada@com')).toBe(false);
    expect(await domains.covers(await aWorkspace(db.database), 'ada@example.com')).toBe(false);
  });

  it('is one domain in either spelling of an international name', async () => {
    await domains.connect(workspaceId, 'bücher.example');
    expect(await domains.covers(workspaceId, 'ada@xn--bcher-kva.example')).toBe(true);
    expect(await domains.connected(workspaceId)).toEqual(['xn--bcher-kva.example']);
  });

  it('stays what it was when it is added or connected again', async () => {
    const first = await domains.connect(workspaceId, 'example.com');
    expect(await domains.add(workspaceId, 'example.com')).toEqual(first);
    expect(await domains.connect(workspaceId, 'EXAMPLE.com')).toEqual(first);
    await domains.connect(workspaceId, 'a.example');
    expect(await domains.connected(workspaceId)).toEqual(['example.com', 'a.example']);
    expect((await domains.list(workspaceId)).map(({ domain }) => domain)).toEqual(['example.com', 'a.example']);
  });

  it('is seen by other processes within a second', async () => {
    const elsewhere = new SendingDomains(await db.another());
    expect(await elsewhere.covers(workspaceId, 'ada@example.com')).toBe(false);
    await domains.connect(workspaceId, 'example.com');
    const connectedAt = performance.now();
    await until('the other process covers it', () => elsewhere.covers(workspaceId, 'ada@example.com'), { every: 5 });
    expect(performance.now() - connectedAt).toBeLessThan(1_000);
  });

  it('is seen inside the transaction that connects it, and by nobody when that fails', async () => {
    const failing = db.database.transaction(async () => {
      await domains.connect(workspaceId, 'example.com');
      expect(await domains.covers(workspaceId, 'ada@example.com')).toBe(true);
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await domains.covers(workspaceId, 'ada@example.com')).toBe(false);
  });

  it.each(['', 'localhost', 'a b.com', 'ex_ample.com', '10.0.0.1', 'x'.repeat(300)])(
    'must be a domain name: %s',
    async (text) => {
      await expect(domains.add(workspaceId, text)).rejects.toThrow(InvalidInputError);
    },
  );
});
