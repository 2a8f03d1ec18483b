import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Logger } from '@dundun/platform/config';
import { selfSigned } from '@dundun/providers/testing';
import { freePort, until } from '@dundun/testing';
import { createTransport } from 'nodemailer';
import { SubmissionListener } from './submission-listener.service.js';
import type { Submissions } from './submissions.service.js';

const [first, second] = [selfSigned('127.0.0.1'), selfSigned('127.0.0.1')];
const submissions = {
  authenticate: () => Promise.resolve({ workspaceId: 1 }),
  accept: () => Promise.resolve('id-1'),
} as unknown as Submissions;

type SelfSigned = ReturnType<typeof selfSigned>;

/** Looks at its certificate often, as tests are short. */
class Watching extends SubmissionListener {
  protected override readonly lookMs = 20;
}

describe('SubmissionListener', () => {
  let folder: string;
  let port: number;
  let listener: SubmissionListener;
  let other: Server | undefined;
  let logged: [level: string, text: string, code: unknown][];

  const note = (level: string) => (facts: { err?: { code?: string } }, text?: string) =>
    void logged.push([level, text ?? '', facts.err?.code]);
  const write = (name: string, text: string) => writeFileSync(join(folder, `${name}.pem`), text);
  const install = ({ key, cert }: SelfSigned) => {
    write('key', key);
    write('cert', cert);
  };
  const open = () => {
    const config = {
      SUBMISSION_PORT: port,
      SUBMISSION_TLS_CERT: join(folder, 'cert.pem'),
      SUBMISSION_TLS_KEY: join(folder, 'key.pem'),
      HOST: '127.0.0.1',
      PUBLIC_URL: 'http://mx.test',
    };
    const logger = { info: note('info'), warn: note('warn'), debug: note('debug') } as unknown as Logger;
    listener = new Watching(config, submissions, logger);
    listener.onApplicationBootstrap();
  };
  /** Sends a mail, trusting this certificate alone. @returns whether it was taken */
  const isTaken = ({ cert }: SelfSigned) =>
    createTransport({ host: '127.0.0.1', port, requireTLS: true, tls: { ca: cert }, auth: { user: 'k', pass: 's' } })
      .sendMail({ from: 'ada@example.com', to: 'grace@example.com', subject: 'Hi', text: 'Hello' })
      .then(
        ({ response }) => response.startsWith('250'),
        () => false,
      );

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'dundun-certificate-'));
    port = await freePort();
    logged = [];
    install(first);
  });
  afterEach(async () => {
    await listener.beforeApplicationShutdown();
    other?.close();
    rmSync(folder, { recursive: true });
  });

  it('uses a renewed certificate without a restart, and keeps the old one while the files cannot be used', async () => {
    open();
    await until('it listens', () => isTaken(first));
    write('cert', 'half a file');
    await until('the files are looked at', () => logged.some(([level]) => level === 'warn'));
    expect(await isTaken(first)).toBe(true);
    install(second);
    await until('the renewed certificate is used', () => isTaken(second));
    expect(await isTaken(first)).toBe(false);
  });

  it('says which port is taken, once, and takes it over when it is free', async () => {
    other = createServer();
    await new Promise<void>((resolve) => other?.listen(port, '127.0.0.1', resolve));
    open();
    await until('the port is tried', () => logged.length > 0);
    expect(logged).toEqual([['warn', 'cannot listen for submitted mail yet; trying the port again', 'EADDRINUSE']]);
    await new Promise((resolve) => other?.close(resolve));
    await until('it listens', () => isTaken(first));
    expect(logged.filter(([level]) => level === 'warn')).toHaveLength(1);
  });
});
