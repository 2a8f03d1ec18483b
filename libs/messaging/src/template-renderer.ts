import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { MissingVariableError, TemplateError, UnavailableError } from '@dundun/domain';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import type { RenderReply, RenderRequest } from './render-thread.js';
import { TakingTurns } from './taking-turns.js';
import type { TemplateParts } from './template-engine.js';

const KILL_MS = 2_000;
const MOST_WAITING = 10_000;
const MOST_WAITING_OF_ONE = 2_000;

interface Rendering {
  request: RenderRequest;
  resolve: (parts: TemplateParts) => void;
  reject: (error: Error) => void;
}

/**
 * Renders in a thread that is killed when a template runs too long, whatever it does. One template is in the thread
 * at a time, so a killed one takes nobody else's with it, and the workspaces take turns.
 */
@Injectable()
export class TemplateRenderer implements OnApplicationShutdown {
  private thread: Worker | undefined;
  private current: Rendering | undefined;
  private deadline: NodeJS.Timeout | undefined;
  private readonly waiting = new TakingTurns<Rendering>();

  /** @throws MissingVariableError, TemplateError, UnavailableError when too many wait */
  render(workspaceId: number, parts: TemplateParts, variables: object): Promise<TemplateParts> {
    if (this.waiting.size >= MOST_WAITING || this.waiting.sizeOf(workspaceId) >= MOST_WAITING_OF_ONE)
      return Promise.reject(new UnavailableError());
    return new Promise((resolve, reject) => {
      this.waiting.add(workspaceId, { request: { parts, variables }, resolve, reject });
      if (!this.current) this.next();
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.thread?.terminate();
  }

  private next(): void {
    const rendering = this.waiting.next();
    this.current = rendering;
    if (!rendering) return this.thread?.unref();
    const thread = (this.thread ??= this.start());
    thread.ref();
    thread.postMessage(rendering.request);
    // Once more around the loop: the answer may have come while this thread was the one that stood still.
    const late = () =>
      this.current === rendering && this.kill(thread, `it did not finish in ${KILL_MS / 1000} seconds`);
    this.deadline = setTimeout(() => setImmediate(late), KILL_MS);
  }

  private start(): Worker {
    const file = createRequire(import.meta.url).resolve('@dundun/messaging/render-thread');
    const thread = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: 128, stackSizeMb: 4 }, env: {} });
    thread.on('message', (reply: RenderReply) => this.settle(thread, reply));
    thread.on('error', (error) => this.kill(thread, `it used up its memory or failed (${error.message})`));
    return thread;
  }

  /** What a killed thread still says is the answer to a question that was given up: it must not become another's. */
  private settle(thread: Worker, reply: RenderReply): void {
    if (thread !== this.thread) return;
    const { resolve, reject } = this.take();
    if ('parts' in reply) resolve(reply.parts);
    else reject('missing' in reply ? new MissingVariableError(reply.missing) : new TemplateError(reply.fault));
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

  private take(): Rendering {
    clearTimeout(this.deadline);
    const current = this.current as Rendering;
    this.current = undefined;
    return current;
  }
}
