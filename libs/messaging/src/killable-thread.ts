import { TemplateError, UnavailableError } from '@dundun/domain';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import type { ThreadReply, ThreadRequest } from './render-thread.js';
import { TakingTurns } from './taking-turns.js';

const KILL_MS = 2_000;
/** For what is not the template's fault. */
const LOAD_MS = 30_000;
const MOST_WAITING = 10_000;
const MOST_WAITING_OF_ONE = 2_000;

interface Asked {
  request: ThreadRequest;
  resolve: (reply: ThreadReply) => void;
  reject: (error: Error) => void;
}

/**
 * A thread that is killed when a template keeps it too long, whatever it does. One template is in the thread at a
 * time, so a killed one takes nobody else's with it, and the workspaces take turns.
 */
export class KillableThread {
  private thread: Worker | undefined;
  private current: Asked | undefined;
  private deadline: NodeJS.Timeout | undefined;
  private idle: NodeJS.Timeout | undefined;
  private readonly waiting = new TakingTurns<Asked>();

  /** @param idleMs after how long without work the thread gives its memory back */
  constructor(private readonly idleMs?: number) {}

  /** @throws TemplateError when it had to be killed, UnavailableError when too many wait */
  ask(workspaceId: number, request: ThreadRequest): Promise<ThreadReply> {
    if (this.waiting.size >= MOST_WAITING || this.waiting.sizeOf(String(workspaceId)) >= MOST_WAITING_OF_ONE)
      return Promise.reject(new UnavailableError());
    return new Promise((resolve, reject) => {
      this.waiting.add(String(workspaceId), { request, resolve, reject });
      if (!this.current) this.next();
    });
  }

  /** Whether it takes memory. */
  get isAlive(): boolean {
    return this.thread !== undefined;
  }

  /** Refuses what is not answered yet. */
  async end(): Promise<void> {
    clearTimeout(this.idle);
    const unanswered = [...(this.current ? [this.take()] : []), ...this.waiting.clear()];
    for (const { reject } of unanswered) reject(new UnavailableError());
    const { thread } = this;
    this.thread = undefined;
    await thread?.terminate();
  }

  private next(): void {
    const asked = this.waiting.next()?.item;
    this.current = asked;
    if (!asked) return this.rest();
    clearTimeout(this.idle);
    const thread = (this.thread ??= this.start());
    thread.ref();
    thread.postMessage(asked.request);
    this.expectWithin(KILL_MS, thread);
  }

  private rest(): void {
    this.thread?.unref();
    if (this.idleMs !== undefined) this.idle = setTimeout(() => void this.end(), this.idleMs).unref();
  }

  private expectWithin(ms: number, thread: Worker): void {
    const asked = this.current;
    clearTimeout(this.deadline);
    // Once more around the loop: the answer may have come while this thread was the one that stood still.
    const late = () => this.current === asked && this.kill(thread, `it did not finish in ${ms / 1000} seconds`);
    const deadline: NodeJS.Timeout = setTimeout(() => setImmediate(() => this.deadline === deadline && late()), ms);
    this.deadline = deadline;
  }

  private start(): Worker {
    const file = createRequire(import.meta.url).resolve('@dundun/messaging/render-thread');
    const thread = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: 128, stackSizeMb: 4 }, env: {} });
    thread.on('message', (reply: ThreadReply) => this.settle(thread, reply));
    thread.on('error', (error: NodeJS.ErrnoException) => this.kill(thread, reasonOf(error, this.current?.request)));
    return thread;
  }

  /** What a killed thread still says is the answer to a question that was given up: it must not become another's. */
  private settle(thread: Worker, reply: ThreadReply): void {
    if (thread !== this.thread) return;
    if ('loading' in reply) return this.expectWithin(reply.loading ? LOAD_MS : KILL_MS, thread);
    this.take().resolve(reply);
    this.next();
  }

  private kill(thread: Worker, reason: string): void {
    void thread.terminate();
    if (thread !== this.thread) return;
    this.thread = undefined;
    if (!this.current) return;
    this.take().reject(new TemplateError(reason));
    this.next();
  }

  private take(): Asked {
    clearTimeout(this.deadline);
    const current = this.current as Asked;
    this.current = undefined;
    return current;
  }
}

/** What an author can do something about; what the thread itself says of its end is about its innards. */
export function reasonOf({ code }: NodeJS.ErrnoException, request: ThreadRequest | undefined): string {
  const needs = code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'takes too much memory' : 'is too complex';
  return `${request ? partOf(request) : 'it'} ${needs}: make it shorter, or nest its tags less deeply`;
}

/** The only part that was asked about; of several, nobody knows in which one the thread was. */
function partOf(request: ThreadRequest): string {
  const parts = Object.entries('sources' in request ? request.sources : request.parts);
  const given = parts.filter(([, source]) => source !== undefined).map(([part]) => part);
  return given.length === 1 ? `the ${given[0]}` : 'it';
}
