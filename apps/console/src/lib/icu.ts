import { LOCALE } from './format';

/** The values of a message's arguments. */
export type Values = Record<string, string | number>;

type Part = string | { name: string; kind: 'text' | 'number' | 'plural' | 'select'; cases: Map<string, Part[]> };

const rules = new Intl.PluralRules(LOCALE);
const whole = new Intl.NumberFormat(LOCALE);

/**
 * Returns a function that fills an ICU message: `{name}`, `{n, number}`, `{n, plural, =0 {…} one {…} other {# …}}` and
 * `{x, select, a {…} other {…}}`, nested at will; `''` is an apostrophe, and quotes protect braces.
 * @throws SyntaxError for a message that is not of this form, when it is defined and not when it is shown
 */
export function icu<Given extends Values = Values>(message: string): (values: Given) => string {
  const parts = parse(message);
  return (values) => fill(parts, values, '');
}

function fill(parts: readonly Part[], values: Values, hash: string): string {
  return parts
    .map((part) => {
      if (typeof part === 'string') return part === '#' ? hash || '#' : part;
      const value = values[part.name] ?? '';
      if (part.kind === 'text') return String(value);
      if (part.kind === 'number') return whole.format(Number(value));
      const chosen = caseOf(part.kind, part.cases, value);
      return fill(chosen ?? [], values, part.kind === 'plural' ? whole.format(Number(value)) : hash);
    })
    .join('');
}

const caseOf = (kind: 'plural' | 'select', cases: Map<string, Part[]>, value: string | number) =>
  (kind === 'select' ? cases.get(String(value)) : (cases.get(`=${value}`) ?? cases.get(rules.select(Number(value))))) ??
  cases.get('other');

function parse(message: string): Part[] {
  let at = 0;
  const fault = (text: string) => new SyntaxError(`${text} at ${at} of “${message}”`);

  function sequence(inCase: boolean): Part[] {
    const parts: Part[] = [];
    let text = '';
    const flush = () => {
      if (text) parts.push(text);
      text = '';
    };
    for (; at < message.length; at++) {
      const char = message.charAt(at);
      if (char === '}' && inCase) break;
      if (char === '}') throw fault('unexpected }');
      if (char === '{') {
        flush();
        parts.push(argument());
      } else if (char === '#' && inCase) {
        flush();
        parts.push('#');
      } else if (char === "'" && message.charAt(at + 1) === "'") {
        text += message.charAt(++at);
      } else if (char === "'" && /[{}#]/.test(message.charAt(at + 1))) {
        const end = message.indexOf("'", at + 1);
        if (end < 0) throw fault('unclosed quote');
        text += message.slice(at + 1, end);
        at = end;
      } else text += char;
    }
    flush();
    return parts;
  }

  /** Reads from an opening brace to its closing one, where it leaves the position. */
  function argument(): Part {
    const head = /^\{\s*(\w+)\s*(?:,\s*(number|plural|select)\s*(,)?)?\s*/.exec(message.slice(at));
    if (!head?.[1]) throw fault('no argument');
    at += head[0].length;
    const cases = new Map<string, Part[]>();
    const kind = (head[2] ?? 'text') as 'text' | 'number' | 'plural' | 'select';
    while (head[3] && message.charAt(at) !== '}') {
      const name = /^\s*(=\d+|\w+)\s*\{/.exec(message.slice(at));
      if (!name?.[1]) throw fault('no case');
      at += name[0].length;
      cases.set(name[1], sequence(true));
      if (message.charAt(at) !== '}') throw fault('unclosed case');
      at += 1 + (/^\s*/.exec(message.slice(at + 1))?.[0].length ?? 0);
    }
    if (message.charAt(at) !== '}') throw fault('unclosed argument');
    if (head[3] && !cases.has('other')) throw fault('no case “other”');
    return { name: head[1], kind, cases };
  }

  return sequence(false);
}
