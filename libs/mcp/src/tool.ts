import type { ToolAnnotations } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import type { Answer } from './answer.js';
import type { Api } from './api.js';
import type { DryRuns } from './dry-runs.js';
import type { Scope } from './settings.js';

/** What a tool works with. */
export interface Context {
  api: Api;
  dryRuns: DryRuns;
}

/** Something that an assistant can call. */
export interface Tool {
  name: string;
  title: string;
  description: string;
  scope: Scope;
  input: z.ZodObject;
  annotations: ToolAnnotations;
  run(input: Record<string, unknown>, context: Context): Promise<Answer>;
}

interface Definition<Shape extends z.ZodRawShape> extends Omit<Tool, 'input' | 'annotations' | 'run'> {
  input: Shape;
  run(input: z.output<z.ZodObject<Shape>>, context: Context): Promise<Answer>;
}

// Nothing is ever overwritten or deleted, and what is done is only reachable in this one service.
const ANNOTATIONS: Record<Scope, ToolAnnotations> = {
  read: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  draft: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  // A message cannot be taken back, and reaches people outside.
  send: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
};

/** An argument that the tool does not know is an error: a mistyped one must not go unnoticed. */
export function defineTool<Shape extends z.ZodRawShape>(tool: Definition<Shape>): Tool {
  return {
    ...tool,
    input: z.strictObject(tool.input),
    annotations: { title: tool.title, ...ANNOTATIONS[tool.scope] },
    // The server parses with `input` before it calls.
    run: (input, context) => tool.run(input as z.output<z.ZodObject<Shape>>, context),
  };
}

/** The arguments of every tool that pages. */
export const PAGING = {
  limit: z.int().min(1).max(30).default(10).describe('How many items, at most 30.'),
  next_cursor: z.string().min(1).max(1_000).optional().describe('next_cursor of the answer before.'),
};

/** When a message leaves. */
export const SCHEDULE = z.iso.datetime({ offset: true }).optional().describe('When to send it; at once when absent.');

export const anId = (what: string) => z.string().min(1).max(255).describe(what);

/** A page as the API gives it. */
export interface Page {
  data: Record<string, unknown>[];
  next_cursor: string | null;
}

/** A page without the cursor back, which an assistant has no use for. */
export const paged = (what: string, { data, next_cursor }: Page): Answer => ({
  said: `${data.length} ${what}${next_cursor === null ? '' : '; there are more, pass next_cursor'}.`,
  data: { items: data, next_cursor },
});
