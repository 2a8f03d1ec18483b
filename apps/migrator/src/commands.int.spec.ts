/**
 * Depends on the version of PostgreSQL: the commands create and drop partitions and the tables of the queue.
 * @half both
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run, useEmptyDatabase } from './testing.js';

const db = useEmptyDatabase();

describe('operator commands', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'migrator-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return `@${join(folder, name)}`;
  };

  it('create, show and end resources, printing JSON', async () => {
    await run('migrate');
    expect((await run('workspace', 'create', '--name', 'One')).out).toEqual([{ id: '1', name: 'One', plan: 'free' }]);
    expect((await run('workspace', 'create', '--name', 'Two', '--plan', 'unlimited')).out).toMatchObject([
      { id: '2', plan: 'unlimited' },
    ]);
    expect((await run('workspace', 'list')).out).toMatchObject([[{ id: '1' }, { id: '2', name: 'Two' }]]);
    const opened = await run('workspace', 'update', '--workspace', '2', '--strict-public-keys', 'off');
    expect(opened.out).toEqual([{ id: '2', name: 'Two', strict_public_keys: false }]);
    expect((await run('workspace', 'list')).out).toMatchObject([
      [{ strict_public_keys: true }, { strict_public_keys: false }],
    ]);

    const [key] = (await run('key', 'create', '--workspace', '2', '--kind', 'browser', '--name', 'Site')).out as [
      Record<string, string>,
    ];
    expect(key).toEqual({
      id: expect.any(String),
      kind: 'browser',
      key: expect.stringMatching(/^dk_/),
      secret: expect.stringMatching(/^ds_/),
    });
    expect((await run('key', 'revoke', '--key', key.key ?? '')).out).toEqual([{ key: key.key, revoked: true }]);
    expect((await run('key', 'list', '--workspace', '2')).out).toMatchObject([
      [{ key: key.key, name: 'Site', revoked_at: expect.any(String) }],
    ]);

    expect((await run('domain', 'add', '--workspace', '2', '--domain', 'Example.com')).out).toMatchObject([
      { domain: 'example.com' },
    ]);

    const settings = file('twilio.json', '{"accountSid":"AC0123456789","authToken":"canary-4711"}');
    const added = await run(
      'integration',
      'add',
      '--workspace',
      '2',
      '--channel',
      'sms',
      '--source',
      'twilio',
      '--settings',
      settings,
      '--sender-ids',
      'A, B',
    );
    expect(added.out).toEqual([
      { id: expect.any(String), channel: 'sms', source: 'twilio', provider: 'twilio', sender_ids: ['A', 'B'] },
    ]);
    expect(JSON.stringify(await db.rows('SELECT * FROM integrations'))).not.toContain('canary-4711');
    expect((await run('integration', 'rotate')).out).toEqual([{ sealed: 1 }]);

    const put = [
      'template',
      'put',
      '--workspace',
      '2',
      '--name',
      'hi',
      '--subject',
      'Hi',
      '--html',
      file('hi.html', '<p>Hi</p>'),
    ];
    expect((await run(...put)).out).toMatchObject([{ name: 'hi', version: 1 }]);
    expect((await run(...put)).out).toMatchObject([{ name: 'hi', version: 2 }]);
  });

  it('report mistakes in a sentence, with exit code 1', async () => {
    await run('migrate');
    await run('workspace', 'create', '--name', 'One');
    const sms = ['integration', 'add', '--workspace', '1', '--channel', 'sms', '--sender-ids', 'A', '--source'];
    const mistakes: [string[], RegExp][] = [
      [['nonsense'], /^Unknown command nonsense\./],
      [['workspace'], /^Unknown command workspace\./],
      [['workspace', 'create'], /^--name is missing\.$/],
      [['workspace', 'create', '--name', 'x', '--plan', 'gold'], /^--plan must be one of free, unlimited\.$/],
      [['workspace', 'create', '--name', ''], /^name must be 1 to 64 characters/],
      [['workspace', 'create', '--nmae', 'x'], /^Unknown option '--nmae'/],
      [['workspace', 'update', '--workspace', '1'], /^--strict-public-keys is missing\.$/],
      [
        ['workspace', 'update', '--workspace', '1', '--strict-public-keys', 'true'],
        /^--strict-public-keys must be one of on, off\.$/,
      ],
      [['workspace', 'update', '--workspace', '7', '--strict-public-keys', 'on'], /^workspace is unknown\.$/],
      [['key', 'create', '--workspace', 'one'], /^--workspace must be a number\.$/],
      [['key', 'create', '--workspace', '7'], /^workspace is unknown\.$/],
      [['key', 'revoke', '--key', 'dk_x'], /^There is no active key dk_x\.$/],
      [
        ['domain', 'add', '--workspace', '1', '--domain', 'x'],
        /^domain must be a whole domain name, such as example\.com\.$/,
      ],
      [[...sms, 'pigeon'], /^--source must be one of twilio, /],
      [[...sms, 'twilio'], /^settings\.accountSid is not accepted: /],
      [[...sms, 'twilio', '--settings', '{'], /^--settings must be JSON\.$/],
      [[...sms, 'twilio', '--settings', '@/nowhere'], /^--settings: cannot read \/nowhere \(ENOENT\)\.$/],
      [['template', 'put', '--workspace', '1', '--name', 'x'], /^html must be given when there is no text\.$/],
    ];
    for (const [args, sentence] of mistakes) {
      const { code, out, err } = await run(...args);
      expect([args.join(' '), code, out, err]).toEqual([args.join(' '), 1, [], expect.stringMatching(sentence)]);
      expect(err).not.toMatch(/\n\s+at /);
    }
  });

  it('report the state of the database', async () => {
    expect(await run('workspace', 'list')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^The database is not migrated/),
    });
    process.env.DATABASE_URL = 'postgresql://dundun@127.0.0.1:1/dundun';
    expect(await run('workspace', 'list')).toEqual({
      code: 1,
      out: [],
      err: 'PostgreSQL is unavailable: connect ECONNREFUSED 127.0.0.1:1',
    });
    process.env.DATABASE_URL = `${db.url}_none`;
    for (const args of [['workspace', 'list'], ['migrate'], []]) {
      expect(await run(...args)).toMatchObject({
        code: 1,
        err: expect.stringMatching(/^PostgreSQL reported an error: database .* does not exist \(3D000\)$/),
      });
    }
  });

  it('are explained by --help', async () => {
    for (const help of [['--help'], ['-h'], ['key', '--help']])
      expect((await run(...help)).out[0]).toContain('workspace create --name <name>');
    const { code, out } = await run('key', 'create', '--help');
    expect([code, out[0]]).toEqual([0, expect.stringMatching(/^migrator\.js key create --workspace <id>.*\n.*secret/)]);
  });
});

describe('check-env', () => {
  it('check-env prints nothing for a valid environment', async () => {
    expect(await run('check-env')).toEqual({ code: 0, out: [], err: '' });
  });

  it('check-env reports every error on its own line', async () => {
    Object.assign(process.env, { DATABASE_URL: '', SECRET_KEY: 'short', API_PORT: '99999' });
    const { code, out, err } = await run('check-env');
    expect([code, out]).toEqual([1, []]);
    expect(err.split('\n').sort()).toEqual([
      expect.stringMatching(/^API_PORT /),
      'DATABASE_URL is required',
      'SECRET_KEY must be 64 hex digits (32 bytes)',
    ]);
  });

  it('check-env --embedded ignores missing values that an embedded start creates, but no invalid ones', async () => {
    Object.assign(process.env, { DATABASE_URL: '', SECRET_KEY: '' });
    expect(await run('check-env', '--embedded')).toEqual({ code: 0, out: [], err: '' });
    process.env.SECRET_KEY = 'short';
    expect((await run('check-env', '--embedded')).err).toBe('SECRET_KEY must be 64 hex digits (32 bytes)');
  });
});
