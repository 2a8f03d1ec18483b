import { afterEach, describe, expect, it } from '@jest/globals';
import { UnavailableError } from '@dundun/domain';
import { until } from '@dundun/testing';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Sandbox, SandboxError, type SandboxOptions } from './sandbox.js';

const PROGRAM = join(process.cwd(), 'libs/platform/src/sandbox/hostile-program.mjs');
const LIMIT_MS = 1_000;
const [ONE, TWO] = [1, 2];

interface Question {
  does: 'none' | 'loop' | 'burst' | 'leak' | 'exit' | 'load' | 'late';
  ms?: number;
  id?: string;
}

interface Answer {
  id?: string;
  environment: string[];
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('Sandbox', () => {
  const started: Sandbox<Question, Answer>[] = [];
  const aSandbox = (options: Partial<SandboxOptions> = {}) => {
    const sandbox = new Sandbox<Question, Answer>({
      program: PROGRAM,
      memoryMb: 64,
      limitMs: LIMIT_MS,
      mostWaiting: 100,
      mostWaitingOfOne: 50,
      ...options,
    });
    started.push(sandbox);
    return sandbox;
  };
  afterEach(async () => {
    await Promise.all(started.splice(0).map((sandbox) => sandbox.end()));
  });

  it('answers questions without exposing the environment to its program', async () => {
    expect(await aSandbox().ask(ONE, { does: 'none', id: 'a' })).toEqual({ id: 'a', environment: [] });
  });

  it.each([
    ['memory step by step', 'leak', /memory/],
    ['all memory at once', 'burst', /memory/],
    ['all its time', 'loop', /late/],
    ['its own process', 'exit', /crash/],
  ] as const)('survives a question that takes %s', async (_, does, end) => {
    const sandbox = aSandbox({ limitMs: does === 'loop' ? LIMIT_MS : 20_000 });
    await sandbox.ask(ONE, { does: 'none' });
    const harmful = sandbox.ask(ONE, { does });
    const next = sandbox.ask(TWO, { does: 'none', id: 'alive' });
    const error = await harmful.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(SandboxError);
    expect((error as SandboxError).end).toMatch(end);
    expect(await next).toMatchObject({ id: 'alive' });
  });

  it('does not count loading time against the question', async () => {
    const sandbox = aSandbox();
    expect(await sandbox.ask(ONE, { does: 'load', ms: 2 * LIMIT_MS, id: 'a' })).toMatchObject({ id: 'a' });
    await expect(sandbox.ask(ONE, { does: 'late', ms: 2 * LIMIT_MS })).rejects.toEqual(new SandboxError('late'));
  });

  it('is unavailable when its program cannot be started', async () => {
    const sandbox = aSandbox({ program: join(process.cwd(), 'package.json') });
    await expect(sandbox.ask(ONE, { does: 'none' })).rejects.toBeInstanceOf(UnavailableError);
  });

  it('is unavailable while the system cannot start a process, and recovers', async () => {
    const text = `
      import { Sandbox } from '@dundun/platform/sandbox';
      import { closeSync, openSync } from 'node:fs';
      const sandbox = new Sandbox({ program: ${JSON.stringify(PROGRAM)}, memoryMb: 64, limitMs: 20000, mostWaiting: 9, mostWaitingOfOne: 9 });
      const ask = () => sandbox.ask(1, { does: 'none' }).then(() => 'answered', (error) => error.constructor.name);
      const files = [];
      const take = () => { try { for (;;) files.push(openSync('/dev/null')); } catch {} };
      take();
      const full = await Promise.all([ask(), ask(), ask()]);
      files.forEach(closeSync);
      console.log(JSON.stringify([...full, await ask()]));
      await sandbox.end();`;
    const script = ['-c', 'ulimit -n 256; exec "$@"', 'sh', process.execPath, '--input-type=module', '--eval', text];
    const child = spawn('sh', script, { stdio: ['ignore', 'pipe', 'inherit'] });
    const [said] = (await once(child.stdout, 'data')) as [Buffer];
    const refused = Array(3).fill('UnavailableError') as string[];
    expect(JSON.parse(said.toString())).toEqual([...refused, 'answered']);
  });

  it('limits waiting questions, serves owners round robin, and refuses unanswered questions at the end', async () => {
    const sandbox = aSandbox({ mostWaitingOfOne: 3 });
    const order: string[] = [];
    const ask = (owner: number, question: Question) =>
      sandbox.ask(owner, question).then(
        ({ id }) => order.push(`${id}`),
        (error: unknown) => order.push((error as Error).constructor.name),
      );
    const first = ask(ONE, { does: 'none', id: 'first' });
    const others = [
      ...['a', 'b', 'c', 'one too many'].map((id) => ask(ONE, { does: 'none', id })),
      ask(TWO, { does: 'none', id: 'of two' }),
    ];
    await Promise.all([first, ...others]);
    expect(order[0]).toBe('UnavailableError');
    expect(order.slice(1)).toEqual(['first', 'a', 'of two', 'b', 'c']);
    const [last, waits] = [ask(ONE, { does: 'loop' }), ask(TWO, { does: 'none' })];
    await sandbox.end();
    await Promise.all([last, waits]);
    expect(order.slice(-2)).toEqual(['UnavailableError', 'UnavailableError']);
  });

  it('ends an idle process and starts another one for the next question', async () => {
    const sandbox = aSandbox({ idleMs: 20 });
    for (let round = 0; round < 3; round += 1) {
      expect(await sandbox.ask(ONE, { does: 'none', id: 'a' })).toMatchObject({ id: 'a' });
      await until('the process has ended', () => Promise.resolve(sandbox.pid === undefined));
    }
  });

  it('still answers a draining parent after a signal to the whole group', async () => {
    const sandbox = aSandbox();
    const { pid } = await sandbox.ask(ONE, { does: 'none' }).then(() => sandbox);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.kill(pid as number, signal);
    expect(await sandbox.ask(ONE, { does: 'late', ms: 50, id: 'a' })).toMatchObject({ id: 'a' });
    expect(sandbox.pid).toBe(pid);
  });

  it('ends with its parent even in an endless loop', async () => {
    const text = `
      import { Sandbox } from '@dundun/platform/sandbox';
      const sandbox = new Sandbox({ program: ${JSON.stringify(PROGRAM)}, memoryMb: 64, limitMs: 600000, mostWaiting: 9, mostWaitingOfOne: 9 });
      await sandbox.ask(1, { does: 'none' });
      sandbox.ask(1, { does: 'loop' });
      console.log(sandbox.pid);`;
    const parent = spawn(process.execPath, ['--input-type=module', '--eval', text], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [said] = (await once(parent.stdout, 'data')) as [Buffer];
    const pid = Number(said.toString());
    expect(isAlive(pid)).toBe(true);
    parent.kill('SIGKILL');
    await until('the process is gone', () => Promise.resolve(!isAlive(pid)));
  });
});
