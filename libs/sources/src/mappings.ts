import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { MappingError, UnavailableError, type JsonObject } from '@dundun/domain';
import type { MappingAnswer, MappingQuestion, READY } from './mapping-thread.js';

const KILL_MS = 1_000;
/** For what is not the mapping's fault: starting the thread. */
const START_MS = 30_000;
const IDLE_MS = 60_000;
/** Of all and of one workspace: a source asks again only when it was answered. */
const MOST_WAITING = 1_000;
const MOST_WAITING_OF_ONE = 20;

interface Asked {
  workspaceId: number;
  question: MappingQuestion;
  resolve: (answer: MappingAnswer) => void;
  reject: (error: Error) => void;
}

/**
 * Evaluates mappings, which are hostile: in a thread of their own without an environment, with little memory, that is killed when
 * one keeps it longer than a second. One is in the thread at a time, so that a killed one takes nobody else's with it.
 */
@Injectable()
export class Mappings implements OnApplicationShutdown {
  private thread: Worker | undefined;
  private isStarted = false;
  private current: Asked | undefined;
  private deadline: NodeJS.Timeout | undefined;
  private idle: NodeJS.Timeout | undefined;
  private waiting: Asked[] = [];

  /** @returns what the mapping makes of it, undefined for nothing @throws MappingError, UnavailableError when too many wait */
  async evaluate(workspaceId: number, mapping: string, input: JsonObject): Promise<unknown> {
    const answer = await this.ask(workspaceId, { mapping, input });
    if ('fault' in answer) throw new MappingError(answer.fault);
    return answer.json === undefined ? undefined : (JSON.parse(answer.json) as unknown);
  }

  /** @returns what is wrong with the mapping and where, or null @throws UnavailableError when too many wait */
  async check(workspaceId: number, mapping: string): Promise<string | null> {
    const answer = await this.ask(workspaceId, { mapping });
    return 'fault' in answer ? answer.fault : null;
  }

  async onApplicationShutdown(): Promise<void> {
    const unanswered = [...(this.current ? [this.take()] : []), ...this.waiting.splice(0)];
    for (const { reject } of unanswered) reject(new UnavailableError());
    await this.end();
  }

  private ask(workspaceId: number, question: MappingQuestion): Promise<MappingAnswer> {
    const ofOne = this.waiting.filter((asked) => asked.workspaceId === workspaceId).length;
    if (this.waiting.length >= MOST_WAITING || ofOne >= MOST_WAITING_OF_ONE)
      return Promise.reject(new UnavailableError());
    return new Promise((resolve, reject) => {
      this.waiting.push({ workspaceId, question, resolve, reject });
      if (!this.current) this.next();
    });
  }

  private next(): void {
    this.current = this.waiting.shift();
    clearTimeout(this.idle);
    if (!this.current) {
      this.thread?.unref();
      this.idle = setTimeout(() => void this.end(), IDLE_MS).unref();
      return;
    }
    const thread = (this.thread ??= this.start());
    thread.ref();
    thread.postMessage(this.current.question);
    this.expectWithin(this.isStarted ? KILL_MS : START_MS, thread);
  }

  private expectWithin(ms: number, thread: Worker): void {
    clearTimeout(this.deadline);
    // Once more around the loop: the answer may have come while this thread was the one that stood still.
    const late = () => this.deadline === deadline && this.kill(thread, `it did not end within ${ms / 1_000} s`);
    const deadline: NodeJS.Timeout = setTimeout(() => setImmediate(late), ms);
    this.deadline = deadline;
  }

  private start(): Worker {
    const file = createRequire(import.meta.url).resolve('@dundun/sources/mapping-thread');
    const thread = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: 64, stackSizeMb: 4 }, env: {} });
    this.isStarted = false;
    thread.on('message', (said: MappingAnswer | typeof READY) => this.hear(thread, said));
    thread.on('error', ({ code }: NodeJS.ErrnoException) =>
      this.kill(thread, code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'it used up its memory' : 'it failed'),
    );
    return thread;
  }

  /** What a killed thread still says answers a question that was given up. */
  private hear(thread: Worker, said: MappingAnswer | typeof READY): void {
    if (thread !== this.thread) return;
    if (said === 'ready') {
      this.isStarted = true;
      return this.expectWithin(KILL_MS, thread);
    }
    this.take().resolve(said);
    this.next();
  }

  private kill(thread: Worker, reason: string): void {
    void thread.terminate();
    if (thread !== this.thread) return;
    this.thread = undefined;
    if (!this.current) return;
    this.take().reject(new MappingError(reason, true));
    this.next();
  }

  private take(): Asked {
    clearTimeout(this.deadline);
    this.deadline = undefined;
    const current = this.current as Asked;
    this.current = undefined;
    return current;
  }

  private async end(): Promise<void> {
    clearTimeout(this.idle);
    const { thread } = this;
    this.thread = undefined;
    await thread?.terminate();
  }
}
