import {
  AssignTag,
  CaseTag,
  IfTag,
  toValueSync,
  TypeGuards,
  UnlessTag,
  Value,
  type Arguments,
  type Expression,
  type PropertyAccessToken,
  type Template,
} from 'liquidjs';

/** A variable of a template, named by the fixed part of its path: `user.name` for `user.name[index]`. */
export interface UsedVariable {
  name: string;
  /** True if rendering may fail without it: one use has no `default` and is under no `if` that tests it. */
  required: boolean;
}

/** Returns the variables that a caller must provide, sorted by name. Leaves out variables that the template defines itself. */
export function variablesOf(templates: Template[]): UsedVariable[] {
  const search = new Search();
  search.visit(templates, new Set(), new Tested([]));
  return [...search.found]
    .map(([name, required]) => ({ name, required }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** Tags that test whether a value exists. */
const LENIENT = [AssignTag, CaseTag, IfTag, UnlessTag];

type Argument = Arguments extends Iterable<infer Each> ? Each : never;

class Search {
  readonly found = new Map<string, boolean>();
  private readonly assigned = new Set<string>();

  /** @param local names defined by enclosing blocks @param tested paths that have a value here */
  visit(templates: Template[], local: ReadonlySet<string>, tested: Tested): void {
    for (const template of templates) {
      const lenient = LENIENT.some((Lenient) => template instanceof Lenient);
      for (const argument of template.arguments?.() ?? []) this.argument(argument, { local, tested, lenient });
      for (const { content } of template.localScope?.() ?? []) this.assigned.add(content);
      if (template instanceof IfTag || template instanceof UnlessTag) this.branches(template, local, tested);
      else if (template.children) {
        const children = toValueSync(template.children(false, true)) as Template[];
        this.visit(children, new Set([...local, ...(template.blockScope?.() ?? [])]), tested);
      }
    }
  }

  private branches(tag: IfTag | UnlessTag, local: ReadonlySet<string>, tested: Tested): void {
    const isUnless = tag instanceof UnlessTag;
    tag.branches.forEach(({ value, templates }, index) =>
      this.visit(templates, local, isUnless && index === 0 ? tested : new Tested(conditionsOf(value), tested)),
    );
    const first = tag.branches[0];
    const known = isUnless && first && tag.branches.length === 1 ? conditionsOf(first.value) : [];
    this.visit(tag.elseTemplates ?? [], local, new Tested(known, tested));
  }

  private argument(argument: Argument, use: Use): void {
    if (!(argument instanceof Value)) return this.token(argument, use);
    this.filtered(argument.initial, argument.filters, use);
  }

  private filtered(initial: Expression, filters: { name: string; args: unknown[] }[], use: Use): void {
    const lenient = use.lenient || filters[0]?.name === 'default';
    for (const operand of initial.postfix) this.token(operand, { ...use, lenient });
    for (const argument of filters.flatMap(({ args = [] }) => args))
      this.token(Array.isArray(argument) ? argument[1] : argument, { ...use, lenient: false });
  }

  private token(token: unknown, use: Use): void {
    if (TypeGuards.isRangeToken(token)) {
      this.token(token.lhs, { ...use, lenient: false });
      this.token(token.rhs, { ...use, lenient: false });
    } else if (TypeGuards.isFilteredValueToken(token)) {
      this.filtered(token.initial, token.filters, use);
    } else if (TypeGuards.isPropertyAccessToken(token)) {
      for (const part of [token.variable, ...token.props]) this.token(part, { ...use, lenient: false });
      this.path(pathOf(token), use);
    }
  }

  private path(segments: string[], { local, tested, lenient }: Use): void {
    const root = segments[0];
    if (root === undefined || local.has(root) || this.assigned.has(root)) return;
    const name = nameOf(segments);
    this.found.set(name, this.found.get(name) === true || !(lenient || tested.has(name)));
  }
}

interface Use {
  local: ReadonlySet<string>;
  tested: Tested;
  /** True if an absent value is allowed here. */
  lenient: boolean;
}

/** The paths that have a value in a branch, because its condition and those around it test them. */
class Tested {
  private readonly names: ReadonlySet<string>;

  constructor(
    paths: string[][],
    private readonly outer?: Tested,
  ) {
    this.names = new Set(paths.flatMap(prefixesOf));
  }

  has(name: string): boolean {
    return this.names.has(name) || (this.outer?.has(name) ?? false);
  }
}

/** Longer prefixes of a tested path are not looked up; their number times their length would grow with the square. */
const LONGEST_PREFIX = 20;
const prefixesOf = (path: string[]): string[] => [
  ...path.slice(0, LONGEST_PREFIX).map((_, index) => nameOf(path.slice(0, index + 1))),
  nameOf(path),
];

/** Returns the paths that have a value if the condition is true. */
function conditionsOf({ initial, filters }: Value): string[][] {
  const operators = initial.postfix.filter((token) => TypeGuards.isOperatorToken(token));
  const isPlain = operators.every((token) => (token as { operator?: string }).operator === 'and');
  if (!isPlain || filters.length > 0) return [];
  return initial.postfix.filter(TypeGuards.isPropertyAccessToken).map(pathOf);
}

/** Returns the part of the path that does not depend on another value. */
function pathOf({ variable, props }: PropertyAccessToken): string[] {
  if (variable !== undefined) return [];
  const segments: string[] = [];
  for (const prop of props) {
    const isFixed = TypeGuards.isWordToken(prop) || TypeGuards.isQuotedToken(prop) || TypeGuards.isNumberToken(prop);
    if (!isFixed) break;
    segments.push(String(prop.content));
  }
  return segments;
}

const WORD = /^[\p{L}_][\p{L}\p{N}_-]*\??$/u;
const nameOf = ([root = '', ...rest]: string[]): string =>
  (WORD.test(root) ? root : `[${quoted(root)}]`) +
  rest.map((part) => (WORD.test(part) ? `.${part}` : `[${/^\d+$/.test(part) ? part : quoted(part)}]`)).join('');
const quoted = (text: string) => (text.includes('"') ? `'${text}'` : `"${text}"`);
