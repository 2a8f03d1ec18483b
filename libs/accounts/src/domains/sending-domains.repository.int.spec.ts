import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { InvalidInputError } from '@dundun/domain';
import { aWorkspace, useDatabase } from '@dundun/testing';
import { accountsEntities } from '../accounts.entities.js';
import { SendingDomains } from './sending-domains.repository.js';
import { lastOldAnswer } from '../testing.js';

const db = useDatabase(accountsEntities);
let domains: SendingDomains;
let workspaceId: number;

beforeAll(() => {
  domains = new SendingDomains(db.database);
});
beforeEach(async () => {
  workspaceId = await aWorkspace(db.database);
});

/** Ages the existing domains by a second, because the server's clock can step back by some milliseconds. */
const aSecondPasses = () =>
  db.database.execute(
    `UPDATE sending_domains SET created_at = created_at - interval '1 second', connected_at = connected_at - interval '1 second'
     WHERE workspace_id = $1`,
    [workspaceId],
  );

describe('a sending domain', () => {
  it('covers its addresses and subdomains once connected, in its workspace only', async () => {
    await domains.add(workspaceId, 'Example.COM.');
    expect(await domains.covers(workspaceId, 'ada@example.com')).toBe(false);
    await domains.connect(workspaceId, 'example.com');
    expect(await domains.covers(workspaceId, 'Ada@EXAMPLE.com')).toBe(true);
    expect(await domains.covers(workspaceId, 'ada@mail.example.com')).toBe(true);
    expect(await domains.covers(workspaceId, 'ada@badexample.com')).toBe(false);
    expect(await domains.covers(workspaceId, 'ada@com')).toBe(false);
    expect(await domains.covers(await aWorkspace(db.database), 'ada@example.com')).toBe(false);
  });

  it('is the same in Unicode and in punycode', async () => {
    await domains.connect(workspaceId, 'bücher.example');
    expect(await domains.covers(workspaceId, 'ada@xn--bcher-kva.example')).toBe(true);
    expect(await domains.connected(workspaceId)).toEqual(['xn--bcher-kva.example']);
  });

  it('stays unchanged when added or connected again', async () => {
    const first = await domains.connect(workspaceId, 'example.com');
    expect(await domains.add(workspaceId, 'example.com')).toEqual(first);
    expect(await domains.connect(workspaceId, 'EXAMPLE.com')).toEqual(first);
    await aSecondPasses();
    await domains.connect(workspaceId, 'a.example');
    expect(await domains.connected(workspaceId)).toEqual(['example.com', 'a.example']);
    expect((await domains.list(workspaceId)).map(({ domain }) => domain)).toEqual(['example.com', 'a.example']);
  });

  it('is visible to other processes within a second', async () => {
    const elsewhere = new SendingDomains(await db.another());
    expect(await elsewhere.covers(workspaceId, 'ada@example.com')).toBe(false);
    await domains.connect(workspaceId, 'example.com');
    const connectedAt = performance.now();
    const covers = () => elsewhere.covers(workspaceId, 'ada@example.com');
    expect((await lastOldAnswer('the other process covers it', covers)) - connectedAt).toBeLessThan(1_000);
  });

  it('is visible inside the transaction that connects it, and not after a rollback', async () => {
    const failing = db.database.transaction(async () => {
      await domains.connect(workspaceId, 'example.com');
      expect(await domains.covers(workspaceId, 'ada@example.com')).toBe(true);
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await domains.covers(workspaceId, 'ada@example.com')).toBe(false);
  });

  describe('its tracking host', () => {
    const found = async (domain: string, name: string, status: string) => {
      const findings = JSON.stringify([{ type: 'CNAME', name, value: 'x', status, found: [], change: null }]);
      await db.database.execute('UPDATE sending_domains SET findings = $3 WHERE workspace_id = $1 AND domain = $2', [
        workspaceId,
        domain,
        findings,
      ]);
      domains.forget();
    };

    it('is used for addresses under the domain once its record is right', async () => {
      await domains.connect(workspaceId, 'example.com');
      expect(await domains.trackingHost(workspaceId, 'ada@example.com')).toBeNull();
      await found('example.com', 'links.example.com', 'wrong');
      expect(await domains.trackingHost(workspaceId, 'ada@example.com')).toBeNull();
      await found('example.com', 'links.example.com', 'ok');
      expect(await domains.trackingHost(workspaceId, 'Ada@mail.EXAMPLE.com')).toBe('links.example.com');
      expect(await domains.trackingHost(workspaceId, 'ada@badexample.com')).toBeNull();
      expect(await domains.trackingHost(await aWorkspace(db.database), 'ada@example.com')).toBeNull();
    });

    it('needs its own record and a connected domain', async () => {
      await domains.connect(workspaceId, 'example.com');
      await found('example.com', '_dmarc.example.com', 'ok');
      await domains.add(workspaceId, 'added.example');
      await found('added.example', 'links.added.example', 'ok');
      for (const address of ['ada@example.com', 'ada@added.example', undefined])
        expect(await domains.trackingHost(workspaceId, address)).toBeNull();
    });

    it('belongs to the nearest domain above the address, or to the oldest domain', async () => {
      for (const domain of ['example.com', 'mail.example.com']) {
        await aSecondPasses();
        await domains.connect(workspaceId, domain);
        await found(domain, `links.${domain}`, 'ok');
      }
      expect(await domains.trackingHost(workspaceId, 'ada@a.mail.example.com')).toBe('links.mail.example.com');
      expect(await domains.trackingHost(workspaceId)).toBe('links.example.com');
    });
  });

  describe('its return path', () => {
    const found = async (domain: string, ...records: [type: string, status: string][]) => {
      const findings = records.map(([type, status]) => ({ type, name: `bounce.${domain}`, status }));
      await db.database.execute('UPDATE sending_domains SET findings = $3 WHERE workspace_id = $1 AND domain = $2', [
        workspaceId,
        domain,
        JSON.stringify([{ type: 'TXT', name: `_dmarc.${domain}`, status: 'missing' }, ...findings]),
      ]);
      domains.forget();
    };
    const host = (email = 'ada@example.com') => domains.returnPathHost(workspaceId, email);

    it.each<[[string, string][], string | null]>([
      [[], null],
      [[['TXT', 'ok']], null],
      [
        [
          ['TXT', 'ok'],
          ['MX', 'missing'],
        ],
        null,
      ],
      [
        [
          ['TXT', 'error'],
          ['MX', 'ok'],
        ],
        null,
      ],
      [
        [
          ['TXT', 'ok'],
          ['MX', 'ok'],
        ],
        'bounce.example.com',
      ],
      [
        [
          ['TXT', 'ok'],
          ['A', 'ok'],
        ],
        'bounce.example.com',
      ],
    ])('with the records %j is %s', async (records, wanted) => {
      await domains.connect(workspaceId, 'example.com');
      await found('example.com', ...records);
      expect(await host()).toBe(wanted);
    });

    it('belongs to the nearest connected domain of the workspace', async () => {
      for (const domain of ['example.com', 'mail.example.com']) {
        await domains.connect(workspaceId, domain);
        await found(domain, ['TXT', 'ok'], ['MX', 'ok']);
      }
      await domains.add(workspaceId, 'added.example');
      await found('added.example', ['TXT', 'ok'], ['MX', 'ok']);
      expect(await host('Ada@a.MAIL.example.com')).toBe('bounce.mail.example.com');
      expect(await host('ada@shop.example.com')).toBe('bounce.example.com');
      expect(await host('ada@badexample.com')).toBeNull();
      expect(await host('ada@added.example')).toBeNull();
      expect(await domains.returnPathHost(await aWorkspace(db.database), 'ada@example.com')).toBeNull();
    });
  });

  it.each(['', 'localhost', 'a b.com', 'ex_ample.com', '10.0.0.1', 'x'.repeat(300)])(
    'refuses an invalid name: %s',
    async (text) => {
      await expect(domains.add(workspaceId, text)).rejects.toThrow(InvalidInputError);
    },
  );
});
