import { MissingVariableError, TemplateError, type Refusal } from '@dundun/domain';
import { Context, Liquid, Tag, type TagToken, type Template, type TopLevelToken } from 'liquidjs';
import { withBoundedTags } from './template-bounds.js';
import { withClock } from './template-clock.js';
import { withBoundedOutput } from './template-output.js';
import { headerText, LONGEST_PART, storable } from './template-text.js';

/** The parts of a template, or of a message rendered from it. */
export interface TemplateParts {
  subject?: string;
  html?: string;
  text?: string;
}

const LONGEST_TEMPLATE = 1_000_000;
const RENDER_MS = 250;
const MOST_MEMORY = 10_000_000;

/**
 * Treats templates as hostile: reads no file, exposes only own properties, and bounds parsing, rendering time, memory and
 * output. A missing variable is an error unless the template tests it with `if` or has a `default`.
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
class NoSuchFile extends Tag {
  constructor(token: TagToken, rest: TopLevelToken[], liquid: Liquid) {
    super(token, rest, liquid);
    throw new Error(`${token.name} cannot be used: there are no files to read`);
  }

  /** Never reached. */
  *render(): Generator<unknown, void> {}
}

const bounded = (engine: Liquid) => withClock(withBoundedOutput(withBoundedTags(withoutFiles(engine))));
const html = bounded(new Liquid({ ...limits, outputEscape: 'escape' }));
const text = bounded(new Liquid(limits));

/** Returns the engine of a part; the one for HTML escapes. */
export const engineOf = (part: string): Liquid => (part === 'html' || part === 'mjml' ? html : text);

/** Refuses tags that read other templates. */
function withoutFiles(engine: Liquid): Liquid {
  for (const name of ['include', 'render', 'layout']) engine.registerTag(name, NoSuchFile);
  return engine;
}

/**
 * Renders every present part. Variables are escaped in html unless `| raw`, never in text and subject.
 * @throws TemplateError that names the part if it exceeded a limit, otherwise the error of LiquidJS
 */
export function renderParts(parts: TemplateParts, variables: object, strictVariables = true): TemplateParts {
  const rendered: TemplateParts = {};
  const render = (part: keyof TemplateParts, source: string) =>
    limitNamed(part, () =>
      storable(engineOf(part).parseAndRenderSync(source, variables, { strictVariables }) as string),
    );
  if (parts.subject !== undefined) rendered.subject = headerText(render('subject', parts.subject));
  if (parts.html !== undefined) rendered.html = render('html', parts.html);
  if (parts.text !== undefined) rendered.text = render('text', parts.text);
  return rendered;
}

/** Renders a parsed part as `renderParts` does. */
export const renderParsed = (part: keyof TemplateParts, templates: Template[], variables: object): string =>
  limitNamed(part, () => {
    const rendered = storable(engineOf(part).renderSync(templates, variables) as string);
    return part === 'subject' ? headerText(rendered) : rendered;
  });

/** Runs a rendering. @throws TemplateError that names the part if it exceeded a limit */
export function limitNamed<T>(part: keyof TemplateParts, render: () => T): T {
  try {
    return render();
  } catch (error) {
    const limit = limitOf(error);
    throw limit === undefined ? error : new TemplateError(`the ${part} ${limit}`);
  }
}

const LIMITS: [RegExp, string][] = [
  [/^parse length limit exceeded/, `is longer than ${LONGEST_TEMPLATE} characters`],
  [/^output length limit exceeded/, `becomes longer than ${LONGEST_PART} characters`],
  [/^template render limit exceeded/, `takes longer than ${RENDER_MS} ms to render`],
  [/^memory alloc limit exceeded/, 'uses up its memory'],
];

/** Returns the end of a sentence if a limit ended the rendering, undefined for a mistake. */
const limitOf = (error: unknown): string | undefined =>
  LIMITS.find(([pattern]) => error instanceof Error && pattern.test(error.message))?.[1];

/** Returns the names that have no value. */
export function missingOf(names: string[], variables: object): string[] {
  return names.filter((name) => {
    try {
      text.evalValueSync(name, new Context(variables, text.options));
      return false;
    } catch {
      return true;
    }
  });
}

const UNDEFINED = /undefined variable: ([^,\n]+)/;

/** Returns why a rendering failed, as a sentence without its beginning. */
export function failureOf(error: unknown): string {
  const refusal = templateRefusal(error);
  return refusal instanceof TemplateError ? refusal.detail : refusal.message;
}

/** Turns a rendering error into a refusal. */
export function templateRefusal(error: unknown): Refusal {
  if (error instanceof TemplateError) return error;
  const message = String((error as Error).message ?? error).split('\n')[0] as string;
  const missing = UNDEFINED.exec(message)?.[1];
  if (missing) return new MissingVariableError([missing]);
  return new TemplateError(message);
}
