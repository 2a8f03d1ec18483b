import { hasLength, isJsonObject, isPropertyName, isTimeZone, isWellFormed } from '@dundun/domain';
import { field, type FieldOptions } from './fields/index.js';
import { whichOf } from './fields/which-of.js';

/** Maximum length of a uid, in characters. */
export const LONGEST_UID = 255;
/** Maximum of lists or accounts in one call. */
const MOST_NAMED = 100;
const LONGEST_ROLE = 255;
const MOST_ATTRIBUTES = 300;

const uidOf = (value: unknown): string | undefined => {
  const text = Number.isSafeInteger(value) ? String(value) : value;
  return typeof text === 'string' && hasLength(text, 1, LONGEST_UID) && isWellFormed(text) ? text : undefined;
};

/** The caller's id of a person; a whole number is read as text. */
export function Uid(options: FieldOptions): PropertyDecorator {
  return field(
    {
      name: 'uid',
      message: `must be text of 1 to ${LONGEST_UID} characters`,
      test: (value) => uidOf(value) !== undefined,
      parse: uidOf,
      schema: { type: 'string', minLength: 1, maxLength: LONGEST_UID },
    },
    options,
  );
}

/** Names of attributes. */
export function AttributeNameList(options: FieldOptions): PropertyDecorator {
  return field(
    {
      name: 'attribute_names',
      message: `must be a list of at most ${MOST_ATTRIBUTES} names of attributes`,
      test: (value) =>
        Array.isArray(value) &&
        value.length <= MOST_ATTRIBUTES &&
        value.every((name) => typeof name === 'string' && isPropertyName(name)),
      schema: { type: 'array', maxItems: MOST_ATTRIBUTES, items: { type: 'string' } },
    },
    options,
  );
}

/** A zone of the IANA database. */
export function TimeZone(options: FieldOptions): PropertyDecorator {
  return field(
    {
      name: 'time_zone',
      message: 'must be an IANA time zone such as Africa/Lagos',
      test: (value) => typeof value === 'string' && isTimeZone(value),
      schema: { type: 'string' },
    },
    options,
  );
}

/** An account of a person, as named in a request. */
export interface NamedAccount {
  id: string;
  /** undefined leaves the role, null clears it. */
  role?: string | null;
}

const roleFits = (role: unknown) =>
  role === undefined ||
  role === null ||
  (typeof role === 'string' && hasLength(role, 1, LONGEST_ROLE) && isWellFormed(role));

const accountFits = (value: unknown) => isJsonObject(value) && uidOf(value.id) !== undefined && roleFits(value.role);

const accountOf = (value: unknown): NamedAccount => {
  const { id, role } = value as { id: unknown; role?: string | null };
  return { id: uidOf(id) as string, role };
};

/** Accounts by their uids, each with the person's role in it. The result is NamedAccount[]. */
export function AccountList(options: FieldOptions & { min?: number }): PropertyDecorator {
  const { min = 0 } = options;
  return field(
    {
      name: 'accounts',
      message:
        `must be a list of ${min} to ${MOST_NAMED} objects with an id of 1 to ${LONGEST_UID} characters ` +
        `and, if wanted, a role of 1 to ${LONGEST_ROLE}`,
      hint: whichOf(accountFits),
      test: (values) =>
        Array.isArray(values) && values.length >= min && values.length <= MOST_NAMED && values.every(accountFits),
      parse: (values) => (values as unknown[]).map(accountOf),
      schema: {
        type: 'array',
        minItems: min,
        maxItems: MOST_NAMED,
        items: {
          type: 'object',
          required: ['id'],
          properties: { id: { type: 'string' }, role: { type: 'string', nullable: true } },
        },
      },
    },
    options,
  );
}

/** Ids of lists. `single` also accepts one id, as in a query string. */
export function ListIds(options: FieldOptions & { min?: number; single?: boolean }): PropertyDecorator {
  const { min = 0, single = false } = options;
  const isId = (id: unknown) => typeof id === 'string' && id.length <= LONGEST_UID;
  const all = (value: unknown) => (single && typeof value === 'string' ? [value] : value);
  return field(
    {
      name: 'list_ids',
      message: `must be a list of ${min} to ${MOST_NAMED} ids of lists`,
      hint: whichOf(isId),
      test: (value) => {
        const ids = all(value);
        return Array.isArray(ids) && ids.length >= min && ids.length <= MOST_NAMED && ids.every(isId);
      },
      parse: all,
      schema: { type: 'array', minItems: min, maxItems: MOST_NAMED, items: { type: 'string' } },
    },
    options,
  );
}
