/** A kind of thing whose changes are recorded, with the columns whose values are. */
export interface AuditedThing {
  /** The word for it, such as `webhook`. */
  thing: string;
  /** Where its operations begin, such as `/console/webhooks`. The first value in the rest of the path is its id. */
  paths: string[];
  /** Absent if values are not recorded: then every call is. */
  table?: string;
  /** Column of the id: `id` by default. `workspace_id` if a workspace has one, which no path names. */
  key?: string;
  /** Path parameter with the id: the first after `paths` by default. */
  parameter?: string;
  /** Columns that are recorded. Others are not, secrets among them. */
  columns?: string[];
  /** Columns of which only the fact of a change is recorded. */
  hidden?: string[];
  /** Column of its name. */
  title?: string;
  /** Set if several rows make up the thing, in this order: values are then lists. */
  order?: string;
  /** Operations call third parties or need several transactions: the record follows the change, in a transaction of its own. */
  isSlow?: boolean;
  /** The id names a person of the audience, so only its hash is recorded: the log outlives an erasure. */
  isPerson?: boolean;
}

/** What is recorded of an API: things, and routes that are not recorded, with the reason. */
export interface AuditTable {
  things: readonly AuditedThing[];
  /** Reasons by route, such as `POST /v1/send/email`. */
  exempt: Readonly<Record<string, string>>;
  operationId: (controller: string, method: string) => string;
}

/** The token of the table. The program provides it, because things belong to different features. */
export const AUDIT_TABLE = Symbol('audit table');

const PARAMETER = /^:(\w+)$/;

/** Finds the thing of a route such as `PUT /console/webhooks/:id`: that with the longest path, or undefined. */
export function thingOf({ things }: Pick<AuditTable, 'things'>, route: string): AuditedThing | undefined {
  const path = route.split(' ')[1] ?? '';
  const lengthOf = ({ paths }: AuditedThing) =>
    Math.max(0, ...paths.filter((each) => path === each || path.startsWith(`${each}/`)).map(({ length }) => length));
  return [...things].sort((one, other) => lengthOf(other) - lengthOf(one)).find((thing) => lengthOf(thing) > 0);
}

/** Returns the name of the path parameter with the id of the thing, or undefined if the path has none. */
export function idParameter(thing: AuditedThing, route: string): string | undefined {
  if (thing.parameter !== undefined) return thing.parameter;
  const path = route.split(' ')[1] ?? '';
  const base = thing.paths.find((each) => path === each || path.startsWith(`${each}/`)) ?? '';
  const parts = path.slice(base.length).split('/');
  return parts.map((part) => PARAMETER.exec(part)?.[1]).find((name) => name !== undefined);
}

/** Field, value before, value after. */
export type Changes = Record<string, { before: unknown; after: unknown }>;

const HIDDEN = '(hidden)';

/** Returns the fields that differ between two snapshots; `hidden` ones without their values. */
export function changesBetween(
  before: Record<string, unknown> | null,
  after: Record<string, unknown> | null,
  hidden: readonly string[] = [],
): Changes {
  const names = Object.keys({ ...before, ...after });
  const differing = names.flatMap((name): [string, Changes[string]][] => {
    const [was, is] = [before?.[name] ?? null, after?.[name] ?? null];
    if (JSON.stringify(was) === JSON.stringify(is)) return [];
    const shown = (value: unknown) => (hidden.includes(name) && value !== null ? HIDDEN : value);
    return [[name.replace(/^sealed_/, ''), { before: shown(was), after: shown(is) }]];
  });
  return Object.fromEntries(differing);
}
