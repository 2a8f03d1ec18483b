import { wholeOf } from '@dundun/providers';
import { headerText, LONGEST_PART, storable } from './template-text.js';

/** A part that consists of fixed pieces and outputs of plain variables: `fixed[0] + outputs[0] + fixed[1] + …`. */
export interface PlainPart {
  fixed: string[];
  outputs: PlainOutput[];
}

export interface PlainOutput {
  /** The names that lead to the value. */
  path: string[];
  isEscaped: boolean;
}

/** A content without tags, and without filters other than `raw`. */
export interface PlainTemplate {
  subject: PlainPart;
  html?: PlainPart;
  text?: PlainPart;
}

/** What one message fills into a plain template. */
interface PlainFilling {
  subject: string;
  html?: string[];
  text?: string[];
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&#34;', "'": '&#39;' };

/**
 * Fills in a plain template without LiquidJS, with the same result. The template cannot harm the process: it is looked up and joined.
 * @returns undefined if a value is not a text, number or boolean, or too long; the sandbox then says what becomes of it
 */
export function fillPlain({ subject, html, text }: PlainTemplate, variables: object): PlainFilling | undefined {
  const inSubject = valuesOf(subject, variables);
  const inHtml = html && valuesOf(html, variables);
  const inText = text && valuesOf(text, variables);
  if (!inSubject || (html && !inHtml) || (text && !inText)) return undefined;
  return { subject: headerText(wholeOf({ fixed: subject.fixed, values: inSubject })), html: inHtml, text: inText };
}

function valuesOf({ outputs }: PlainPart, variables: object): string[] | undefined {
  const values: string[] = [];
  let length = 0;
  for (const output of outputs) {
    const value = valueOf(output, variables);
    if (value === undefined) return undefined;
    length += value.length;
    values.push(value);
  }
  return length > LONGEST_PART ? undefined : values;
}

function valueOf({ path, isEscaped }: PlainOutput, variables: object): string | undefined {
  let value: unknown = variables;
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  if (typeof value === 'string') return storable(isEscaped ? escaped(value) : value);
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

const escaped = (value: string) =>
  /[&<>"']/.test(value) ? value.replace(/[&<>"']/g, (sign) => ENTITIES[sign] as string) : value;
