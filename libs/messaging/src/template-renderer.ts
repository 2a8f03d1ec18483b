import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { MissingVariableError, TemplateError, UnavailableError } from '@dundun/domain';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import type { RenderReply, RenderRequest } from './render-thread.js';
import type { TemplateParts } from './template-engine.js';

const KILL_MS = 2_000;
const MOST_WAITING = 2_000;

interface Rendering {
  request: RenderRequest;
  resolve: (parts: TemplateParts) => void;
  reject: (error: Error) => void;
}

/**
 * Renders in a thread that is killed when a template runs too long, whatever it does. One template is in the thread
 * at a time, so a killed one takes nobody else's with it.
 */
@Injectable()
export class TemplateRenderer implements OnApplicationShutdown {
  private thread: Worker | undefined;
  private current: Rendering | undefined;
  private deadline: NodeJS.Timeout | undefined;
  private readonly waiting: Rendering[] = [];

  /** @throws MissingVariableError, TemplateError, UnavailableError when too many wait */
  render(parts: TemplateParts, variables: object): Promise<TemplateParts> {
    if (this.waiting.length >= MOST_WAITING) return Promise.reject(new UnavailableError());
    return new Promise((resolve, reject) => {
      this.waiting.push({ request: { parts, variables }, resolve, reject });
      if (!this.current) this.next();
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.thread?.terminate();
  }

  private next(): void {
    this.current = this.waiting.shift();
    if (!this.current) return this.thread?.unref();
    this.thread ??= this.start();
    this.thread.ref();
    this.thread.postMessage(this.current.request);
    this.deadline = setTimeout(() => this.kill(`it did not finish in ${KILL_MS / 1000} seconds`), KILL_MS);
  }

  private start(): Worker {
    const file = createRequire(import.meta.url).resolve('@dundun/messaging/render-thread');
    const thread = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: 128, stackSizeMb: 4 }, env: {} });
    thread.on('message', (reply: RenderReply) => this.settle(reply));
    thread.on('error', (error) => this.kill(`it used up its memory or failed (${error.message})`));
    return thread;
  }

  private settle(reply: RenderReply): void {
    const { resolve, reject } = this.take();
    if ('parts' in reply) resolve(reply.parts);
    else reject('missing' in reply ? new MissingVariableError(reply.missing) : new TemplateError(reply.fault));
    this.next();
  }

  private kill(reason: string): void {
    void this.thread?.terminate();
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
