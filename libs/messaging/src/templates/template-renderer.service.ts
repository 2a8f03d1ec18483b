import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { InvalidInputError, MissingVariableError, TemplateError } from '@dundun/domain';
import { Sandbox, SandboxError } from '@dundun/platform/sandbox';
import type { PlainTemplate } from './plain-template.js';
import type { Filling, SharedRendering } from './shared-rendering.js';
import type { RenderAnswer, RenderQuestion } from './render-process.js';
import { LIMIT_MS, saidOf } from './render-refusal.js';
import type { TemplateParts } from './template-engine.js';
import type { Inspected, TemplateSources } from './template-inspection.js';

/** MJML takes about 60 MB, which are needed only while an author works on a template. */
const IDLE_MS = 60_000;

/** Inspects and renders templates in sandboxes. Inspections have their own, so that they never delay sends. */
@Injectable()
export class TemplateRenderer implements OnApplicationShutdown {
  private readonly rendering = aSandbox();
  private readonly inspecting = aSandbox(IDLE_MS);

  /** Renders a template. @throws MissingVariableError, TemplateError, UnavailableError if too many wait */
  async render(workspaceId: number, parts: TemplateParts, variables: object): Promise<TemplateParts> {
    const reply = await ask(this.rendering, workspaceId, { parts, variables });
    return 'parts' in reply ? reply.parts : refuse(reply);
  }

  /**
   * Renders one content for many messages. One whose rendering fails gets a fault; one that makes the sandbox fail is found by
   * rendering each alone.
   * @throws UnavailableError if too many wait
   */
  async renderShared(workspaceId: number, parts: TemplateParts, fillings: Filling[]): Promise<SharedRendering> {
    const alone = async (filling: Filling) => this.renderShared(workspaceId, parts, [filling]);
    const faulty = (fault: string) => ({ fixed: {}, filled: fillings.map(() => ({ fault })) });
    try {
      const reply = await ask(this.rendering, workspaceId, { parts, fillings });
      if ('shared' in reply) return reply.shared;
      return faulty('fault' in reply ? reply.fault : 'it failed');
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      if (fillings.length === 1) return faulty(error.detail);
      const each: SharedRendering[] = [];
      for (const filling of fillings) each.push(await alone(filling));
      const fixed = each.find((one) => Object.keys(one.fixed).length > 0)?.fixed ?? {};
      return { fixed, filled: each.flatMap(({ filled }) => filled) };
    }
  }

  /** Returns a content as a plain template, which needs no sandbox to be filled in; null if it is none. @throws UnavailableError */
  async plain(workspaceId: number, parts: TemplateParts): Promise<PlainTemplate | null> {
    try {
      const reply = await ask(this.rendering, workspaceId, { parts, asks: 'plain template' });
      return 'template' in reply ? reply.template : null;
    } catch (error) {
      if (error instanceof TemplateError) return null;
      throw error;
    }
  }

  /**
   * Renders with missing variables left empty.
   * @param required names to report if they are missing
   * @throws TemplateError, UnavailableError
   */
  async preview(
    workspaceId: number,
    parts: TemplateParts,
    variables: object,
    required: string[],
  ): Promise<{ parts: TemplateParts; missing: string[] }> {
    const reply = await ask(this.inspecting, workspaceId, { parts, variables, required });
    return 'parts' in reply ? reply : refuse(reply);
  }

  /** Inspects sources. @throws InvalidInputError with part, line and column; TemplateError, UnavailableError */
  async inspect(workspaceId: number, sources: TemplateSources): Promise<Inspected> {
    const reply = await ask(this.inspecting, workspaceId, { sources });
    return 'inspected' in reply ? reply.inspected : refuse(reply);
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.rendering.end(), this.inspecting.end()]);
  }
}

const aSandbox = (idleMs?: number) =>
  new Sandbox<RenderQuestion, RenderAnswer>({
    program: '@dundun/messaging/render-process',
    memoryMb: 128,
    limitMs: LIMIT_MS,
    idleMs,
    mostWaiting: 10_000,
    mostWaitingOfOne: 2_000,
  });

async function ask(
  sandbox: ReturnType<typeof aSandbox>,
  workspaceId: number,
  question: RenderQuestion,
): Promise<RenderAnswer> {
  try {
    return await sandbox.ask(workspaceId, question);
  } catch (error) {
    throw error instanceof SandboxError ? new TemplateError(saidOf(error.end, question)) : error;
  }
}

function refuse(reply: RenderAnswer): never {
  if ('missing' in reply) throw new MissingVariableError(reply.missing);
  if ('faults' in reply) throw new InvalidInputError(reply.faults);
  throw new TemplateError('fault' in reply ? reply.fault : 'it failed');
}
