import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { RoundRobin, UnavailableError } from '@dundun/domain';
import { bundledFile } from '../config/bundled-file.js';
import type { Said } from './sandboxed.js';

/** Time for starting the process and loading modules, which does not count against a question. */
const LOAD_MS = 30_000;

/** Why a process ended: its question took too long, took too much memory, or crashed it in another way. */
export type SandboxEnd = 'late' | 'memory' | 'crash';

/** The process ended before it answered the question. */
export class SandboxError extends Error {
  constructor(readonly end: SandboxEnd) {
    super(`The sandbox was ended: ${end}`);
  }
}

export interface SandboxOptions {
  /** Specifier of the module that calls `answerQuestions`. */
  program: string;
  /** Heap limit of the process, in MB. */
  memoryMb: number;
  /** Time limit of one question, in milliseconds. */
  limitMs: number;
  /** The process ends after this many milliseconds without a question; never when absent. */
  idleMs?: number;
  /** Maximum of waiting questions, in total and per owner. */
  mostWaiting: number;
  mostWaitingOfOne: number;
}

interface Asked<Question, Answer> {
  question: Question;
  resolve: (answer: Answer) => void;
  reject: (error: Error) => void;
}

/**
 * Runs untrusted programs in a child process without an environment, with a memory limit, and kills it when a question takes
 * too long. A thread is not enough: a large allocation in it ends the whole process despite its limits (ADR 16). The process
 * has one question at a time, so killing it fails only that question. Owners are served round robin.
 */
export class Sandbox<Question extends object, Answer extends object> {
  private child: ChildProcess | undefined;
  private isLoading = false;
  private current: Asked<Question, Answer> | undefined;
  private deadline: NodeJS.Timeout | undefined;
  private idle: NodeJS.Timeout | undefined;
  private readonly waiting = new RoundRobin<Asked<Question, Answer>>();

  constructor(private readonly options: SandboxOptions) {}

  /** Asks one question. @throws SandboxError; UnavailableError when too many wait or the process cannot be started */
  ask(workspaceId: number, question: Question): Promise<Answer> {
    const owner = String(workspaceId);
    const { mostWaiting, mostWaitingOfOne } = this.options;
    if (this.waiting.size >= mostWaiting || this.waiting.sizeOf(owner) >= mostWaitingOfOne)
      return Promise.reject(new UnavailableError());
    return new Promise((resolve, reject) => {
      this.waiting.add(owner, { question, resolve, reject });
      if (!this.current) this.next();
    });
  }

  /** Process id of the child, while one runs. */
  get pid(): number | undefined {
    return this.child?.pid;
  }

  /** Ends the process and refuses unanswered questions. */
  async end(): Promise<void> {
    clearTimeout(this.idle);
    const unanswered = [...(this.current ? [this.take()] : []), ...this.waiting.clear()];
    for (const { reject } of unanswered) reject(new UnavailableError());
    const { child } = this;
    this.child = undefined;
    if (child?.kill('SIGKILL')) await once(child, 'exit');
  }

  private next(): void {
    this.current = this.waiting.next()?.item;
    if (!this.current) return this.rest();
    clearTimeout(this.idle);
    const child = (this.child ??= this.start());
    if (!child) return void this.end();
    child.ref();
    child.channel?.ref();
    child.send(this.current.question, () => undefined); // when sending fails, the exit event follows
    this.expectAnswer(child);
  }

  /** Lets this process exit while the child is idle. */
  private rest(): void {
    this.child?.unref();
    this.child?.channel?.unref();
    const { idleMs } = this.options;
    if (idleMs !== undefined) this.idle = setTimeout(() => void this.end(), idleMs).unref();
  }

  private expectAnswer(child: ChildProcess): void {
    clearTimeout(this.deadline);
    // Wait one more turn of the event loop: the answer may have arrived while this process was blocked.
    const late = () => this.deadline === deadline && this.kill(child, 'late');
    const deadline: NodeJS.Timeout = setTimeout(
      () => setImmediate(late),
      this.isLoading ? LOAD_MS : this.options.limitMs,
    );
    this.deadline = deadline;
  }

  /** Undefined when the system lacks memory or file descriptors: Node then throws, or starts the child without a channel. */
  private start(): ChildProcess | undefined {
    const child = this.forked();
    this.isLoading = true;
    child?.on('message', (said: Said<Answer>) => this.hear(child, said));
    child?.on('error', () => this.kill(child, 'crash'));
    child?.on('exit', (_, signal) => this.kill(child, isOutOfMemory(signal) ? 'memory' : 'crash'));
    return child?.connected ? child : undefined;
  }

  private forked(): ChildProcess | undefined {
    try {
      return fork(fileOf(this.options.program), [String(process.pid)], {
        env: {},
        execArgv: [`--max-old-space-size=${this.options.memoryMb}`],
        serialization: 'advanced',
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      });
    } catch {
      return undefined;
    }
  }

  /** Ignores a killed process: its late answer belongs to a question that already failed. */
  private hear(child: ChildProcess, said: Said<Answer>): void {
    if (child !== this.child) return;
    if ('answer' in said) {
      this.take().resolve(said.answer);
      return this.next();
    }
    this.isLoading = said.isLoading;
    if (this.current) this.expectAnswer(child);
  }

  private kill(child: ChildProcess, end: SandboxEnd): void {
    child.kill('SIGKILL');
    if (child !== this.child) return;
    this.child = undefined;
    if (!this.current) return;
    this.take().reject(this.isLoading ? new UnavailableError() : new SandboxError(end));
    this.next();
  }

  private take(): Asked<Question, Answer> {
    clearTimeout(this.deadline);
    this.deadline = undefined;
    const current = this.current as Asked<Question, Answer>;
    this.current = undefined;
    return current;
  }
}

/** V8 aborts a process that runs out of memory; the kernel kills it. */
const isOutOfMemory = (signal: NodeJS.Signals | null) =>
  signal === 'SIGABRT' || signal === 'SIGTRAP' || signal === 'SIGKILL';

/** A bundle has its programs next to it; when run from source, the built program of the exporting library is used. */
const fileOf = (program: string) =>
  bundledFile(`./${basename(program)}.js`) ?? createRequire(import.meta.url).resolve(program);
