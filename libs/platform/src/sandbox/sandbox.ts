import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { RoundRobin, UnavailableError } from '@dundun/domain';
import type { Said } from './sandboxed.js';

/** For what is not the question's fault: starting the process, and what it loads. */
const LOAD_MS = 30_000;

/** What became of the question: it took too long, too much memory, or brought its process down in another way. */
export type SandboxEnd = 'late' | 'memory' | 'crash';

/** The process that had the question was ended before it answered. */
export class SandboxError extends Error {
  constructor(readonly end: SandboxEnd) {
    super(`The sandbox was ended: ${end}`);
  }
}

export interface SandboxOptions {
  /** The module that calls `answerQuestions`, as an import of the library that has it. */
  program: string;
  /** The heap of the process, in MB. */
  memoryMb: number;
  /** How long one question may take, in milliseconds. */
  limitMs: number;
  /** After how many milliseconds without a question the process gives its memory back; without it, never. */
  idleMs?: number;
  /** How many questions may wait, of all and of one owner. */
  mostWaiting: number;
  mostWaitingOfOne: number;
}

interface Asked<Question, Answer> {
  question: Question;
  resolve: (answer: Answer) => void;
  reject: (error: Error) => void;
}

/**
 * A process that answers questions which may do harm: without an environment, with little memory, and killed when one takes too long.
 * A thread would not do: one that allocates much at once ends its whole process, whatever its limits (ADR 16).
 * One question is in the process at a time, so a killed one takes nobody else's with it, and their owners take turns.
 */
export class Sandbox<Question extends object, Answer extends object> {
  private child: ChildProcess | undefined;
  private isLoading = false;
  private current: Asked<Question, Answer> | undefined;
  private deadline: NodeJS.Timeout | undefined;
  private idle: NodeJS.Timeout | undefined;
  private readonly waiting = new RoundRobin<Asked<Question, Answer>>();

  constructor(private readonly options: SandboxOptions) {}

  /** @throws SandboxError, UnavailableError when too many wait or the process cannot be started */
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

  /** Of the process, while there is one. */
  get pid(): number | undefined {
    return this.child?.pid;
  }

  /** Refuses what is not answered yet. */
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
    child.send(this.current.question, () => undefined); // what cannot be sent any more has an exit to follow
    this.expectAnswer(child);
  }

  /** Holds nobody's process open. */
  private rest(): void {
    this.child?.unref();
    this.child?.channel?.unref();
    const { idleMs } = this.options;
    if (idleMs !== undefined) this.idle = setTimeout(() => void this.end(), idleMs).unref();
  }

  private expectAnswer(child: ChildProcess): void {
    clearTimeout(this.deadline);
    // Once more around the loop: the answer may have come while this process was the one that stood still.
    const late = () => this.deadline === deadline && this.kill(child, 'late');
    const deadline: NodeJS.Timeout = setTimeout(
      () => setImmediate(late),
      this.isLoading ? LOAD_MS : this.options.limitMs,
    );
    this.deadline = deadline;
  }

  /** Undefined when the system has no memory for another process, or no file for its channel: Node throws, or leaves the channel out. */
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
      return fork(createRequire(import.meta.url).resolve(this.options.program), [String(process.pid)], {
        env: {},
        execArgv: [`--max-old-space-size=${this.options.memoryMb}`],
        serialization: 'advanced',
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      });
    } catch {
      return undefined;
    }
  }

  /** What a killed process still said answers a question that was given up: it must not become another's. */
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

/** V8 aborts a process that runs out of memory, and so does the system's own guard. */
const isOutOfMemory = (signal: NodeJS.Signals | null) =>
  signal === 'SIGABRT' || signal === 'SIGTRAP' || signal === 'SIGKILL';
