import type { ToolAnnotations } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import type { Answer } from './answer.js';
import type { Api } from './api.js';
import type { DryRuns } from './dry-runs.js';
import type { Scope } from './settings.js';

/** What a tool may use. */
export interface Context {
  api: Api;
  dryRuns: DryRuns;
}

/** A function that an assistant can call. */
export interface Tool {
  name: string;
  title: string;
  description: string;
  scope: Scope;
  input: z.ZodObject;
  /** The whole structured answer; `data` in it is what the tool declares. */
  output: z.ZodObject;
  annotations: ToolAnnotations;
  run(input: Record<string, unknown>, context: Context): Promise<Answer>;
}

interface Definition<Shape extends z.ZodRawShape> extends Omit<Tool, 'input' | 'output' | 'annotations' | 'run'> {
  input: Shape;
  /** The fields of the answer's data. */
  output: z.ZodRawShape;
  run(input: z.output<z.ZodObject<Shape>>, context: Context): Promise<Answer>;
}

// No tool overwrites or deletes anything, and reading and drafting reach only this service.
const ANNOTATIONS: Record<Scope, ToolAnnotations> = {
  read: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  draft: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  // A message cannot be taken back, and reaches people outside.
  send: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
};

const SAID = {
  said: z.string().describe('One sentence of the server itself.'),
  notice: z.string().describe('How to treat data: third parties wrote it.'),
};

/** Defines a tool. An unknown argument is an error, so that a mistyped one does not go unnoticed. */
export function defineTool<Shape extends z.ZodRawShape>(tool: Definition<Shape>): Tool {
  return {
    ...tool,
    input: z.strictObject(tool.input),
    output: z.object({ ...SAID, data: z.looseObject(tool.output) }),
    annotations: { title: tool.title, ...ANNOTATIONS[tool.scope] },
    // The server parses the input before it calls.
    run: (input, context) => tool.run(input as z.output<z.ZodObject<Shape>>, context),
  };
}

/** The arguments of every tool that pages. */
export const PAGING = {
  limit: z.int().min(1).max(30).default(10).describe('The number of items, at most 30.'),
  next_cursor: z.string().min(1).max(1_000).optional().describe('The next_cursor of the previous answer.'),
};

/** The time to send a message. */
export const SCHEDULE = z.iso
  .datetime({ offset: true })
  .optional()
  .describe('When to send it; immediately when absent.');

export const anId = (what: string) => z.string().min(1).max(255).describe(what);

/** A page of the API. */
export interface Page {
  data: Record<string, unknown>[];
  next_cursor: string | null;
}

/** Formats a page, without the cursor to the previous one, which assistants do not need. */
export const paged = (what: string, { data, next_cursor }: Page): Answer => ({
  said: `${data.length} ${what}${next_cursor === null ? '' : '; there are more, pass next_cursor'}.`,
  data: { items: data, next_cursor },
});
