import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { MappingError, type JsonObject } from '@dundun/domain';
import { Sandbox, SandboxError, type SandboxEnd } from '@dundun/platform/sandbox';
import type { MappingAnswer, MappingQuestion } from './mapping-process.js';

const LIMIT_MS = 1_000;
const IDLE_MS = 60_000;

const SAID: Record<SandboxEnd, string> = {
  late: `it did not finish within ${LIMIT_MS / 1_000} s`,
  memory: 'it ran out of memory',
  crash: 'it failed',
};

/** Evaluates mappings in sandboxed processes, since they are untrusted code. */
@Injectable()
export class Mappings implements OnApplicationShutdown {
  private readonly sandbox = new Sandbox<MappingQuestion, MappingAnswer>({
    program: '@dundun/sources/mapping-process',
    memoryMb: 64,
    limitMs: LIMIT_MS,
    idleMs: IDLE_MS,
    // A source submits an event only after the answer to the last one.
    mostWaiting: 1_000,
    mostWaitingOfOne: 20,
  });

  /** @returns the result, undefined for none @throws MappingError, UnavailableError when too many requests wait */
  async evaluate(workspaceId: number, mapping: string, input: JsonObject): Promise<unknown> {
    const answer = await this.ask(workspaceId, { mapping, input });
    if ('fault' in answer) throw new MappingError(answer.fault);
    return answer.json === undefined ? undefined : (JSON.parse(answer.json) as unknown);
  }

  /** @returns the fault with its position, or null @throws MappingError, UnavailableError when too many requests wait */
  async check(workspaceId: number, mapping: string): Promise<string | null> {
    const answer = await this.ask(workspaceId, { mapping });
    return 'fault' in answer ? answer.fault : null;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.sandbox.end();
  }

  private async ask(workspaceId: number, question: MappingQuestion): Promise<MappingAnswer> {
    try {
      return await this.sandbox.ask(workspaceId, question);
    } catch (error) {
      throw error instanceof SandboxError ? new MappingError(SAID[error.end], true) : error;
    }
  }
}
