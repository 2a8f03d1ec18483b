/**
 * @slow installs the packed client, and kills the api under it
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Dundun, InvalidRequestError, NotFoundError, PermissionError, type DundunOptions } from '@dundun/node';
import { until, type Running } from '@dundun/testing';
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { anEmail, unique } from './support/fixtures.js';
import { installPackage, type Consumer } from './support/package.js';
import { useProduct } from './support/product.js';

const WAIT_MS = 60_000;
/** A public address that needs no name server; nothing is sent there. */
const HOOK = 'https://1.1.1.1/hooks';

describe('@dundun/node', () => {
  const subject = useProduct();
  let consumer: Consumer;
  let api: Running | undefined;
  const opened: Dundun[] = [];

  beforeAll(() => {
    consumer = installPackage('libs/sdk-node');
  }, WAIT_MS);
  afterAll(async () => {
    await Promise.all(opened.map((dundun) => dundun.close({ timeout: 1 })));
    consumer?.remove();
  });

  const connection = () => {
    const { apiKey, apiSecret, apiUrl: baseUrl } = subject.product;
    return { apiKey, apiSecret, baseUrl };
  };
  const aClient = (options: Partial<DundunOptions> = {}): Dundun => {
    const dundun = new Dundun({ ...connection(), ...options });
    opened.push(dundun);
    return dundun;
  };
  const environment = (more: Record<string, string> = {}) => ({ DUNDUN: JSON.stringify(connection()), ...more });
  const killApi = () => (api ?? subject.product.api).kill();
  const startApi = async () => void (api = await subject.product.startApi());
  /** Returns the names of all stored events of a user, unordered. */
  const stored = async (uid: string): Promise<string[]> => {
    const names: string[] = [];
    try {
      for await (const { event } of aClient().events.all(uid)) names.push(event);
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error;
    }
    return names;
  };
  /** Waits until all of these are stored, and expects each once. */
  const expectOnce = async (uid: string, names: string[]) => {
    const there = await until(
      `${uid} has ${names.length} events`,
      async () => {
        const found = await stored(uid);
        return found.length >= names.length && found;
      },
      { ms: WAIT_MS, every: 200 },
    );
    expect(there.sort()).toEqual([...names].sort());
  };

  describe('as a package', () => {
    it('is complete and has no dependencies', () => {
      expect(consumer.files).toEqual(
        expect.arrayContaining(['README.md', 'LICENSE', 'package.json', 'dist/esm/index.js']),
      );
      expect(consumer.files.filter((file) => !/^(dist\/|README\.md|LICENSE|package\.json)/.test(file))).toEqual([]);
      expect(readdirSync(join(consumer.folder, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
        '@dundun',
      ]);
    });

    const use = `
      const dundun = new Dundun(JSON.parse(process.env.DUNDUN));
      dundun.lists.create({ title: 'From a package' }).then(async (list) => {
        const error = await dundun.lists.update(list.id, { title: '' }).catch((thrown) => thrown);
        console.log(list.title, error instanceof InvalidRequestError, error instanceof DundunError, error.fields[0].field);
      });`;
    it.each([
      ['use.mjs', `import { Dundun, DundunError, InvalidRequestError } from '@dundun/node';${use}`],
      ['use.cjs', `const { Dundun, DundunError, InvalidRequestError } = require('@dundun/node');${use}`],
    ])('works in %s', (file, code) => {
      expect(consumer.node(file, code, environment())).toBe('From a package true true title\n');
    });

    it(
      'has types for both module systems',
      () => {
        const code = (how: string) => `${how}
        const dundun = new Dundun({ apiKey: 'dk', apiSecret: 'ds', baseUrl: 'https://dundun.example' });
        export async function use(): Promise<string | null> {
          for await (const list of dundun.lists.all()) list.subscriber_count.toFixed();
          await dundun.events.track('ada', { event: 'Paid', value: 1, properties: { a: { b: 1 } } });
          const { email } = await dundun.users.update('ada', { email: null, meta: { plan: 'pro' } });
          // @ts-expect-error a list has a title
          await dundun.lists.create({ name: 'x' });
          // @ts-expect-error there is no such field
          dundun.users.get('ada').then((user) => user.surname);
          return email;
        }`;
        const complaints = consumer.typeCheck({
          'types.mts': code(`import { Dundun } from '@dundun/node';`),
          'types.cts': code(`import { Dundun } from '@dundun/node';`),
        });
        expect(complaints).toBe('');
      },
      WAIT_MS,
    );
  });

  it('manages lists and their subscribers', async () => {
    const dundun = aClient();
    const made = await Promise.all(Array.from({ length: 35 }, (_, n) => dundun.lists.create({ title: `List ${n}` })));
    const [first] = made as [(typeof made)[0]];
    expect(await dundun.lists.update(first.id, { description: 'Changed' })).toMatchObject({ description: 'Changed' });
    const { uid } = await dundun.subscribers.subscribe(first.id, { email: `${unique('ada')}@example.com` });
    expect(await dundun.subscribers.update(first.id, uid, false)).toEqual({ subscribed: false });
    expect(await dundun.subscribers.remove(first.id, uid)).toEqual({ status: 'ok' });
    const found = new Set<string>();
    for await (const { id } of dundun.lists.all()) found.add(id);
    expect(made.every(({ id }) => found.has(id))).toBe(true);
    expect((await dundun.lists.page({ limit: 2 })).data).toHaveLength(2);
    expect(await dundun.lists.archive(first.id)).toEqual({ status: 'ok' });
  });

  it('manages templates', async () => {
    const { templates } = aClient();
    const name = unique('template');
    const made = await templates.create({ name, subject: 'Hello {{ name }}', text: 'Hello {{ name }}' });
    expect(await templates.update(made.id, { subject: 'Hi {{ name }}' })).toMatchObject({ version: 2 });
    expect(await templates.preview(made.id, { variables: { name: 'Grace' } })).toMatchObject({ subject: 'Hi Grace' });
    expect((await templates.versions(made.id)).map(({ version }) => version)).toEqual([2, 1]);
    expect(await templates.rollback(made.id, 1)).toMatchObject({ version: 3, subject: 'Hello {{ name }}' });
    expect((await templates.get(made.id)).name).toBe(name);
    const found: string[] = [];
    for await (const { id } of templates.all()) found.push(id);
    expect(found).toContain(made.id);
    const from = { name: 'Ada', email: 'ada@dundun.test' };
    const sent = await templates.test(made.id, { from, to: 'grace@example.com', variables: { name: 'Grace' } });
    expect(sent).toEqual({ id: expect.any(String) });
    expect(await templates.archive(made.id)).toEqual({ status: 'ok' });
  });

  it('manages sending domains and suppressions', async () => {
    const { domains, suppressions } = aClient();
    const added = await domains.add(`${unique('domain')}.example`);
    expect((await domains.all()).map(({ id }) => id)).toContain(added.id);
    expect(await domains.check(added.id)).toMatchObject({ status: 'pending' });
    expect(await domains.rotateKeys(added.id)).toMatchObject({ rotation_pending: true });
    expect((await domains.get(added.id)).records.length).toBeGreaterThan(0);
    expect(await domains.remove(added.id)).toEqual({ status: 'ok' });

    const address = `${unique('no')}@example.com`;
    await suppressions.add({ addresses: [address] });
    const found: string[] = [];
    for await (const row of suppressions.all({ address })) found.push(row.address);
    expect(found).toEqual([address]);
    expect((await suppressions.page({ address })).data).toHaveLength(1);
    expect(await suppressions.remove(address)).toEqual({ status: 'ok' });
  });

  it('manages webhooks', async () => {
    const { webhooks } = aClient();
    const { id, secret } = await webhooks.create({ url: HOOK, types: ['message.*'] });
    expect(secret).toMatch(/^whsec_/);
    expect(await webhooks.update(id, { types: ['subscriber.*'] })).toMatchObject({ types: ['subscriber.*'] });
    expect((await webhooks.all()).map((each) => each.id)).toContain(id);
    expect((await webhooks.rotateSecret(id)).secret).not.toBe(secret);
    expect((await webhooks.deliveries(id)).data).toEqual([]);
    for await (const delivery of webhooks.allDeliveries(id)) throw new Error(`unexpected ${delivery.id}`);
    expect((await webhooks.get(id)).url).toBe(HOOK);
    expect(await webhooks.remove(id)).toEqual({ status: 'ok' });
  });

  it('manages users, their accounts, lists and attributes', async () => {
    const dundun = aClient();
    const [uid, account, other] = [unique('ada'), unique('acme'), unique('other')];
    const { id: list } = await dundun.lists.create({ title: 'Users' });
    expect(await dundun.users.create({ id: uid, first_name: 'Ada', meta: { plan: 'pro', age: 36 } })).toMatchObject({
      uid,
    });
    expect(await dundun.users.update(uid, { last_name: 'Lovelace', device_token: 'token 1' })).toMatchObject({
      first_name: 'Ada',
      last_name: 'Lovelace',
      devices: [{ token: 'token 1' }],
    });
    expect(await dundun.users.addToAccounts(uid, [{ id: account, role: 'owner' }])).toMatchObject({
      accounts: [{ id: account, role: 'owner' }],
    });
    expect((await dundun.users.changeRole(uid, account, null)).accounts).toEqual([{ id: account, role: null }]);
    const members: string[] = [];
    for await (const member of dundun.users.members(account)) members.push(member.uid);
    expect(members).toEqual([uid]);
    expect((await dundun.users.removeFromAccount(uid, account)).accounts).toEqual([]);
    expect((await dundun.users.addToLists(uid, [list])).lists).toEqual([{ id: list, subscribed: true }]);
    const onList: string[] = [];
    for await (const user of dundun.users.all({ lists: [list] })) onList.push(user.uid);
    expect(onList).toEqual([uid]);
    expect((await dundun.users.removeFromLists(uid, [list])).lists).toEqual([]);
    expect((await dundun.users.removeAttribute(uid, 'age')).meta).toEqual({ plan: 'pro' });
    expect((await dundun.users.removeToken(uid, 'token 1')).devices).toEqual([]);
    expect(await dundun.users.convert(account, 'account')).toMatchObject({ is_account: true });
    expect(await dundun.attributes()).toEqual(expect.arrayContaining([expect.objectContaining({ name: 'plan' })]));
    expect(await dundun.users.merge(uid, other)).toEqual({ status: 'queued' });
    await until('they are merged', async () => (await dundun.users.get(other).catch(() => null))?.first_name === 'Ada');
    expect(await dundun.users.archive(other)).toEqual({ status: 'ok' });
    expect(await dundun.users.delete(other)).toEqual({ status: 'ok' });
  });

  it('sends once under one key, and returns the status', async () => {
    const dundun = aClient();
    const [email, idempotencyKey] = [anEmail() as Parameters<typeof dundun.send.email>[0], unique('receipt')];
    const [one, again] = [
      await dundun.send.email(email, { idempotencyKey }),
      await dundun.send.email(email, { idempotencyKey }),
    ];
    expect(again.id).toBe(one.id);
    expect(await dundun.messages.get(one.id)).toMatchObject({ id: one.id });
    expect(await dundun.messages.explain(one.id)).toBeDefined();
    expect(await dundun.account()).toMatchObject({ features: expect.arrayContaining(['email']) });
  });

  it('finds messages by tag, channel and status, and reports on tags', async () => {
    const dundun = aClient();
    const tag = unique('tag');
    const email = { ...anEmail(), tags: [tag] } as Parameters<typeof dundun.send.email>[0];
    const ids = [(await dundun.send.email(email)).id, (await dundun.send.email(email)).id].reverse();
    const first = await dundun.messages.page({ tag, limit: 1 });
    expect(first.data).toMatchObject([{ id: ids[0], tags: [tag], channel: 'email' }]);
    const next = await dundun.messages.page({ tag, limit: 1, next_cursor: first.next_cursor as string });
    expect(next.data).toMatchObject([{ id: ids[1] }]);
    const all: string[] = [];
    for await (const { id } of dundun.messages.all({ tag, channel: 'email' })) all.push(id);
    expect(all).toEqual(ids);
    expect((await dundun.messages.page({ tag, status: 'complained' })).data).toEqual([]);
    expect((await dundun.messages.page({ tag, channel: 'sms' })).data).toEqual([]);
    expect(await dundun.messages.tags({ tag, days: 1 })).toMatchObject([{ tag, messages: 2 }]);
  });

  it('throws typed errors with a reason', async () => {
    const refused = await aClient()
      .lists.create({ title: '' })
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(InvalidRequestError);
    expect(refused).toMatchObject({ status: 400, code: 'invalid_input', requestId: expect.stringMatching(/./) });
    expect((refused as InvalidRequestError).fields).toEqual([{ field: 'title', message: expect.any(String) }]);
    await expect(aClient({ apiSecret: '' }).users.get('ada')).rejects.toBeInstanceOf(PermissionError);
    await expect(aClient().users.get(unique('nobody'))).rejects.toMatchObject({ code: 'unknown_person' });
  });

  it.each([
    ['in batches', {}],
    ['one by one', { apiSecret: '' }],
  ])(
    'stores each event exactly once when the service is killed, %s',
    async (_, options) => {
      const dundun = aClient({ ...options, batch: { size: 20, interval: 20 }, onError: () => {} });
      const uids = [unique('ada'), unique('grace')] as const;
      const names = Array.from({ length: 100 }, (__, n) => `Event ${n}`);
      for (const [n, name] of names.entries()) {
        for (const uid of uids) await dundun.events.track(uid, { event: name, value: n });
        if (n === 30 || n === 70) {
          await until('something has arrived', async () => (await stored(uids[0])).length > 0, { ms: WAIT_MS });
          await killApi();
        }
        if (n === 40 || n === 80) await startApi();
      }
      expect(await dundun.events.flush({ timeout: WAIT_MS })).toBe(0);
      for (const uid of uids) await expectOnce(uid, names);
    },
    180_000,
  );

  it('shares a timeline with direct calls, and stores a shared event_id once', async () => {
    const dundun = aClient();
    const [uid, event_id] = [unique('ada'), unique('event')];
    const byHand = (body: object) => subject.call(`POST /v1/users/${uid}/events`, { body, as: 'key' });
    await dundun.events.track(uid, { event: 'Shared', event_id });
    await dundun.events.track(uid, 'Of the batch');
    await dundun.events.flush();
    await until('the batch is done', async () => (await stored(uid)).length === 2, { ms: WAIT_MS });
    await byHand({ event: 'Shared', event_id });
    await byHand({ event: 'By hand' });
    await dundun.events.track(uid, { event: 'Shared', event_id });
    await dundun.events.flush();
    expect((await stored(uid)).sort()).toEqual(['By hand', 'Of the batch', 'Shared']);
  });

  describe('in a process that exits', () => {
    const children: ChildProcess[] = [];
    afterAll(() => children.forEach((child) => child.kill('SIGKILL')));
    const start = (file: string, code: string, more: Record<string, string>) => {
      writeFileSync(join(consumer.folder, file), `import { Dundun } from '@dundun/node';\n${code}`);
      const child = spawn(process.execPath, [file], {
        cwd: consumer.folder,
        env: { ...process.env, ...environment(more) },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      children.push(child);
      const lines: string[] = [];
      child.stdout.on('data', (chunk: Buffer) => lines.push(...chunk.toString().trim().split('\n')));
      return {
        child,
        lines,
        ended: new Promise((resolve) => child.once('exit', (code, signal) => resolve(signal ?? code))),
      };
    };
    const CLIENT =
      'new Dundun({ ...JSON.parse(process.env.DUNDUN), spool: process.env.SPOOL, onError() {}, closeOn: ["SIGTERM"] })';

    it('loses no tracked event when the process is killed, terminated or exits', async () => {
      const uid = unique('ada');
      const SPOOL = join(consumer.folder, 'spool');
      await killApi();
      const killed = start(
        'killed.mjs',
        `const dundun = ${CLIENT};
         for (let n = 0; ; n++) {
           await dundun.events.track('${uid}', 'Killed ' + n);
           console.log('Killed ' + n);
           await new Promise((resolve) => setTimeout(resolve, 1));
         }`,
        { SPOOL },
      );
      await until('it has tracked', () => killed.lines.length >= 150, { ms: WAIT_MS });
      killed.child.kill('SIGKILL');
      expect(await killed.ended).toBe('SIGKILL');
      await startApi();
      const asked = start(
        'asked.mjs',
        `const dundun = ${CLIENT};
         await dundun.events.track('${uid}', 'Asked');
         setInterval(() => {}, 1000);
         console.log('ready');`,
        { SPOOL },
      );
      await until('it is ready', () => asked.lines.length > 0, { ms: WAIT_MS });
      asked.child.kill('SIGTERM');
      expect(await asked.ended).toBe('SIGTERM');
      const ends = start('ends.mjs', `${CLIENT}.events.track('${uid}', 'Ended');`, { SPOOL });
      expect(await ends.ended).toBe(0);
      const there = await until(
        'all are there',
        async () => {
          const found = await stored(uid);
          return found.length >= killed.lines.length + 2 && found;
        },
        { ms: WAIT_MS, every: 200 },
      );
      expect(new Set(there).size).toBe(there.length);
      expect(there).toEqual(expect.arrayContaining([...killed.lines, 'Asked', 'Ended']));
      // An event tracked as the process died may not have been printed.
      expect(there.length).toBeLessThanOrEqual(killed.lines.length + 3);
      expect(existsSync(join(SPOOL, 'rejected.ndjson'))).toBe(false);
    });

    it('sends events in memory before it exits', async () => {
      const uid = unique('ada');
      const code = `const dundun = new Dundun(JSON.parse(process.env.DUNDUN));
        for (let n = 0; n < 250; n++) dundun.events.track('${uid}', 'Event ' + n);`;
      expect(await start('memory.mjs', code, {}).ended).toBe(0);
      await expectOnce(
        uid,
        Array.from({ length: 250 }, (_, n) => `Event ${n}`),
      );
    });
  });

  it('returns why an item of a batch failed', async () => {
    const dundun = aClient();
    const uid = unique('ada');
    await dundun.users.batch([
      { type: 'create', id: uid, first_name: 'Ada' },
      { type: 'event', id: uid, event: '' },
      { type: 'event', id: uid, event: 'Right' },
    ]);
    const failed = await until('the batch is done', async () => {
      for await (const job of dundun.jobs.all({ type: 'batch' })) {
        if (job.failed === 0 || job.state !== 'done') continue;
        for await (const item of dundun.jobs.items(job.id, { state: 'failed' })) if (item.id === uid) return item;
      }
      return undefined;
    });
    expect(failed).toMatchObject({ index: 1, state: 'failed', error: expect.stringContaining('event') });
    await expectOnce(uid, ['Right']);
  });
});
