import { hasLength, MissingVariableError, TemplateError, type Refusal } from '@dundun/domain';
import { Liquid } from 'liquidjs';

/** The parts of a template, or of a message made from one. */
export interface TemplateParts {
  subject?: string;
  html?: string;
  text?: string;
}

const LONGEST_TEMPLATE = 1_000_000;
const RENDER_MS = 250;
const MOST_MEMORY = 10_000_000;

/**
 * Templates are hostile. No file is ever read, only own properties are seen, and parse, render time and memory are
 * bounded. A variable that was not given is an error, unless the template tests it by `if` or gives a `default`.
 */
const limits = {
  templates: {},
  ownPropertyOnly: true,
  strictVariables: true,
  lenientIf: true,
  strictFilters: true,
  parseLimit: LONGEST_TEMPLATE,
  renderLimit: RENDER_MS,
  memoryLimit: MOST_MEMORY,
};
const html = new Liquid({ ...limits, outputEscape: 'escape' });
const text = new Liquid(limits);

/** Renders every part that is there; variables are escaped in html unless `| raw`, never in text and subject. */
export function renderParts(parts: TemplateParts, variables: object): TemplateParts {
  const rendered: TemplateParts = {};
  const render = (engine: Liquid, source: string) => storable(engine.parseAndRenderSync(source, variables) as string);
  if (parts.subject !== undefined) rendered.subject = headerText(render(text, parts.subject));
  if (parts.html !== undefined) rendered.html = render(html, parts.html);
  if (parts.text !== undefined) rendered.text = render(text, parts.text);
  return rendered;
}

/** Filters can make what PostgreSQL cannot keep: `url_decode` a NUL, `slice` half of a surrogate pair. */
const storable = (rendered: string) => rendered.replaceAll('\0', '').toWellFormed();

/** Parses every part. @throws TemplateError that names line and column */
export function checkParts(parts: TemplateParts): void {
  for (const [name, source] of Object.entries(parts) as [string, string | undefined][]) {
    if (source === undefined) continue;
    try {
      (name === 'html' ? html : text).parse(source);
    } catch (error) {
      throw templateRefusal(error, name);
    }
  }
}

const LONGEST_SUBJECT = 998;

/** A variable may bring line breaks and other controls into a header; they end there. */
function headerText(subject: string): string {
  const line = subject.replace(/\p{Cc}+/gu, ' ').trim();
  if (!hasLength(line, 0, LONGEST_SUBJECT))
    throw new TemplateError(`the subject becomes longer than ${LONGEST_SUBJECT} characters`);
  return line;
}

const UNDEFINED = /undefined variable: ([^,\n]+)/;

/** What went wrong in a template, as a refusal. */
export function templateRefusal(error: unknown, part?: string): Refusal {
  if (error instanceof TemplateError) return error;
  const message = String((error as Error).message ?? error).split('\n')[0] as string;
  const missing = UNDEFINED.exec(message)?.[1];
  if (missing) return new MissingVariableError([missing]);
  return new TemplateError(`${part ? `${part}: ` : ''}${message}`);
}
